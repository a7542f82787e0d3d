// SPDX-License-Identifier: Apache-2.0
// The bench of the fault campaigns itself: that it sees crashes, hangs, silence and wrong reports.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "report/result/result_json.hpp"
#include "tb/faults/core_fault.hpp"
#include "tb/faults/core_session.hpp"
#include "tb/faults/fault_campaign.hpp"
#include "tb/faults/flip_core.hpp"
#include "tests/tools/result_file.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using SeedRun = std::function<std::string(uint64_t)>;

TEST(SeedProcess, ReturnsTheText) {
  const SeedRun run = [](uint64_t seed) {
    return std::string(seed * 1000, 'x');  // more than a pipe holds
  };
  const SeedResult result = RunSeed(200, kSeedSeconds, run);
  EXPECT_EQ(result.text, run(200));
  EXPECT_EQ(result.problem, "");
}

TEST(SeedProcess, NothingReachesTheNextSeed) {
  static int runs = 0;
  const SeedRun run = [](uint64_t) { return std::to_string(++runs); };
  for (uint64_t seed = 1; seed <= 4; ++seed) EXPECT_EQ(RunSeed(seed, kSeedSeconds, run).text, "1");
}

TEST(SeedProcess, CrashesHangsAndExceptionsAreResults) {
  const auto run = [](uint64_t seed) {
    return RunSeed(seed, 1, [](uint64_t own) {
      if (own == 0) std::raise(SIGABRT);
      if (own == 1) throw std::runtime_error("thrown");
      if (own == 2) _exit(3);
      if (own == 5) std::raise(SIGKILL);
      volatile bool forever = own == 3;
      while (forever) {
      }
      return std::string("well");
    });
  };
  EXPECT_EQ(run(0).problem, "killed by signal 6");
  EXPECT_EQ(run(1).problem, "thrown");
  EXPECT_EQ(run(2).problem, "ended with exit code 3");
  EXPECT_THAT(run(3).problem, StartsWith("hangs"));
  EXPECT_EQ(run(4).text, "well");
  EXPECT_EQ(run(4).problem, "");
  // Somebody else's, as of a kernel without memory: not the limit of time
  EXPECT_EQ(run(5).problem, "killed by signal 9");
}

TEST(SeedProcess, NoRoomForAProcessIsNoBug) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer itself opens a pipe to look at a type";
#else
  rlimit files = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit none = {0, files.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_THROW(RunSeed(1, kSeedSeconds, [](uint64_t) { return std::string(); }), InputError);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
#endif
}

TEST(SeedProcess, LackOfMemoryIsNoResult) {
  const SeedRun run = [](uint64_t) -> std::string { throw std::bad_alloc(); };
  EXPECT_THROW(RunSeed(1, kSeedSeconds, run), InputError);
}

TEST(Judge, AllowsWhatIsExpectedOnly) {
  EXPECT_EQ(Judge(Expected::kReported, "SGSlvErr", "DMA 0: SGSlvErr", false), "");
  EXPECT_THAT(Judge(Expected::kReported, "SGSlvErr", "DMA 0: SGDecErr", false),
              HasSubstr("something else than 'SGSlvErr'"));
  EXPECT_EQ(Judge(Expected::kReported, "", "", true), "not reported");
  EXPECT_EQ(Judge(Expected::kHarmless, "", "", true), "");
  EXPECT_THAT(Judge(Expected::kHarmless, "", "time-out", false), StartsWith("reported, but"));
  EXPECT_EQ(Judge(Expected::kEither, "", "watchdog", false), "");
  EXPECT_EQ(Judge(Expected::kEither, "", "", true), "");
  for (const Expected any : {Expected::kReported, Expected::kHarmless, Expected::kEither}) {
    EXPECT_THAT(Judge(any, "", "", false), StartsWith("silent"));
  }
}

TEST(FaultCampaign, SameSeedSameRun) {
  int64_t last = 0;
  const auto run = [&] {
    const auto done = [&](int64_t seeds) { last = seeds; };
    return ResultJson(FaultResult(RunFaultCampaign("resets", {.first = 3, .last = 9}, done)))
        .dump();
  };
  EXPECT_EQ(run(), run());
  EXPECT_EQ(last, 7);
}

