// Random programs on the core in lockstep with the golden model, on the RTL and on its netlist.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>

#include "host/ideal/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "tests/cosim/random_stimulus.hpp"

namespace nve {
namespace {

using MakeCore = std::unique_ptr<CoreModel> (*)();

struct Result {
  std::string report;  // empty if all cycles were equal
  uint64_t cycles = 0;
  int64_t starts = 0;
  CycleCounts counts;
};

Result RunRandom(MakeCore make_core, uint64_t seed, uint64_t cycles) {
  const std::unique_ptr<CoreModel> core = make_core();
  LockstepChecker checker;
  RandomStimulus stimulus(seed);
  core->Reset();
  checker.Reset();
  arch::Probe probe{};
  Result result;
  for (uint64_t cycle = 0; cycle < cycles; ++cycle) {
    core->Drive(stimulus.Next(probe));
    std::memcpy(&probe, core->probe(), sizeof(probe));
    if (!checker.Step(core->probe(), core->probe_inputs())) break;
    core->Clock();
  }
  result.cycles = checker.cycles();
  result.starts = stimulus.starts();
  result.counts = checker.golden_counts();
  if (checker.mismatch().has_value()) {
    result.report = FormatMismatch(
        *checker.mismatch(), {.core = "random program",
                              .layer = "",
                              .program = "",
                              .reproduce = fmt::format("NVE_SEED={} random_program_test", seed)});
  }
  return result;
}

// NVE_SEED chooses one seed, NVE_CYCLES the cycles of each.
uint64_t Environment(const char* name, uint64_t standard) {
  const char* text = std::getenv(name);
  return text == nullptr ? standard : std::strtoull(text, nullptr, 10);
}

void RunSeeds(MakeCore make_core, uint64_t seeds, uint64_t standard_cycles) {
  const uint64_t first = Environment("NVE_SEED", 1);
  const uint64_t last = std::getenv("NVE_SEED") == nullptr ? seeds : first;
  const uint64_t cycles = Environment("NVE_CYCLES", standard_cycles);
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

}  // namespace
}  // namespace nve
