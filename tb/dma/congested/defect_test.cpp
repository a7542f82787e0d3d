// SPDX-License-Identifier: Apache-2.0
// Congestors that do what none may do: rule checkers, assertions of the RTL and the comparison of
// the statuses find it.
#include <Vdma64.h>

#include <algorithm>
#include <climits>
#include <stdexcept>
#include <string_view>

#include "congested_bench.hpp"

namespace nve::dma_test {
namespace {

using DefectBench = CongestedBench<Vdma64>;

Congestion WithDefect(Defect defect, const std::string& side) {
  return {.where = Congestion::Where::kOneSide, .side = side, .defect = defect};
}

// While it is there, no assertion of the RTL ends the program: none is evaluated.
class NoAssertions {
 public:
  NoAssertions() { Verilated::defaultContextp()->assertOn(false); }
  ~NoAssertions() { Verilated::defaultContextp()->assertOn(true); }
  NoAssertions(const NoAssertions&) = delete;
  NoAssertions& operator=(const NoAssertions&) = delete;
};

// The same, but they are counted.
class CountedAssertions {
 public:
  CountedAssertions() { Verilated::defaultContextp()->errorLimit(INT_MAX); }
  ~CountedAssertions() {
    Verilated::defaultContextp()->errorLimit(1);
    Verilated::defaultContextp()->errorCount(0);
  }
  CountedAssertions(const CountedAssertions&) = delete;
  CountedAssertions& operator=(const CountedAssertions&) = delete;

  int Broken() const { return Verilated::defaultContextp()->errorCount(); }
};

struct Found {
  Seen seen;
  std::vector<std::string> rules;  // that were broken
};

Found RunWith(const Congestion& congestion, uint32_t seed = 1) {
  DefectBench b(congestion, StallProfile::kRandom50, seed);
  PlainTransfers(b);
  Found found;
  try {
    found.seen = RunTransfers(b).seen;
  } catch (const std::runtime_error& stuck) {
    found.rules.emplace_back(stuck.what());
  }
  for (auto* errors : {&b.sg_checker.errors, &b.mm2s_checker.errors, &b.s2mm_checker.errors,
                       &b.sink_checker.errors, &b.descriptor_checker.errors}) {
    found.rules.insert(found.rules.end(), errors->begin(), errors->end());
    errors->clear();
  }
  return found;
}

bool HasRule(const Found& found, std::string_view rule) {
  return std::ranges::any_of(
      found.rules, [&](const std::string& text) { return text.find(rule) != std::string::npos; });
}

TEST(CongestorDefects, AWordTakenBackBreaksAStream) {
  const NoAssertions off;
  EXPECT_TRUE(HasRule(RunWith(WithDefect(Defect::kAtWill, "u_mm2s.u_data_age pop")), "S2"));
}

TEST(CongestorDefects, RoomTakenBackBreaksAnAddress) {
  const NoAssertions off;
  EXPECT_TRUE(HasRule(RunWith(WithDefect(Defect::kAtWill, "u_mm2s.u_burst push")), "A2"));
}

TEST(CongestorDefects, RoomTakenBackBreaksAnAssertion) {
  const CountedAssertions assertions;
  EXPECT_TRUE(RunWith({}).rules.empty());
  EXPECT_EQ(assertions.Broken(), 0);
  RunWith(WithDefect(Defect::kAtWill, "gen_channel[0].u_cmdq.u_queue push"));
  EXPECT_GT(assertions.Broken(), 0);
}

// Sides of which the table says that they are never held: the reason is true of them.
TEST(CongestorDefects, WhatIsNeverHeldCannotWait) {
  for (const char* side : {"u_mm2s.u_burst pop", "u_mm2s.u_cmd pop", "u_mm2s.u_data push",
                           "u_mm2s.u_data pop", "u_mm2s.u_info pop", "u_s2mm.u_cmd pop",
                           "u_s2mm.u_data pop", "u_s2mm.u_out pop", "u_s2mm.u_resp push"}) {
    SCOPED_TRACE(side);
    const CountedAssertions assertions;
    bool found = false;
    for (uint32_t seed = 1; seed <= kCongestedSeeds && !found; seed++) {
      found = !RunWith(WithDefect(Defect::kAtWill, side), seed).rules.empty() ||
              assertions.Broken() > 0;
    }
    EXPECT_TRUE(found);
  }
}

TEST(CongestorDefects, ALostWordIsMissed) {
  const Found good = RunWith({});
  EXPECT_TRUE(good.rules.empty());
  const NoAssertions off;
  const Found found = RunWith(WithDefect(Defect::kLoses, "u_update.gen_queue[0].u_queue push"));
  EXPECT_TRUE(HasRule(found, "D5"));
  EXPECT_NE(found.seen.statuses, good.seen.statuses);
}

}  // namespace
}  // namespace nve::dma_test