TEST(FaultCampaign, FailuresHaveACommandThatRuns) {
  FaultCampaign campaign;
  campaign.family = "bus-errors";
  campaign.failures = {{5, "mm2s read SLVERR", "killed by signal 9"}};
  const std::string line = fmt::format(
      "seed 5 on {}, mm2s read SLVERR: killed by signal 9\n"
      "  reproduce: there/nve-faults bus-errors --seeds 5",
      arch::BuildMachine().name);
  EXPECT_THAT(FaultText(campaign, "there/nve-faults"), HasSubstr(line + "\n"));
  campaign.seeds.timeout_seconds = 7;
  EXPECT_THAT(FaultText(campaign, "there/nve-faults"), HasSubstr(line + " --timeout 7\n"));
}

// Neighbours stall by the seed. On the tile most resets come while the core works.
TEST(FaultCampaign, ResetsAndFlipsComeInEveryStall) {
  for (const char* family : {"resets", "bit-flips"}) {
    const FaultCampaign campaign =
        RunFaultCampaign(family, {.first = 1, .last = 180}, [](int64_t) {});
    const nlohmann::ordered_json json = ResultJson(FaultResult(campaign));
    for (const char* stall : arch::kStallNames) {
      constexpr int kFairShare = 9;
      ASSERT_TRUE(json["stalls"].contains(stall)) << family << ": " << stall;
      EXPECT_GE(json["stalls"][stall], kFairShare) << family << ": " << stall;
      EXPECT_THAT(FaultText(campaign, "nve-faults"),
                  ContainsRegex(fmt::format("stall of the core alone.* {} {}[,\n]",
                                            json["stalls"][stall].get<int>(), stall)));
    }
    const auto tile = campaign.kinds.find("tile reset by the driver");
    if (tile == campaign.kinds.end()) continue;
    const auto idle = tile->second.statuses.find("in state idle");
    ASSERT_NE(idle, tile->second.statuses.end());
    EXPECT_LT(2 * idle->second, tile->second.conducted);
  }
}

// A reset is no fault that a machine reports, and a flip is seen by lockstep alone.
TEST(FaultCampaign, OnlyTheMachineReports) {
  const auto json = [](const char* family) {
    const FaultCampaign campaign =
        RunFaultCampaign(family, {.first = 1, .last = 24}, [](int64_t) {});
    EXPECT_THAT(FaultText(campaign, "nve-faults"), Not(HasSubstr("abandoned")));
    return ResultJson(FaultResult(campaign));
  };
  const nlohmann::ordered_json resets = json("resets");
  EXPECT_EQ(resets["reported"], 0);
  EXPECT_EQ(resets["recovered"].get<int>() + resets["harmless"].get<int>(), 24);
  for (const char* kind : {"core pin reset", "core soft reset"}) {
    EXPECT_EQ(resets["kinds"][kind]["recovered"], 8) << kind;
  }
  const nlohmann::ordered_json flips = json("bit-flips");
  EXPECT_EQ(flips["reported"], 0);
  EXPECT_EQ(flips["harmless"], 0);
  EXPECT_GT(flips["flagged"], 0);
  EXPECT_EQ(flips["flagged"].get<int>() + flips["masked"].get<int>(), 24);
  const nlohmann::ordered_json errors = json("bus-errors");
  EXPECT_EQ(errors["reported"], 24);
  EXPECT_EQ(errors["recovered"], 0);
}

TEST(CoreFault, ADeadOutputStallsEveryProgram) {
  const std::vector<std::string> kinds = CoreFaultKinds(CoreFaults::kStreams);
  size_t kind = 0;
  while (kinds.at(kind) != "core output dies") ++kind;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    const FaultRun run = RunCoreFault(CoreFaults::kStreams, kind, seed);
    EXPECT_EQ(run.problem, "") << seed;
    EXPECT_EQ(run.outcome, Outcome::kReported) << seed;
    EXPECT_THAT(run.status, EndsWith("stall output")) << seed;
  }
}

