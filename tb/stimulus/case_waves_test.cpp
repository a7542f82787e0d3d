// SPDX-License-Identifier: Apache-2.0
// Waves of failing cases: which cycles they have, and what comes of it if they cannot be written.
// What they show: random_waves_test.py.
#include "tb/stimulus/case_waves.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "arch/build_machine.hpp"
#include "base/json/json_file.hpp"
#include "host/waves/fst_blocks.hpp"
#include "host/waves/wave_files.hpp"
#include "tb/stimulus/faulty_core.hpp"
#include "tb/stimulus/random_campaign.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using MakeFaults = std::function<CoreFaults()>;

std::set<std::string> NamesIn(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

// All of its cores have the faults, those with waves too.
CampaignResult RunWithWaves(const MakeFaults& make_faults, const std::string& path, bool shrink) {
  const MakeCore make_core = [&] { return std::make_unique<FaultyCore>(make_faults()); };
  const MakeTracedCore make_traced = [&](const WaveOptions& waves) {
    return std::make_unique<FaultyCore>(make_faults(), MakeTracedRtlCore(waves));
  };
  CampaignOptions options = {.last_seed = 60, .shrink = shrink};
  options.write_waves = [&](const FailedRuns& failed) {
    return WriteCaseWaves(make_traced, path, "test", failed);
  };
  return RunCampaign(make_core, options, [](int64_t /*done*/) {});
}

// A sum has a wrong bit from some time on.
MakeFaults WrongAfter(uint64_t looks) {
  return [looks] {
    return CoreFaults{.shown = [looks, seen = uint64_t{0}](arch::Probe& probe) mutable {
      if (++seen > looks) probe.accu[3] ^= 1;
    }};
  };
}

// The first failure of a result, whose waves must be those that file and description tell of.
CaseFailure FirstWithWaves(const CampaignResult& result, const std::string& path) {
  CaseFailure first = result.failures.at(0);
  EXPECT_FALSE(first.waves.is_null()) << first.text;
  if (first.waves.is_null()) return first;
  EXPECT_NE(first.text.find(WaveLines(first.waves)), std::string::npos) << first.text;
  const std::optional<FstTimes> times = TimesOfCompleteFst(path);
  EXPECT_TRUE(times.has_value());
  if (!times) return first;
  EXPECT_EQ(first.waves["first_cycle"], times->first / kTimePerCycle);
  EXPECT_EQ(first.waves["last_cycle"], times->last / kTimePerCycle);
  const nlohmann::ordered_json description = ReadJson(path + ".json");
  for (const char* key : {"file", "first_cycle", "last_cycle", "cycle", "view"}) {
    EXPECT_EQ(description[key], first.waves[key]) << key;
  }
  EXPECT_EQ(description["arch"], arch::BuildMachine().name);
  EXPECT_EQ(description["program"].size(), first.shrunk.value_or(first.instructions));
  return first;
}

// The cycle of a report's mismatch, the last one: of the shrunk program if it is.
uint64_t CycleOfReport(const std::string& text) {
  const std::string before = "random program cycle ";
  return std::stoull(text.substr(text.rfind(before) + before.size()));
}

TEST(CaseWaves, OfAMismatch) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  // Two looks in a cycle; runs under several profiles come before it.
  constexpr uint64_t kLooks = 30'000;
  const CaseFailure failure = FirstWithWaves(RunWithWaves(WrongAfter(kLooks), path, false), path);
  const uint64_t cycle = CycleOfReport(failure.text);
  EXPECT_GT(cycle, kLooks / 2 - 100);
  EXPECT_EQ(failure.waves["cycle"], cycle);
  EXPECT_EQ(failure.waves["first_cycle"], cycle - kWaveCyclesBefore);
  EXPECT_EQ(failure.waves["last_cycle"], cycle + kWaveCyclesAfter);
  EXPECT_EQ(failure.waves["view"], "datapath");
}

