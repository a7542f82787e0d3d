// SPDX-License-Identifier: Apache-2.0
// Random programs on the RTL, and what happens when something is wrong: found, and shrunk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "host/waves/wave_files.hpp"
#include "program/instruction.hpp"
#include "report/result/result_json.hpp"
#include "tb/stimulus/faulty_core.hpp"
#include "tb/stimulus/random_campaign.hpp"

namespace nve {
namespace {

CampaignResult RunSeeds(const MakeCore& make_core, uint64_t first, uint64_t last, bool shrink) {
  CampaignOptions options;
  options.first_seed = first;
  options.last_seed = last;
  options.shrink = shrink;
  return RunCampaign(make_core, options, [](int64_t /*done*/) {});
}

TEST(RandomPrograms, AgreeUnderEveryProfile) {
  const CampaignResult result = RunSeeds(MakeRtlCore, 1, 300, false);
  for (const CaseFailure& failure : result.failures) ADD_FAILURE() << failure.text;
  const Totals& totals = result.totals;
  fmt::print("{}", TotalsText({.first_seed = 1, .last_seed = 300}, result));
  EXPECT_EQ(totals.conducted, 300u);
  EXPECT_EQ(totals.runs, 300 * kStallProfileNames.size());
  EXPECT_EQ(totals.cycle_delta, 0);
  EXPECT_EQ(totals.illegal, 37u);
  EXPECT_GE(totals.congested, 60u);
  EXPECT_GT(totals.cycles, 1'000'000u);
  // Equality says something only if there was something to compare in every state and stall.
  EXPECT_GT(totals.words, 200'000u);
  EXPECT_GT(totals.sending, totals.legal * 7 / 10);
  EXPECT_LT(totals.sending, totals.legal * 9 / 10);
  for (size_t profile = 1; profile < kStallProfileNames.size(); ++profile) {
    EXPECT_EQ(totals.profiled[profile], totals.legal);
    EXPECT_GT(totals.slowed[profile], totals.sending / 2) << kStallProfileNames[profile];
  }
  EXPECT_GT(totals.refused, 0u);
  EXPECT_GT(totals.resets, 0u);
  for (int state = 0; state < kStates; ++state) {
    EXPECT_GT(totals.counts.State(static_cast<arch::State>(state)), 10'000) << state;
  }
  EXPECT_GT(totals.counts.Stall(arch::Stall::kInput), 10'000);
  EXPECT_GT(totals.counts.Stall(arch::Stall::kOutput), 10'000);
}

Instruction InstructionOf(const arch::Probe& probe) {
  return Decode(uint64_t{probe.instruction[1]} << 32 | probe.instruction[0], kCodesOfAnyMachine)
      .value_or(Instruction{});
}

// With the empty line behind it.
void ExpectShort(const CaseFailure& failure) {
  const auto lines = std::count(failure.text.begin(), failure.text.end(), '\n');
  EXPECT_LT(static_cast<size_t>(lines), kMostFailureLines) << failure.text;
}

// Two operations in one cycle damage what the next slot shows, in an instruction that advances.
void ExpectFoundAndShrunk(const std::function<void(arch::Probe&)>& damage) {
  const MakeCore make_core = [&] {
    return std::make_unique<FaultyCore>(CoreFaults{.shown = damage});
  };
  const CampaignResult result = RunSeeds(make_core, 1, 60, true);
  ASSERT_GT(result.failures.size(), 2u);
  EXPECT_EQ(result.totals.failed, result.failures.size());
  for (const CaseFailure& failure : result.failures) {
    ASSERT_TRUE(failure.shrunk.has_value()) << failure.text;
    EXPECT_LE(*failure.shrunk, 10u) << failure.text;
    ExpectShort(failure);
    EXPECT_NE(failure.text.find(failure.program), std::string::npos) << failure.text;
    EXPECT_NE(failure.text.find(fmt::format("nve-random --seeds {} --profile all", failure.seed)),
              std::string::npos);
    EXPECT_NE(failure.text.find("lockstep mismatch"), std::string::npos);
  }
}

TEST(RandomPrograms, ShrinkAPairOfOperations) {
  ExpectFoundAndShrunk([](arch::Probe& probe) {
    const Instruction i = InstructionOf(probe);
    const bool pair = i.vmac == arch::VmacOp::kMac && i.ireg == arch::IregOp::kSetsh;
    if (pair && probe.agu_write != 0) probe.accu[3] ^= 1;
  });
}

TEST(RandomPrograms, ShrinkAStalledRepeat) {
  ExpectFoundAndShrunk([](arch::Probe& probe) {
    if (probe.stall != 0 && probe.pass > 0) probe.pc ^= 1;
  });
}

// All registers of the data path differ, and the program needs more instructions than there is room
// for: what is cut is in the JSON.
TEST(RandomPrograms, KeepAReportShort) {
  const MakeCore make_core = [] {
    return std::make_unique<FaultyCore>(CoreFaults{.shown = [](arch::Probe& probe) {
      constexpr uint32_t kLate = 20;
      if (probe.pc < kLate || InstructionOf(probe).vmac == arch::VmacOp::kNop) return;
      auto* words = reinterpret_cast<uint32_t*>(&probe);
      std::fill(words + offsetof(arch::Probe, rw) / 4,
                words + offsetof(arch::Probe, table_write) / 4, 0x55555555);
    }});
  };
  for (const bool shrink : {false, true}) {
    CampaignOptions options = {.last_seed = 8, .shrink = shrink};
    const nlohmann::ordered_json waves = WavesJson({"w.fst", 3, 4}, 4, "core");
    int asked = 0;
    options.write_waves = [&](const FailedRuns& /*failed*/) {
      ++asked;
      return waves;
    };
    const CampaignResult result = RunCampaign(make_core, options, [](int64_t /*done*/) {});
    ASSERT_GT(result.failures.size(), 2u);
    EXPECT_EQ(asked, 1);
    const nlohmann::ordered_json json = ResultJson(RandomResult({}, result));
    for (size_t i = 0; i < result.failures.size(); ++i) {
      const CaseFailure& failure = result.failures[i];
      ExpectShort(failure);
      // The waves are those of the first failure, and its last lines.
      EXPECT_EQ(json["failures"][i]["waves"].is_null(), i != 0);
      EXPECT_EQ(failure.text.ends_with(WaveLines(waves)), i == 0) << failure.text;
      ASSERT_EQ(failure.shrunk.has_value(), shrink);
      // The cycles make room for the last lines that a report of such a program can have.
      if (i != 0 || !shrink) {
        EXPECT_NE(failure.text.find("cycles before it:"), std::string::npos) << failure.text;
      }
      if (!shrink) continue;
      EXPECT_GT(*failure.shrunk, 20u);
      EXPECT_NE(failure.text.find(" more, all in the file of --json\n"), std::string::npos)
          << failure.text;
      EXPECT_EQ(json["failures"][i]["program"], failure.program);
      EXPECT_GT(std::count(failure.program.begin(), failure.program.end(), '\n'), 20);
    }
  }
}

// Lockstep sees nothing of it, and no run is wrong alone: words that leave while the core waits for
// the output have a wrong bit.
TEST(RandomPrograms, ShrinkAnOutputThatDependsOnStalls) {
  const MakeCore make_core = [] {
    return std::make_unique<FaultyCore>(CoreFaults{.neighbours = [](arch::Probe& probe) {
      if (probe.stall == static_cast<uint32_t>(arch::Stall::kOutput)) probe.m_tdata[0] ^= 1;
    }});
  };
  const CampaignResult result = RunSeeds(make_core, 1, 60, true);
  ASSERT_EQ(result.failures.size(), kMostFailures);
  EXPECT_EQ(result.totals.mismatches, 0u);
  for (const CaseFailure& failure : result.failures) {
    EXPECT_NE(failure.text.find("without stalls 0x"), std::string::npos) << failure.text;
    ASSERT_TRUE(failure.shrunk.has_value()) << failure.text;
    EXPECT_LE(*failure.shrunk, 10u) << failure.text;
  }
}

// A cycle too many in every program: lockstep ends at it, the cycles are counted nevertheless.
TEST(RandomPrograms, CountCyclesOfAFailingProgram) {
  const MakeCore make_core = [] {
    return std::make_unique<FaultyCore>(CoreFaults{.holds = [](const arch::Probe& probe) {
      return probe.state == static_cast<uint32_t>(arch::State::kRepeat);
    }});
  };
  const CampaignResult result = RunSeeds(make_core, 1, 60, false);
  ASSERT_EQ(result.failures.size(), kMostFailures);
  EXPECT_EQ(result.totals.mismatches, kMostFailures);
  // A cycle lost shows in every run without stalls; in others a stall may make up for it.
  uint64_t without_stalls = 0;
  for (const CaseFailure& failure : result.failures) {
    if (failure.text.find("profile always, congestor none") == std::string::npos) continue;
    ++without_stalls;
    EXPECT_NE(failure.text.find("; cycle delta 1\n"), std::string::npos) << failure.text;
  }
  EXPECT_GT(without_stalls, 0u);
  EXPECT_GE(result.totals.cycle_delta, without_stalls);
  EXPECT_LE(result.totals.cycle_delta, kMostFailures);
}

}  // namespace
}  // namespace nve