// Seed 2 answers a status write, seed 0 a read of descriptors.
TEST(TileFault, OnlyReadsHaveABeatToFail) {
  const SeedRun run = [](uint64_t seed) { return RunFault("bus-errors", seed).detail; };
  EXPECT_THAT(RunSeed(0, kSeedSeconds, run).text, HasSubstr("beat"));
  const std::string answer = RunSeed(2, kSeedSeconds, run).text;
  EXPECT_THAT(answer, StartsWith("burst"));
  EXPECT_THAT(answer, Not(HasSubstr("beat")));
}

TEST(NveFaults, RefusesRangesItCannotRun) {
  const testing::ToolFolder folder;
  for (const std::string seeds :
       {"5-3", "5-", "x", "1-100000000000", "0-18446744073709551614", "18446744073709551615"}) {
    const testing::ToolResult result = folder.Run("nve-faults resets --seeds " + seeds);
    EXPECT_EQ(result.code, 2) << seeds;
    EXPECT_THAT(result.errors, HasSubstr("--seeds: found '" + seeds +
                                         "', allowed: FIRST-LAST or one seed, no more than "
                                         "1000000 of them, up to 18446744073709551614"));
  }
}

TEST(NveFaults, RefusesAResultFileBeforeTheRun) {
  testing::ExpectResultFileIsChecked("nve-faults resets --seeds 1-100",
                                     "nve-faults bit-flips --seeds 1");
}

TEST(NveFaults, FailsWithoutEnoughOfAKind) {
  const testing::ToolFolder folder;
  const auto expect = [&](const std::string& options, const std::string& problem) {
    const testing::ToolResult result = folder.Run("nve-faults " + options);
    EXPECT_EQ(result.code, 1) << result.Text();
    EXPECT_THAT(result.errors, HasSubstr(problem));
  };
  EXPECT_EQ(folder.Run("nve-faults bit-flips --seeds 1-4 --of-a-kind 2").code, 0);
  expect("bit-flips --seeds 1-4 --of-a-kind 3", "bit: 2 runs, --of-a-kind asks for 3");
  expect("bus-errors --seeds 1 --of-a-kind 1", ": 0 runs, --of-a-kind asks for 1");
}

// A core whose neighbours do something else than the session says.
class MisledCore : public CoreModel {
 public:
  explicit MisledCore(std::function<void(CorePins&)> change)
      : core_(MakeRtlCore()), change_(std::move(change)) {
    probe_ = core_->probe();
    probe_inputs_ = core_->probe_inputs();
  }
  void Drive(const CorePins& pins) override {
    CorePins changed = pins;
    change_(changed);
    core_->Drive(changed);
  }
  void Clock() override { core_->Clock(); }

 protected:
  void HoldReset(const InReset& in_reset) override { core_->Reset(in_reset); }

 private:
  std::unique_ptr<CoreModel> core_;
  std::function<void(CorePins&)> change_;
};

// Lockstep compares the core with the pins it sees; words lost outside are for the words to show.
TEST(CoreSession, SeesWordsLostOutsideTheCore) {
  for (uint64_t seed = 1;; ++seed) {
    const RandomCase random = ShortCase(seed);
    Neighbours slow;
    slow.sink = {.word = 1, .cycles = 50};
    const std::unique_ptr<CoreModel> core = MakeRtlCore();
    const SessionResult good = CoreSession(*core).Run(random, slow, seed);
    ASSERT_TRUE(good.ended);
    constexpr size_t kEnough = 5;
    if (good.output.size() < kEnough) continue;
    MisledCore hasty([](CorePins& pins) { pins.output_ready = true; });
    EXPECT_LT(CoreSession(hasty).Run(random, slow, seed).output.size(), good.output.size());
    return;
  }
}

