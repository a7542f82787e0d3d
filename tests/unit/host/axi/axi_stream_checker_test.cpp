// SPDX-License-Identifier: Apache-2.0
// Every AXI4-Stream rule broken once on purpose, and legal traffic in which none is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::HasSubstr;
using testing::kTimeout;

struct StreamCycle {
  bool valid = false;
  bool ready = true;
  AxiStreamWord word = {0, 0xFF, false};
  bool due = false;
};

const StreamCycle kNotOffered = {.ready = false, .due = true};

struct StreamBreach {
  const char* name;
  const char* rule;
  const char* found;
  std::vector<StreamCycle> cycles;
};

std::ostream& operator<<(std::ostream& out, const StreamBreach& breach) {
  return out << breach.name;
}

class StreamBreachTest : public ::testing::TestWithParam<StreamBreach> {};

TEST_P(StreamBreachTest, IsFound) {
  const StreamBreach& breach = GetParam();
  AxiStreamChecker checker("the stream", 8, 2);
  uint64_t now = 0;
  const auto step = [&](const StreamCycle& c) {
    checker.Step(c.valid, c.ready, c.word, now++, c.due);
  };
  for (size_t i = 0; i + 1 < breach.cycles.size(); ++i) step(breach.cycles[i]);
  const std::string broken = BrokenRule([&] { step(breach.cycles.back()); });
  EXPECT_THAT(broken, HasSubstr(std::string("rule ") + breach.rule + " broken at the stream"));
  EXPECT_THAT(broken, HasSubstr(breach.found));
}

INSTANTIATE_TEST_SUITE_P(
    All, StreamBreachTest,
    ::testing::Values(
        StreamBreach{"FirstCycle", "S1", "in the first cycle", {{true, true, {0, 0xFF, false}}}},
        StreamBreach{"Withdrawn", "S2", "T no longer VALID", {{}, {true, false}, {}}},
        StreamBreach{
            "Data", "S2", "another payload", {{}, {true, false}, {true, true, {1, 0xFF, false}}}},
        StreamBreach{
            "Last", "S2", "another payload", {{}, {true, false}, {true, true, {0, 0xFF, true}}}},
        StreamBreach{"ValidWaits",
                     "S3",
                     "no TVALID for 3 cycles with TREADY low",
                     {{}, kNotOffered, kNotOffered, kNotOffered}},
        StreamBreach{"ValidWaitsAgain",
                     "S3",
                     "no TVALID for 3 cycles",
                     {{},
                      kNotOffered,
                      kNotOffered,
                      {.valid = true, .ready = true, .due = true},
                      kNotOffered,
                      kNotOffered,
                      kNotOffered}},
        StreamBreach{"Gap", "S5", "TKEEP 0x05", {{}, {true, true, {0, 0x05, true}}}},
        StreamBreach{"NotFromLane0", "S5", "TKEEP 0xfe", {{}, {true, true, {0, 0xFE, true}}}},
        StreamBreach{
            "NullBytes", "S5", "0x0f without TLAST", {{}, {true, true, {0, 0x0F, false}}}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(AxiStreamChecker, ResetsMayWithdrawAWord) {
  AxiStreamChecker checker("the stream", 8, kTimeout);
  const AxiStreamWord word = {1, 0xFF, false};
  checker.Step(false, true, word, 0);
  checker.Step(true, false, word, 1);
  checker.Forget();
  checker.Step(false, false, word, 2);
  checker.Step(true, false, word, 3);
  checker.StepReset(false, 4);
  checker.Step(false, false, word, 5);
  EXPECT_THAT(BrokenRule([&] { checker.StepReset(true, 6); }), HasSubstr("S1"));
  EXPECT_THAT(BrokenRule([&] { checker.Step(true, false, word, 7); }), HasSubstr("S1"));
}

// Whole words up to the last one of a packet, every stall.
TEST(AxiStreamChecker, LegalTrafficBreaksNothing) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    AxiStreamChecker checker("the stream", 8, kTimeout);
    StreamCycle c;
    uint64_t waits = 0;  // a word that is due and not on offer, with TREADY low
    for (uint64_t now = 0; now < 2000; ++now) {
      c.due = c.valid || (!c.ready && waits < kTimeout);
      waits = c.due && !c.valid ? waits + 1 : 0;
      ASSERT_EQ(BrokenRule([&] { checker.Step(c.valid, c.ready, c.word, now, c.due); }), "")
          << seed;
      if (!c.valid || c.ready) {
        c.valid = random() % 3 != 0;
        const bool last = random() % 4 == 0;
        const auto keep = static_cast<uint8_t>(last ? 0xFFU >> (random() % 8) : 0xFFU);
        c.word = {random(), keep, last};
      }
      c.ready = random() % 10 <= seed;
    }
  }
}

}  // namespace
}  // namespace nve