TEST(CaseWaves, OfAMismatchInTheFirstCycle) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  const CaseFailure failure = FirstWithWaves(RunWithWaves(WrongAfter(0), path, false), path);
  EXPECT_EQ(CycleOfReport(failure.text), 0u);
  EXPECT_EQ(failure.waves["first_cycle"], 0);
  EXPECT_EQ(failure.waves["last_cycle"], kWaveCyclesAfter);
}

TEST(CaseWaves, OfAShrunkProgram) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  const MakeFaults make_faults = [] {
    return CoreFaults{.shown = [](arch::Probe& probe) {
      if (probe.state == static_cast<uint32_t>(arch::State::kRepeat)) probe.agu_write ^= 1;
    }};
  };
  const CaseFailure failure = FirstWithWaves(RunWithWaves(make_faults, path, true), path);
  ASSERT_TRUE(failure.shrunk.has_value());
  const uint64_t cycle = CycleOfReport(failure.text);
  EXPECT_EQ(failure.waves["cycle"], cycle);
  // The program has ended before.
  EXPECT_EQ(failure.waves["last_cycle"], cycle + kWaveCyclesAfter);
}

// Nothing but the output differs: the run ends by itself, and so do the waves.
TEST(CaseWaves, OfAnOutputThatDependsOnStalls) {
  const MakeFaults make_faults = [] {
    return CoreFaults{.neighbours = [](arch::Probe& probe) {
      if (probe.stall == static_cast<uint32_t>(arch::Stall::kOutput)) probe.m_tdata[0] ^= 1;
    }};
  };
  for (const bool shrink : {false, true}) {
    const testing::ToolFolder folder;
    const std::string path = folder / "w.fst";
    const CaseFailure failure = FirstWithWaves(RunWithWaves(make_faults, path, shrink), path);
    EXPECT_NE(failure.text.find("without stalls"), std::string::npos) << failure.text;
    EXPECT_EQ(failure.waves["view"], "core");
    EXPECT_EQ(failure.waves["cycle"], failure.waves["last_cycle"]);
    EXPECT_LE(
        failure.waves["last_cycle"].get<uint64_t>() - failure.waves["first_cycle"].get<uint64_t>(),
        kWaveCyclesBefore);
  }
}

// The register bus has no view of its own in waves of a core alone.
TEST(CaseWaves, OfTheRegisterBusShowTheCore) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  const MakeFaults make_faults = [] {
    return CoreFaults{.shown = [](arch::Probe& probe) { probe.reg_rdata ^= 1; }};
  };
  EXPECT_EQ(FirstWithWaves(RunWithWaves(make_faults, path, false), path).waves["view"], "core");
}

// The core with waves runs as the one without.
TEST(CaseWaves, AreOfACoreThatAgrees) {
  for (uint64_t seed = 1; seed <= 16; ++seed) {
    const std::unique_ptr<CoreModel> core = MakeTracedRtlCore({});
    const CaseResult result =
        CaseRunner(*core).Run(MakeRandomCase(seed), {StallProfile::kMixed, Congestor::kNone});
    EXPECT_EQ(result.problem, "") << seed;
    EXPECT_GT(result.cycles, 0u) << seed;
  }
}

constexpr uint64_t kLooksOfOne = 1000;

CaseResult FailedResult(const RandomCase& random) {
  FaultyCore core(WrongAfter(kLooksOfOne)());
  CaseResult result = CaseRunner(core).Run(random, {});
  EXPECT_TRUE(result.mismatch.has_value());
  return result;
}

