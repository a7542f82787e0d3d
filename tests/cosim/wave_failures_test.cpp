// SPDX-License-Identifier: Apache-2.0
// The divergence kit and what happens to it: signals that begin and end waves, processes that are
// killed, no room; and a bug in the RTL. What the machine is makes no difference.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "tests/cosim/wave_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class WaveFailuresTest : public WaveTest {};

TEST_F(WaveFailuresTest, ASignalBeginsAndEndsWaves) {
  Make(720, 1280);
  // The signal is ignored until the tool asks for it.
  const ToolResult run = RunTool(fmt::format(
      "nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
      "--wave-on-mismatch {3}/w.fst >{3}/table 2>{3}/log & p=$!; "
      "until [ -e {3}/w.1.fst ]; do kill -USR1 $p || break; sleep 0.05; done; "
      "until [ -e {3}/w.1.fst.json ]; do kill -USR1 $p || break; sleep 0.05; done; wait $p",
      kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 0) << run.Text();
  const nlohmann::json waves = ReadJsonFile("w.1.fst.json");
  EXPECT_LT(waves["first_cycle"], waves["last_cycle"]);
  EXPECT_THAT(
      ReadFileText(Path("log")),
      HasSubstr(fmt::format("waves of cycles {} to {}: ", waves["first_cycle"].get<uint64_t>(),
                            waves["last_cycle"].get<uint64_t>())));
  EXPECT_EQ(Diff("w.1.fst", "w.1.fst").code, 0);
  EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], waves["first_cycle"]);
  EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], waves["last_cycle"]);
}

