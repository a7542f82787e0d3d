// SPDX-License-Identifier: Apache-2.0
// Random programs on the core in lockstep with the golden model, on the RTL and on its netlist.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "base/text/shell_word.hpp"
#include "host/axi/core_streams.hpp"
#include "host/core/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "tests/cosim/random_stimulus.hpp"
#include "tests/environment.hpp"

namespace nve {
namespace {

using MakeCore = std::unique_ptr<CoreModel> (*)();

struct Result {
  std::string report;  // empty if all cycles were equal
  uint64_t cycles = 0;
  int64_t starts = 0;
  CycleCounts counts;
};

// NVE_SEED chooses one seed, NVE_CYCLES the cycles of each.
std::string CommandOf(const std::string& test, uint64_t seed, uint64_t cycles) {
  return fmt::format("NVE_SEED={} NVE_CYCLES={} {} --gtest_filter={}", seed, cycles,
                     ShellWord(program_invocation_name), test);
}

std::string ThisTest() {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("{}.{}", test->test_suite_name(), test->name());
}

Result RunRandom(MakeCore make_core, uint64_t seed, uint64_t cycles) {
  const std::unique_ptr<CoreModel> core = make_core();
  LockstepChecker checker;
  RandomStimulus stimulus(seed);
  CoreStreams streams("core");
  arch::Probe probe{};
  arch::ProbeInputs inputs{};
  const auto look = [&] {
    std::memcpy(&probe, core->probe(), sizeof(probe));
    std::memcpy(&inputs, core->probe_inputs(), sizeof(inputs));
  };
  core->Reset([&] {
    look();
    streams.StepReset(inputs, probe, 0);
  });
  probe = {};
  checker.Reset();
  Result result;
  for (uint64_t cycle = 0; cycle < cycles; ++cycle) {
    core->Drive(stimulus.Next(probe));
    look();
    streams.SourceReset();  // the source takes words back, which is worse than the rules allow
    streams.Step(inputs, probe, cycle);
    if (!checker.Step(core->probe(), core->probe_inputs())) break;
    core->Clock();
  }
  result.cycles = checker.cycles();
  result.starts = stimulus.starts();
  result.counts = checker.golden_counts();
  if (checker.mismatch().has_value()) {
    result.report = FormatMismatch(
        ResultOf(*checker.mismatch(), {.core = "random program",
                                       .layer = "",
                                       .program = "",
                                       .reproduce = CommandOf(ThisTest(), seed, cycles)}));
  }
  return result;
}

void RunSeeds(MakeCore make_core, uint64_t seeds, uint64_t standard_cycles) {
  const std::optional<uint64_t> chosen = testing::EnvironmentNumber("NVE_SEED");
  const uint64_t first = chosen.value_or(1);
  const uint64_t last = chosen.value_or(seeds);
  const uint64_t cycles = testing::EnvironmentNumber("NVE_CYCLES", 1).value_or(standard_cycles);
  CycleCounts counts;
  int64_t starts = 0;
  uint64_t compared = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (uint64_t seed = first; seed <= last; ++seed) {
    const Result result = RunRandom(make_core, seed, cycles);
    ASSERT_EQ(result.report, "") << "seed " << seed;
    ASSERT_EQ(result.cycles, cycles) << "seed " << seed;
    counts += result.counts;
    starts += result.starts;
    compared += result.cycles;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("seeds {} to {}: {} cycles compared, {} programs, {:.0f} cycles/s\n", first, last,
             compared, starts, static_cast<double>(compared) / seconds);
  // The stimulus must have reached every state and every stall, else equality says little.
  for (int state = 0; state < kStates; ++state) {
    EXPECT_GT(counts.State(static_cast<arch::State>(state)), 100) << arch::kStateNames[state];
  }
  EXPECT_GT(counts.Stall(arch::Stall::kInput), 100);
  EXPECT_GT(counts.Stall(arch::Stall::kOutput), 100);
  EXPECT_GT(counts.vector_macs, 1000);
  EXPECT_GT(counts.words_out, 1000);
}

TEST(RandomProgram, RtlEqualsGolden) { RunSeeds(MakeRtlCore, 20, 60'000); }

TEST(RandomProgram, NetlistEqualsGolden) { RunSeeds(MakeNetlistCore, 4, 50'000); }

// Exit code of a command whose output nobody needs.
int ExitCode(const std::string& command) {
  return WEXITSTATUS(std::system((command + " >/dev/null 2>&1").c_str()));
}

// The program of this test as a report would call it.
TEST(RandomProgram, ReportNamesACommandThatRuns) {
  const std::string test = "RandomProgram.RtlEqualsGolden";
  const std::string command = CommandOf(test, 3, 40'000);
  EXPECT_EQ(ExitCode(command), 0) << command;
  // A number that is none must not run another seed.
  for (const char* variable : {"NVE_SEED=abc", "NVE_SEED=3x", "NVE_SEED=", "NVE_CYCLES=0",
                               "NVE_CYCLES=-1", "NVE_SEED=99999999999999999999"}) {
    const std::string wrong =
        fmt::format("{} {} --gtest_filter={}", variable, ShellWord(program_invocation_name), test);
    EXPECT_EQ(ExitCode(wrong), 1) << wrong;
  }
}

}  // namespace
}  // namespace nve