// The report does without; an earlier file stays and is not taken for the waves of the failure.
TEST(CaseWaves, AreNotThereWhenSomethingGoesWrong) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  const RandomCase random = MakeRandomCase(1);
  const CaseResult result = FailedResult(random);
  const FailedRuns failed = {random, {{}}, result, result.cycles};
  const MakeTracedCore ends = [](const WaveOptions& /*waves*/) {
    std::raise(SIGBUS);
    return nullptr;
  };
  const MakeTracedCore throws = [](const WaveOptions& /*waves*/) -> std::unique_ptr<CoreModel> {
    throw InputError("no core");
  };
  const MakeTracedCore writes_none = [](const WaveOptions& /*waves*/) {
    return std::make_unique<FaultyCore>(WrongAfter(kLooksOfOne)());
  };
  for (const auto& [make_core, text] :
       {std::pair<MakeTracedCore, const char*>{MakeTracedRtlCore, "ended otherwise than before"},
        {ends, "it needs room on the disk"},
        {throws, "no core"},
        {writes_none, "could not be written completely"}}) {
    WriteFileAtomically(path, std::string_view("earlier"));
    WriteFileAtomically(path + ".json", std::string_view("earlier"));
    ::testing::internal::CaptureStderr();
    EXPECT_TRUE(WriteCaseWaves(make_core, path, "test", failed).is_null()) << text;
    const std::string warning = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(warning.rfind("test: warning: --wave-on-mismatch: no waves: ", 0), 0u) << warning;
    EXPECT_NE(warning.find(text), std::string::npos) << warning;
    EXPECT_TRUE(warning.ends_with(fmt::format("; {0} and {0}.json are of an earlier run\n", path)))
        << warning;
    EXPECT_EQ(ReadFileText(path), "earlier") << text;
    EXPECT_EQ(ReadFileText(path + ".json"), "earlier") << text;
    EXPECT_EQ(NamesIn(folder / ""), (std::set<std::string>{"w.fst", "w.fst.json"})) << text;
  }
}

// A description that cannot take its place: the waves without it would be shown by the earlier one.
TEST(CaseWaves, DoNotComeWithoutTheirDescription) {
  const testing::ToolFolder folder;
  const std::string path = folder / "w.fst";
  WriteFileAtomically(path, std::string_view("earlier"));
  std::filesystem::create_directory(path + ".json");
  const RandomCase random = MakeRandomCase(1);
  const CaseResult result = FailedResult(random);
  const MakeTracedCore make_core = [](const WaveOptions& waves) {
    return std::make_unique<FaultyCore>(WrongAfter(kLooksOfOne)(), MakeTracedRtlCore(waves));
  };
  ::testing::internal::CaptureStderr();
  const FailedRuns failed = {random, {{}}, result, result.cycles};
  EXPECT_TRUE(WriteCaseWaves(make_core, path, "test", failed).is_null());
  const std::string warning = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(warning.find("w.fst.json: error: cannot replace: Is a directory"), std::string::npos)
      << warning;
  EXPECT_TRUE(warning.ends_with(fmt::format("; {} is of an earlier run\n", path))) << warning;
  EXPECT_EQ(ReadFileText(path), "earlier");
  EXPECT_EQ(NamesIn(folder / ""), (std::set<std::string>{"w.fst", "w.fst.json"}));
}

// Whatever ends the tool while they are written
TEST(CaseWaves, EndWithTheTool) {
  const RandomCase random = MakeRandomCase(1);
  const CaseResult result = FailedResult(random);
  const FailedRuns failed = {random, {{}}, result, result.cycles};
  for (const int signal : {SIGTERM, SIGKILL}) {
    const testing::ToolFolder folder;
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const MakeTracedCore ends_the_tool =
        [&](const WaveOptions& waves) -> std::unique_ptr<CoreModel> {
      WriteFileAtomically(waves.written(), std::string_view("some"));
      kill(getppid(), signal);
      sleep(20);
      return nullptr;
    };
    const pid_t tool = fork();
    if (tool == 0) {
      WriteCaseWaves(ends_the_tool, folder / "w.fst", "test", failed);
      _exit(0);
    }
    close(ends[1]);
    int status = 0;
    ASSERT_EQ(waitpid(tool, &status, 0), tool);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    char byte = 0;
    EXPECT_EQ(read(ends[0], &byte, 1), 0);  // which the child holds as long as it lives
    close(ends[0]);
    EXPECT_EQ(NamesIn(folder / ""), std::set<std::string>{}) << signal;
  }
}

}  // namespace
}  // namespace nve
