// SPDX-License-Identifier: Apache-2.0
// What finds an error that golden model and RTL would have together: each check fails when it must.
#include <gtest/gtest.h>

#include <string>

#include "program/settings.hpp"
#include "tb/stimulus/case_run.hpp"
#include "tb/stimulus/cycle_delta.hpp"
#include "tb/stimulus/faulty_core.hpp"

namespace nve {
namespace {

// One instruction that does nothing, repeated.
RandomCase LoopCase() {
  RandomCase loop;
  loop.program.code = {0};
  loop.program.settings = DefaultSettings(loop.program.code.size());
  loop.program.settings["ITERATIONS"] = 20;
  return loop;
}

// The first random program of this kind.
template <typename IsWanted>
RandomCase FindCase(const IsWanted& is_wanted) {
  for (uint64_t seed = 1;; ++seed) {
    RandomCase random = MakeRandomCase(seed);
    if (random.legal && is_wanted(random)) return random;
  }
}

// Words in packets of two.
RandomCase SendingCase() {
  RandomCase random = FindCase([](const RandomCase& each) {
    return each.OutputWords() > 4 && each.OutputWords() < 100 && each.starts == 1;
  });
  random.packet_words = 2;
  return random;
}

CaseResult RunOn(CoreModel& core, const RandomCase& random) {
  return CaseRunner(core, Lockstep::kOff).Run(random, {});
}

// What is said of the case on a core with an error, which lockstep is not asked for.
std::string ProblemWith(const CoreFaults& faults, const RandomCase& random) {
  FaultyCore core(faults);
  return RunOn(core, random).problem;
}

bool IsStart(const CorePins& pins) {
  return pins.reg_write && pins.reg_write_address == arch::kRegControl.offset &&
         (pins.reg_write_data & arch::kControlStart) != 0;
}

bool IsReset(const CorePins& pins) {
  return pins.reg_write && pins.reg_write_address == arch::kRegControl.offset &&
         (pins.reg_write_data & arch::kControlReset) != 0;
}

TEST(CaseChecks, FindNothingOnTheCoreAsItIs) {
  EXPECT_EQ(ProblemWith({}, LoopCase()), "");
  EXPECT_EQ(ProblemWith({}, SendingCase()), "");
}

TEST(CaseChecks, FindACycleTooMany) {
  CoreFaults faults;
  faults.holds = [](const arch::Probe& probe) {
    return probe.state == static_cast<uint32_t>(arch::State::kRepeat);
  };
  FaultyCore core(faults);
  const CaseResult result = RunOn(core, LoopCase());
  EXPECT_EQ(result.problem, "23 cycles busy, expected 22");
  EXPECT_EQ(result.cycle_delta, 1);
}

TEST(CaseChecks, FindAWordLost) {
  CoreFaults faults;
  bool lost = false;
  faults.shown = [&lost](arch::Probe& probe) {
    if (probe.packet != 1 || probe.m_tvalid == 0) return;
    probe.m_tvalid = 0;
    lost = true;
  };
  const RandomCase random = SendingCase();
  EXPECT_NE(ProblemWith(faults, random).find(" words sent, expected "), std::string::npos);
  EXPECT_TRUE(lost);
}

TEST(CaseChecks, FindAWordThatChangesOnOffer) {
  CoreFaults faults;
  uint32_t calls = 0;  // two in a cycle
  faults.shown = [&calls](arch::Probe& probe) { probe.m_tdata[0] ^= calls++ >> 1 & 1; };
  FaultyCore core(faults);
  CaseRunner runner(core, Lockstep::kOff);
  const CaseResult result = runner.Run(SendingCase(), {.profile = StallProfile::kRandom75});
  EXPECT_NE(result.problem.find("AXI rule S2 broken at core stream out of the core"),
            std::string::npos)
      << result.problem;
}

TEST(CaseChecks, FindAWordOnOfferInReset) {
  CoreFaults faults;
  int calls = 0;
  faults.shown = [&calls](arch::Probe& probe) { probe.m_tvalid = calls++ == 0 ? 1 : 0; };
  EXPECT_EQ(ProblemWith(faults, LoopCase()),
            "AXI rule S1 broken at core stream out of the core in cycle 0: found TVALID in reset, "
            "allowed: TVALID low");
}

TEST(CaseChecks, FindAWordNotTaken) {
  const RandomCase random = LoopCase();
  const std::unique_ptr<CoreModel> core = MakeRtlCore();
  CaseResult result = RunOn(*core, random);
  result.left = 1;
  EXPECT_EQ(ProblemOf(random, result), "1 words taken, 1 left in the FIFO, expected 1 and 0");
  result.left = 0;
  result.taken = 0;
  EXPECT_EQ(ProblemOf(random, result), "0 words taken, 0 left in the FIFO, expected 1 and 0");
}

TEST(CaseChecks, FindTlastInTheWrongPlace) {
  CoreFaults missing;
  missing.shown = [](arch::Probe& probe) { probe.m_tlast = 0; };
  EXPECT_EQ(ProblemWith(missing, SendingCase()), "TLAST of word 1 is missing");
  CoreFaults always;
  always.shown = [](arch::Probe& probe) { probe.m_tlast = probe.m_tvalid; };
  EXPECT_EQ(ProblemWith(always, SendingCase()), "TLAST of word 0 is too many");
}

TEST(CaseChecks, FindAStartRefused) {
  CoreFaults faults;
  faults.pins = [](CorePins& pins) { pins.reg_write &= !IsStart(pins); };
  EXPECT_EQ(ProblemWith(faults, LoopCase()), "START is refused");
}

TEST(CaseChecks, FindAStartAccepted) {
  RandomCase random = LoopCase();
  random.legal = false;
  random.broken = {"a setting that the core takes", true};
  EXPECT_EQ(ProblemWith({}, random), "START is accepted");
  random.broken.start_refused = false;
  EXPECT_EQ(ProblemWith({}, random), "");
  CoreFaults faults;
  faults.pins = [](CorePins& pins) { pins.reg_write &= !IsStart(pins); };
  EXPECT_EQ(ProblemWith(faults, random), "START is refused");
}

TEST(CaseChecks, FindACoreThatHangs) {
  CoreFaults faults;
  faults.pins = [](CorePins& pins) { pins.stream_valid = false; };
  EXPECT_EQ(ProblemWith(faults, LoopCase()), "nothing moves for 3000 cycles");
}

TEST(CaseChecks, FindACoreThatIsBusyAfterTheSoftReset) {
  CoreFaults faults;
  faults.pins = [](CorePins& pins) {
    pins.stream_valid = false;
    pins.reg_write &= !IsReset(pins);
  };
  RandomCase random = LoopCase();
  EXPECT_EQ(ProblemWith(faults, random), "not idle after a soft reset");
  random.legal = false;
  EXPECT_EQ(ProblemWith(faults, random), "not idle after a soft reset");
}

TEST(OutputProblem, FindsEveryDifference) {
  const std::vector<OutputWord> words = {{1, false}, {2, true}};
  EXPECT_EQ(OutputProblem(words, words), "");
  EXPECT_EQ(OutputProblem(words, {{1, false}, {3, true}}),
            "output word 1 is 0x0000000000000003 with TLAST, without stalls 0x0000000000000002 "
            "with TLAST");
  EXPECT_EQ(OutputProblem(words, {{1, false}, {2, false}}),
            "output word 1 is 0x0000000000000002, without stalls 0x0000000000000002 with TLAST");
  EXPECT_EQ(OutputProblem(words, {{1, false}}), "1 output words, without stalls 2");
}

// RTL and golden model, each alone with the same neighbours, take the same cycles.
TEST(CycleDelta, IsNoneOfTheCoreAsItIs) {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    for (size_t profile = 0; profile < kStallProfileNames.size(); ++profile) {
      const RunSetup setup = {static_cast<StallProfile>(profile), CongestorOf(seed)};
      EXPECT_EQ(CycleDeltaAlone(MakeRtlCore, random, setup), 0) << seed << " " << profile;
    }
  }
}

TEST(CycleDelta, CountsCyclesLostAndWon) {
  CoreFaults late;
  late.holds = [](const arch::Probe& probe) {
    return probe.state == static_cast<uint32_t>(arch::State::kRepeat);
  };
  const auto make = [](const CoreFaults& faults) {
    return [&faults] { return std::make_unique<FaultyCore>(faults); };
  };
  EXPECT_EQ(CycleDeltaAlone(make(late), LoopCase(), {}), 1);
  CoreFaults early;  // an iteration less
  early.pins = [](CorePins& pins) {
    const bool iterations = pins.reg_write && pins.reg_write_address == arch::kRegIterations.offset;
    pins.reg_write_data -= iterations ? 1 : 0;
  };
  EXPECT_EQ(CycleDeltaAlone(make(early), LoopCase(), {}), -1);
}

}  // namespace
}  // namespace nve
