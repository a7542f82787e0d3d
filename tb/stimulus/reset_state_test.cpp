// SPDX-License-Identifier: Apache-2.0
// Whatever registers and memories hold before the reset does not matter to a legal program: random
// values in every register (a build with --x-initial unique) and every memory, or what nonsense
// programs leave there.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>

#include "nve_arch.hpp"
#include "tb/stimulus/case_run.hpp"
#include "tb/stimulus/random_memories.hpp"
#include "tb/stimulus/unique_models.hpp"
#include "tests/cosim/random_stimulus.hpp"

namespace nve {
namespace {

constexpr int kResetSeeds = 120;
constexpr RunSetup kSetup = {StallProfile::kRandom50, Congestor::kNone};

std::unique_ptr<CoreModel> CoreWithRandomState(int seed) {
  return MakeUniqueCore(static_cast<uint64_t>(seed), RandomMemories(static_cast<uint64_t>(seed)));
}

// A legal case for every reset seed.
RandomCase CaseOf(int seed) {
  return MakeRandomCase(static_cast<uint64_t>(seed) * 8 + static_cast<uint64_t>(seed) % 7 + 1);
}

CaseResult RunOn(CoreModel& core, const RandomCase& random,
                 const CoreMemories& contents = CoreMemories(arch::kSizes)) {
  CaseRunner runner(core);
  runner.checker().SetMemories(contents);
  return runner.Run(random, kSetup);
}

// Driven from registers: by an encoding that has no such bit, gated by a rare state, or read from a
// memory or register of another address. All other fields of the probe are registers.
bool IsDriven(std::string_view field) {
  if (field == "odd") return arch::kSplit == 0;
  return field == "stall" || field == "reg_rdata" || field.starts_with("table_") ||
         field.starts_with("write_");
}

// Bits of an element that the core has: the probe gives results more room, and has that of the
// largest machine for addresses and levels.
int BitsOf(const arch::ProbeField& field) {
  const std::map<std::string_view, int> narrower = {{"pc", arch::kPcBits},
                                                    {"load_count", arch::kCountBits},
                                                    {"stage1", arch::kActIndexBits},
                                                    {"stage2", arch::kActIndexBits},
                                                    {"result", arch::kActIndexBits},
                                                    {"in_level", arch::kInputLevelBits},
                                                    {"in_enter", arch::kInputPlaceBits},
                                                    {"in_leave", arch::kInputPlaceBits},
                                                    {"out_level", arch::kOutputLevelBits},
                                                    {"out_enter", arch::kOutputPlaceBits},
                                                    {"out_leave", arch::kOutputPlaceBits}};
  const auto found = narrower.find(field.name);
  return found == narrower.end() ? field.bits : found->second;
}

int CountOf(const arch::ProbeField& field) {
  return std::string_view(field.name) == "ri" ? arch::kRiEntries : field.count;
}

TEST(ResetState, IsRandomBeforeTheReset) {
  std::array<uint32_t, arch::kProbeWords> ones{};
  std::array<uint32_t, arch::kProbeWords> zeros{};
  for (int seed = 1; seed <= kResetSeeds; ++seed) {
    const std::unique_ptr<CoreModel> core = CoreWithRandomState(seed);
    core->Drive({});
    for (size_t word = 0; word < ones.size(); ++word) {
      ones[word] |= core->probe()[word];
      zeros[word] |= ~core->probe()[word];
    }
  }
  int bits = 0;
  for (const arch::ProbeField& field : arch::kProbeFields) {
    if (IsDriven(field.name)) continue;
    for (int bit = 0; bit < CountOf(field) * field.bits; ++bit) {
      if (bit % field.bits >= BitsOf(field)) continue;
      constexpr int kWordBits = 32;
      const auto word = static_cast<size_t>(field.first_word + bit / kWordBits);
      const uint32_t mask = uint32_t{1} << bit % kWordBits;
      EXPECT_NE(ones[word] & mask, 0u) << field.name << " bit " << bit << " is always 0";
      EXPECT_NE(zeros[word] & mask, 0u) << field.name << " bit " << bit << " is always 1";
      ++bits;
    }
  }
  EXPECT_GT(bits, 1000);
}

TEST(ResetState, DoesNotMatter) {
  uint64_t cycles = 0;
  size_t words = 0;
  for (int seed = 1; seed <= kResetSeeds; ++seed) {
    const RandomCase random = CaseOf(seed);
    ASSERT_TRUE(random.legal);
    const CaseResult expected = RunOn(*MakeRtlCore(), random);
    const CoreMemories contents = RandomMemories(static_cast<uint64_t>(seed));
    const CaseResult result = RunOn(*CoreWithRandomState(seed), random, contents);
    EXPECT_EQ(result.problem, "") << "program seed " << random.seed << ", reset seed " << seed;
    EXPECT_EQ(result.output, expected.output) << random.seed;
    EXPECT_EQ(result.cycles, expected.cycles) << random.seed;
    cycles += result.cycles;
    words += result.output.size();
  }
  EXPECT_GT(cycles, 100'000u);
  EXPECT_GT(words, 1'000u);
}

// Neither does what is left in the memories: settings, both buffers, update values and table.
TEST(ResetState, MemoriesOfOtherProgramsDoNotMatter) {
  constexpr int kCycles = 3000;
  for (int seed = 1; seed <= kResetSeeds; ++seed) {
    const RandomCase random = CaseOf(seed);
    const CaseResult expected = RunOn(*MakeRtlCore(), random);
    const std::unique_ptr<CoreModel> core = CoreWithRandomState(seed);
    CaseRunner runner(*core);
    runner.checker().SetMemories(RandomMemories(static_cast<uint64_t>(seed)));
    RandomStimulus nonsense(static_cast<uint64_t>(seed));
    core->Reset();
    arch::Probe probe{};
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      core->Drive(nonsense.Next(probe));
      std::memcpy(&probe, core->probe(), sizeof(probe));
      ASSERT_TRUE(runner.checker().Step(core->probe(), core->probe_inputs()));
      core->Clock();
    }
    ASSERT_GT(nonsense.starts(), 1);
    const CaseResult result = runner.Run(random, kSetup);
    EXPECT_EQ(result.problem, "") << random.seed;
    EXPECT_EQ(result.output, expected.output) << random.seed;
    EXPECT_EQ(result.counts, expected.counts) << random.seed;
  }
}

}  // namespace
}  // namespace nve
