// Whatever registers and memories hold before the reset does not matter to a legal program: random
// values in every register (a build with --x-initial unique), nonsense programs in every memory.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "Vnve_core_unique.h"
#include "host/ideal/verilated_core.hpp"
#include "tests/cosim/random_stimulus.hpp"
#include "tests/stimulus/case_run.hpp"

namespace nve {
namespace {

constexpr int kResetSeeds = 120;
constexpr RunSetup kSetup = {StallProfile::kRandom50, Congestor::kNone};

std::unique_ptr<CoreModel> CoreWithRandomState(int seed) {
  return std::make_unique<VerilatedCore<Vnve_core_unique>>(seed);
}

// A legal case for every reset seed.
RandomCase CaseOf(int seed) {
  return MakeRandomCase(static_cast<uint64_t>(seed) * 8 + static_cast<uint64_t>(seed) % 7 + 1);
}

CaseResult RunOn(CoreModel& core, const RandomCase& random) {
  return CaseRunner(core).Run(random, kSetup);
}

TEST(ResetState, IsRandomBeforeTheReset) {
  std::set<std::string> states;
  for (int seed = 1; seed <= kResetSeeds; ++seed) {
    const std::unique_ptr<CoreModel> core = CoreWithRandomState(seed);
    core->Drive({});
    states.insert(std::string(reinterpret_cast<const char*>(core->probe()), sizeof(arch::Probe)));
  }
  EXPECT_EQ(states.size(), static_cast<size_t>(kResetSeeds));
}

TEST(ResetState, DoesNotMatter) {
  uint64_t cycles = 0;
  size_t words = 0;
  for (int seed = 1; seed <= kResetSeeds; ++seed) {
    const RandomCase random = CaseOf(seed);
    ASSERT_TRUE(random.legal);
    const CaseResult expected = RunOn(*MakeRtlCore(), random);
    const CaseResult result = RunOn(*CoreWithRandomState(seed), random);
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
