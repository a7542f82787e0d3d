// SPDX-License-Identifier: Apache-2.0
// The core with mutants in lockstep with the golden model: nonsense and random programs. A register
// bus that hands on other than it was given would give the golden model the same, so what the probe
// says was presented is compared with the pins of the cycle before.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

#include "Vnve_core_lockstep.h"
#include "arch/build_machine.hpp"
#include "host/core/verilated_core.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "model/golden/words.hpp"
#include "program/settings.hpp"
#include "tb/stimulus/random_campaign.hpp"
#include "tests/cosim/random_stimulus.hpp"

namespace nve {
namespace {

std::unique_ptr<CoreModel> MakeMutatedCore() {
  return std::make_unique<VerilatedCore<Vnve_core_lockstep>>();
}

/// The inputs that the core shows for a cycle with these pins, after those of the cycle before.
bool ShowsPins(const arch::ProbeInputs& inputs, const CorePins& now, const CorePins& before) {
  const bool bus =
      (inputs.reg_write != 0) == before.reg_write && inputs.reg_waddr == before.reg_write_address &&
      inputs.reg_wdata == before.reg_write_data && inputs.reg_raddr == before.reg_read_address;
  const uint64_t data = golden::LoadWord(inputs.s_tdata);
  return bus && (inputs.s_tvalid != 0) == now.stream_valid && data == now.stream_data &&
         (inputs.m_tready != 0) == now.output_ready;
}

void RunNonsense(uint64_t seed, int cycles) {
  const std::unique_ptr<CoreModel> core = MakeMutatedCore();
  LockstepChecker checker;
  RandomStimulus stimulus(seed);
  core->Reset();
  checker.Reset();
  arch::Probe probe{};
  arch::ProbeInputs inputs{};
  CorePins before;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const CorePins pins = stimulus.Next(probe);
    core->Drive(pins);
    std::memcpy(&probe, core->probe(), sizeof(probe));
    std::memcpy(&inputs, core->probe_inputs(), sizeof(inputs));
    ASSERT_TRUE(ShowsPins(inputs, pins, before)) << "cycle " << cycle;
    ASSERT_TRUE(checker.Step(core->probe(), core->probe_inputs())) << "cycle " << cycle;
    core->Clock();
    before = pins;
  }
}

void RunPrograms(uint64_t first, uint64_t last) {
  const MakeCore make_core = MakeMutatedCore;
  CampaignOptions options;
  options.first_seed = first;
  options.last_seed = last;
  const CampaignResult result = RunCampaign(make_core, options, [](int64_t) {});
  EXPECT_EQ(result.totals.conducted, last - first + 1);
  EXPECT_EQ(result.totals.failed, 0u) << result.failures.front().text;
}

/// A program of one instruction, so often as the settings say: every bit of the counters counts.
void RunLoop(uint32_t iterations, uint32_t extra, uint32_t runs) {
  RandomCase loop;
  loop.program.code = {0};
  loop.program.settings = DefaultSettings(loop.program.code.size());
  loop.program.settings["ITERATIONS"] = iterations;
  loop.program.settings["EXTRA"] = extra;
  loop.runs = runs;
  const std::unique_ptr<CoreModel> core = MakeMutatedCore();
  const CaseResult result = CaseRunner(*core).Run(loop, {});
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(result.counts.State(arch::State::kRepeat), int64_t{iterations + extra} * runs);
}

// From short to long: most mutants die in the first.
TEST(Lockstep, Nonsense) { RunNonsense(1, 6000); }
TEST(Lockstep, FewPrograms) { RunPrograms(1, 4); }
TEST(Lockstep, MoreNonsense) {
  for (uint64_t seed = 2; seed <= 6; ++seed) ASSERT_NO_FATAL_FAILURE(RunNonsense(seed, 20'000));
}
TEST(Lockstep, MorePrograms) { RunPrograms(5, 60); }
TEST(Lockstep, LongLoops) {
  for (const uint32_t count : {0xFFFFu, 0xAAAAu, 0x5555u, 0xCCCCu}) {
    RunLoop(count, arch::BuildSizes().max_extra_passes, 1);
    RunLoop(1, 0, count);
  }
}

}  // namespace
}  // namespace nve