// To core and golden model a word withdrawn is a word that was never there.
TEST(CoreSession, SeesAWordWithdrawn) {
  MisledCore impatient([before = uint64_t{0}](CorePins& pins) mutable {
    if (pins.stream_data == before) pins.stream_valid = false;
    before = pins.stream_data;
  });
  CoreSession session(impatient);
  const RandomCase random = ShortCase(1);
  Neighbours overlong;
  overlong.extra_words = 2 * arch::BuildSizes().input_fifo_words;
  try {
    session.Run(random, overlong, 1);
    FAIL() << "nobody saw it";
  } catch (const CheckFailed& broken) {
    EXPECT_THAT(broken.what(), StartsWith("AXI rule S2 broken at core stream into the core"));
  }
  EXPECT_FALSE(session.mismatch().has_value());
}

TEST(FlipCore, KnowsAllMemoriesAndTheRegistersOfEveryUnit) {
  const std::unique_ptr<FlipCore> core = MakeFlipCore();
  uint64_t memory = 0;
  std::set<std::string> names;
  for (const StateField& field : core->fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    if (field.memory) memory += field.AllBits();
  }
  // A copy of the table for two lanes.
  constexpr uint64_t kTables = arch::kActLanes / 2;
  // The split machine keeps half of every word a second time.
  const uint64_t kSeparation =
      !arch::BuildSizes().split
          ? 0
          : static_cast<uint64_t>(arch::BuildSizes().input_fifo_words) * arch::kWordBits / 2;
  const uint64_t kExpected =
      static_cast<uint64_t>(arch::BuildSizes().local_words) * arch::kWordBits +
      static_cast<uint64_t>(arch::BuildSizes().instruction_words) *
          (arch::kInstructionBits + 2 * arch::kAguAddressBits) +
      kTables * arch::kActEntries * arch::kPixelBits +
      static_cast<uint64_t>(arch::BuildSizes().input_fifo_words) * arch::kWordBits + kSeparation +
      static_cast<uint64_t>(arch::BuildSizes().output_fifo_words) * (arch::kWordBits + 1);
  EXPECT_EQ(memory, kExpected);
  for (const char* name : {"packet_q", "u_ctrl.state_q", "u_regs.irq_enable_q", "u_lbuf.a_out_q",
                           "u_datapath.u_ireg.ri_q", "u_datapath.u_wreg.rw_q"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(FlipCore, LockstepSeesAFlipAtOnce) {
  const std::unique_ptr<FlipCore> core = MakeFlipCore();
  CoreSession session(*core);
  const RandomCase random = ShortCase(1);
  uint64_t flipped = 0;
  Neighbours neighbours;
  neighbours.upset_cycle = 7;
  neighbours.upset = [&] {
    flipped = session.cycles();
    for (const StateField& field : core->fields()) {
      if (field.name == "u_datapath.u_ireg.ri_q") FlipCore::Flip(field, field.bits - 1);
    }
  };
  EXPECT_FALSE(session.Run(random, neighbours, 1).ended);
  ASSERT_TRUE(session.mismatch().has_value());
  EXPECT_EQ(session.mismatch()->cycle, flipped);
  EXPECT_EQ(session.first_difference(), flipped);
  EXPECT_NE(session.mismatch()->expected.ri[arch::BuildSizes().ri_entries - 1],
            session.mismatch()->got.ri[arch::BuildSizes().ri_entries - 1]);
}

// Core and golden model both refuse the START whose word is inverted on its way.
TEST(FlipCore, ThePinsShowAFlipOfTheRegisterBus) {
  const std::unique_ptr<FlipCore> core = MakeFlipCore();
  CoreSession session(*core);
  uint64_t flipped = 0;
  Neighbours neighbours;
  neighbours.upset_cycle = 1;
  neighbours.upset = [&] {
    flipped = session.cycles();
    for (const StateField& field : core->fields()) {
      if (field.name == "u_regs.wdata_q") FlipCore::Flip(field, 30);
    }
  };
  EXPECT_FALSE(session.Run(ShortCase(1), neighbours, 1).ended);
  EXPECT_FALSE(session.mismatch().has_value());
  EXPECT_EQ(session.first_difference(), flipped);
  EXPECT_GT(flipped, 0u);
}

}  // namespace
}  // namespace nve

// SystemC has a main of its own, which is not meant here.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