// A signal before the window begins gets a file of its own, which ends before the window.
TEST_F(WaveFailuresTest, ASignalLeavesTheWindowOfTheWavesAlone) {
  Make(720, 1280);
  const ToolResult run = RunTool(
      fmt::format("nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
                  "--wave {3}/w.fst --wave-window 300000:300100 >{3}/table 2>{3}/log & p=$!; "
                  "until [ -e {3}/w.1.fst ]; do kill -USR1 $p || break; sleep 0.01; done; wait $p",
                  kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_LT(ReadJsonFile("w.1.fst.json")["last_cycle"], 300'000);
  EXPECT_EQ(Diff("w.1.fst", "w.1.fst").code, 0);
  EXPECT_EQ(Diff("w.fst", "w.fst").code, 0);
  EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], 300'000);
  EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], 300'100);
}

TEST_F(WaveFailuresTest, ASignalBeforeTheFirstCycleLeavesTheReport) {
  Make(18, 22);
  for (const auto& [fault, report] : {std::pair("probe", "lockstep mismatch: core 0 cycle "),
                                      std::pair("mute-memory", "watchdog: ")}) {
    SCOPED_TRACE(fault);
    const ToolResult run =
        RunSignalled(fmt::format("--fault {} --wave-on-mismatch {}", fault, Path("m.fst")));
    EXPECT_EQ(run.code, 1);
    const std::string log = ReadFileText(Path("log"));
    EXPECT_THAT(log, HasSubstr(report));
    EXPECT_EQ(ExpectCyclesOf("m.1.fst")["first_cycle"], 1);
    const nlohmann::json waves = ExpectCyclesOf("m.fst");
    EXPECT_EQ(waves["first_cycle"], 1);
    EXPECT_EQ(waves["last_cycle"], waves["cycle"].get<uint64_t>() + 200);
    EXPECT_THAT(log, HasSubstr(fmt::format("waves: {}, cycles 1 to {}\n", Path("m.fst"),
                                           waves["last_cycle"].get<uint64_t>())));
  }
}

// Signals begin and end files all along, so that the failure is in one of them or behind one.
TEST_F(WaveFailuresTest, SignalsUpToTheFailureLeaveTheReport) {
  Make(18, 22);
  for (const char* fault : {"probe", "mute-memory"}) {
    SCOPED_TRACE(fault);
    const ToolResult run = RunTool(fmt::format(
        "nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
        "--table registers --register-cycles 2000 --fault {4} --wave-on-mismatch {3}/m.fst "
        ">{3}/table 2>{3}/log & "
        "p=$!; i=0; while [ $i -lt 500 ] && ! grep -q 'check failed' {3}/log; do "
        "kill -USR1 $p || break; sleep 0.03; i=$((i+1)); done; wait $p",
        kBuildFolder, Path("f.nve"), Path("x.npy"), Path("."), fault));
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("check failed: "));
    EXPECT_TRUE(std::filesystem::exists(Path("m.2.fst.json")));
    ExpectCyclesOf("m.1.fst");
    ExpectCyclesOf("m.2.fst");
    const nlohmann::json waves = ExpectCyclesOf("m.fst");
    const auto cycle = waves["cycle"].get<uint64_t>();
    EXPECT_GT(cycle, 1'000'000);
    EXPECT_EQ(waves["first_cycle"], cycle - 10'000);
    EXPECT_EQ(waves["last_cycle"], cycle + 200);
  }
}

TEST_F(WaveFailuresTest, WavesThatCannotBeDescribedLeaveTheReport) {
  Make(18, 22);
  WriteFileAtomically(Path("m.1.fst"), std::string_view("earlier"));
  std::filesystem::create_directory(Path("m.1.fst.json"));
  const ToolResult run = RunSignalled("--fault probe --wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("m.1.fst.json: error: "));
  EXPECT_EQ(ReadFileText(Path("m.1.fst")), "earlier");
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("lockstep mismatch: core 0 cycle "));
}

TEST_F(WaveFailuresTest, ASignalToARunThatWritesNoWavesIsAnswered) {
  Make(18, 22);
  for (const auto& [options, answer] :
       {std::pair("--feed ideal", "SIGUSR1: --feed ideal writes no waves"),
        std::pair("--compare-speed", "SIGUSR1: a comparison of speeds writes no waves"),
        std::pair("--compare-probes", "SIGUSR1: a comparison of speeds writes no waves")}) {
    EXPECT_EQ(RunSignalled(options).code, 0) << options;
    EXPECT_THAT(ReadFileText(Path("log")), HasSubstr(answer)) << options;
  }
}

TEST_F(WaveFailuresTest, ASignalWithoutWavesIsAnsweredAndHarmless) {
  Make(720, 1280);
  const ToolResult run = RunTool(fmt::format(
      "nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
      ">{3}/table 2>{3}/log & p=$!; "
      "until grep -q SIGUSR1 {3}/log; do kill -USR1 $p || break; sleep 0.05; done; wait $p",
      kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("waves need --wave or --wave-on-mismatch"));
}

// Waves of another run that are there under the name stay, and must not pass for those of this one.
TEST_F(WaveFailuresTest, WithoutItsSnapshotARunHasNoWaves) {
  Make(18, 22);
  ASSERT_EQ(Run("--fault probe --wave-on-mismatch " + Path("m.fst")).code, 1);
  const std::string earlier = ReadFileText(Path("m.fst"));
  const std::string description = ReadFileText(Path("m.fst.json"));
  const ToolResult run = RunTool(fmt::format(
      "nve-cosim --version >/dev/null; {0}/bin/nve-cosim {1} --input {2} --fault mute-memory "
      "--watchdog 3000000 --wave-on-mismatch {3}/m.fst >{3}/table 2>{3}/log & p=$!; "
      "until kill -KILL $(cat /proc/$p/task/$p/children) 2>/dev/null; do sleep 0.01; done; wait $p",
      kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 1);
  const std::string log = ReadFileText(Path("log"));
  EXPECT_THAT(log, HasSubstr(fmt::format("no waves: the snapshot ended otherwise than the run; {0} "
                                         "and {0}.json are of an earlier run\n",
                                         Path("./m.fst"))));
  EXPECT_THAT(log, HasSubstr("watchdog: nothing has moved for 3"));
  EXPECT_THAT(log, Not(HasSubstr("open them")));
  EXPECT_EQ(ReadFileText(Path("m.fst")), earlier);
  EXPECT_EQ(ReadFileText(Path("m.fst.json")), description);
}

// The kernel's choice when memory runs out. The replay is long enough to be met.
TEST_F(WaveFailuresTest, ASnapshotThatIsKilledLeavesNothing) {
  Make(18, 22);
  std::filesystem::create_directory(Path("w"));
  const ToolResult run = RunTool(
      fmt::format("nve-cosim --version >/dev/null; {0}/bin/nve-cosim {1} --input {2} --fault probe "
                  "--table registers --register-cycles 100 --wave-on-mismatch {3}/w/m.fst "
                  ">{3}/table 2>{3}/log & p=$!; "
                  "until ls -A {3}/w | grep -q tmp; do sleep 0.01; done; "
                  "kill -KILL $(cat /proc/$p/task/$p/children); wait $p",
                  kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(ReadFileText(Path("log")),
              HasSubstr("no waves: the snapshot ended otherwise than the run\n"));
  EXPECT_TRUE(std::filesystem::is_empty(Path("w")));
}

// As many open files as reading its input takes: 3, which somebody may have left open, and those
// below.
TEST_F(WaveFailuresTest, WithoutRoomForASnapshotTheReportComes) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP()
      << "the sanitizer looks at an object's type through a pipe, which may not be opened here";
#endif
  Make(18, 22);
  const ToolResult run =
      RunTool(fmt::format("nve-cosim --version >/dev/null; (exec 3>&-; ulimit -n 4; exec "
                          "{}/bin/nve-cosim {} --input {} "
                          "--fault probe --wave-on-mismatch {})",
                          kBuildFolder, Path("f.nve"), Path("x.npy"), Path("m.fst")));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.errors, HasSubstr("no snapshot of cycle 0: socketpair: Too many open files"));
  EXPECT_THAT(run.errors, HasSubstr("no waves: there is no snapshot of the run"));
  EXPECT_THAT(run.errors, HasSubstr("lockstep mismatch: core 0 cycle "));
}

// A bug in the RTL, next to the RTL without it: the sums to be stored are wrong in one cycle, the
// stored ones are reported in the next, lane by lane with the same values.
TEST_F(WaveFailuresTest, AMismatchIsDetectedInTheCycleOfTheDifference) {
  Make(18, 22);
  const ToolResult run = RunChecked("--wave-on-mismatch " + Path("m.fst"), "nve-cosim-mac_sign");
  ASSERT_EQ(run.code, 1) << run.Text();
  const nlohmann::json mismatch = Json()["mismatch"];
  const auto detected = mismatch["cycle"].get<uint64_t>();
  EXPECT_EQ(mismatch["producer"]["cycle"], detected - 1);

  ASSERT_EQ(Run("--wave " + Path("w.fst")).code, 0);
  EXPECT_EQ(Diff("w.fst", "m.fst").code, 1);
  const nlohmann::json diff = ReadJsonFile("d.json");
  EXPECT_EQ(diff["cycle"], detected - 1);
  EXPECT_EQ(diff["differences"].size(), mismatch["differences"].size());
  for (const nlohmann::json& lane : mismatch["differences"]) {
    EXPECT_EQ(lane["signal"], "accu");
    const std::string stored =
        fmt::format("TOP.nve_top.u_core.u_datapath.u_vmac.gen_lane[{}].u_lane.accu_d",
                    lane["element"].get<int>());
    const auto signal = std::find_if(diff["differences"].begin(), diff["differences"].end(),
                                     [&](const auto& d) { return d["signal"] == stored; });
    ASSERT_NE(signal, diff["differences"].end()) << stored;
    EXPECT_EQ((*signal)["a"], lane["expected"]);
    EXPECT_EQ((*signal)["b"], lane["got"]);
  }
}

// A limit on the size of files, in blocks of half a kilobyte, stands in for a full disk: with the
// first ones what is missing is seen before the first cycle, and with the least there is no room
// for the writer's temporary files either.
TEST_F(WaveFailuresTest, WavesThatCannotBeWrittenAreSaid) {
  Make(18, 22);
  const auto limited = [&](int blocks, const std::string& tool, const std::string& options) {
    return RunTool(
        fmt::format("nve-cosim --version >/dev/null; ulimit -f {}; "
                    "{}/bin/{} {} --input {} {}",
                    blocks, kBuildFolder, tool, Path("f.nve"), Path("x.npy"), options));
  };
  for (const int blocks : {64, 128}) {
    const ToolResult none = limited(blocks, "nve-cosim", "--wave " + Path("w.fst"));
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.errors,
                HasSubstr("nve-cosim: error: --wave: writing waves needs /tmp: no room"));
    EXPECT_FALSE(std::filesystem::exists(Path("w.fst")));
  }
  for (const char* name : {"m.fst", "m.fst.json"}) {
    WriteFileAtomically(Path(name), std::string_view("earlier"));
  }
  for (const int blocks : {64, 128}) {
    const ToolResult bug =
        limited(blocks, "nve-cosim-mac_sign", "--wave-on-mismatch " + Path("m.fst"));
    EXPECT_EQ(bug.code, 1);
    EXPECT_THAT(bug.errors, HasSubstr("accu[0] differs"));
    EXPECT_THAT(bug.errors, HasSubstr("warning: --wave-on-mismatch: writing waves needs /tmp"));
    EXPECT_THAT(bug.errors, HasSubstr("m.fst: error: the waves could not be written completely"));
    EXPECT_THAT(bug.errors, HasSubstr(fmt::format("; {0} and {0}.json are of an earlier run\n",
                                                  Path("m.fst"))));
    EXPECT_THAT(bug.errors, Not(HasSubstr("open them")));
    EXPECT_EQ(ReadFileText(Path("m.fst")), "earlier");
    EXPECT_EQ(ReadFileText(Path("m.fst.json")), "earlier");
  }
  // Room that ends later: what there is of the waves goes, the rest of the run is as ever, and so
  // is an earlier file.
  Make(100, 120);
  WriteFileAtomically(Path("w.fst"), std::string_view("earlier"));
  const ToolResult some = limited(4096, "nve-cosim", "--wave " + Path("w.fst"));
  EXPECT_EQ(some.code, 2);
  EXPECT_THAT(some.errors, HasSubstr("w.fst: error: the waves could not be written completely"));
  EXPECT_THAT(some.errors, HasSubstr("; " + Path("w.fst") + " is of an earlier run\n"));
  EXPECT_THAT(some.output, HasSubstr("lockstep: "));
  EXPECT_EQ(ReadFileText(Path("w.fst")), "earlier");
}

}  // namespace
}  // namespace nve
