// SPDX-License-Identifier: Apache-2.0
// The divergence kit: waves around a mismatch from a snapshot, waves on request, nve-diff.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "base/files/files.hpp"
#include "tests/build_folder.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DivergenceTest : public CosimTest {
 protected:
  nlohmann::json ReadJsonFile(const std::string& name) const {
    return nlohmann::json::parse(ReadFileText(Path(name)));
  }

  ToolResult Diff(const std::string& a, const std::string& b) const {
    return RunTool(fmt::format("nve-diff {} {} --json {}", Path(a), Path(b), Path("d.json")));
  }

  // The cycles that are told of a file are those it has. Returns what is told.
  nlohmann::json ExpectCyclesOf(const std::string& name) const {
    const nlohmann::json told = ReadJsonFile(name + ".json");
    const ToolResult same = Diff(name, name);
    EXPECT_EQ(same.code, 0) << same.Text();
    EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], told["first_cycle"]);
    EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], told["last_cycle"]);
    return told;
  }

  // nve-cosim with a signal before its first cycle, while it waits for its picture. What it says
  // goes to the file `log`.
  ToolResult RunSignalled(const std::string& options) const {
    return RunTool(
        fmt::format("nve-cosim --version >/dev/null; trap '' USR1; rm -f {3}/in.npy; "
                    "mkfifo {3}/in.npy; {0}/bin/nve-cosim {1} --input {3}/in.npy --json {3}/r.json "
                    "{4} >{3}/table 2>{3}/log & p=$!; exec 9>{3}/in.npy; kill -USR1 $p; "
                    "cat {2} >&9; exec 9>&-; wait $p",
                    kBuildFolder, Path("f.nve"), Path("x.npy"), Path("."), options));
  }

  // A shell's command, run in a folder.
  ToolResult RunIn(const std::string& folder, const std::string& command) const {
    return RunTool(fmt::format("nve-cosim --version >/dev/null; cd {} && {}", folder, command));
  }
};

// The fault is in what the checker is shown, not in the RTL: the waves of the replay must be those
// of a run without it, which shows that the snapshot goes through the same cycles.
TEST_F(DivergenceTest, WavesAroundAMismatchAreThoseOfTheRun) {
  Make(18, 22);
  const ToolResult run = RunChecked("--fault probe --wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  const nlohmann::json waves = Json()["waves"];
  const auto cycle = Json()["mismatch"]["cycle"].get<uint64_t>();
  EXPECT_EQ(waves["cycle"], cycle);
  EXPECT_EQ(waves["last_cycle"], cycle + 200);
  EXPECT_EQ(waves["view"], "datapath");
  EXPECT_LT(waves["seconds"], 30);
  EXPECT_GT(std::filesystem::file_size(Path("m.fst")), 10'000U);
  EXPECT_LT(std::filesystem::file_size(Path("m.fst")), 50'000'000U);
  EXPECT_THAT(run.errors,
              HasSubstr(fmt::format("  waves: {}, cycles {} to {}\n  open them: ", Path("m.fst"),
                                    waves["first_cycle"].get<uint64_t>(), cycle + 200)));
  EXPECT_LE(std::count(run.errors.begin(), run.errors.end(), '\n'), 40) << run.errors;

  ASSERT_EQ(Run("--wave " + Path("w.fst")).code, 0);
  const ToolResult same = Diff("m.fst", "w.fst");
  EXPECT_EQ(same.code, 0) << same.Text();
  EXPECT_THAT(same.output, HasSubstr("no difference"));
  EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], cycle + 200);
  EXPECT_GT(ReadJsonFile("d.json")["signals"], 1000);
}

// With names that are relative to the folder, as a user types them.
TEST_F(DivergenceTest, ThePrintedCommandOpensTheWaves) {
  Make(18, 22);
  const std::string top = NVE_SOURCE_DIR;
  for (const std::string& folder : {Path("."), top}) {
    SCOPED_TRACE(folder);
    const auto name = [&](const std::string& path) {
      return std::filesystem::relative(path, folder).string();
    };
    const ToolResult run =
        RunIn(folder, fmt::format("{} {} --input {} --fault probe --wave-on-mismatch {}",
                                  name(std::string(kBuildFolder) + "/bin/nve-cosim"),
                                  name(Path("f.nve")), name(Path("x.npy")), name(Path("m.fst"))));
    ASSERT_EQ(run.code, 1) << run.Text();
    const std::string label = "  open them: ";
    const size_t found = run.errors.find(label);
    ASSERT_NE(found, std::string::npos) << run.errors;
    const size_t begin = found + label.size();
    const std::string command = run.errors.substr(begin, run.errors.find('\n', begin) - begin);
    EXPECT_EQ(command, fmt::format("{}scripts/waves/waves.sh show {}",
                                   folder == top ? "" : top + "/", name(Path("m.fst"))));
    const ToolResult shown = RunIn(folder, "env -u DISPLAY -u WAYLAND_DISPLAY " + command);
    EXPECT_EQ(shown.code, 0) << shown.Text();
    const ToolResult elsewhere = RunIn("/", "env -u DISPLAY -u WAYLAND_DISPLAY " + top +
                                                "/scripts/waves/waves.sh show " + Path("m.fst"));
    EXPECT_EQ(elsewhere.code, 0) << elsewhere.Text();
    EXPECT_THAT(elsewhere.output, HasSubstr("m.views/datapath.gtkw"));
  }
}

// A checkout that was moved after its build: the one around the program is named.
TEST_F(DivergenceTest, TheScriptIsThatOfTheRunningTool) {
  Make(18, 22);
  const std::string moved = Path("moved");
  std::filesystem::create_directories(moved + "/scripts");
  std::filesystem::create_directories(moved + "/build/bin");
  WriteFileAtomically(moved + "/scripts/waves/waves.sh", "");
  std::filesystem::copy_file(std::string(kBuildFolder) + "/bin/nve-cosim",
                             moved + "/build/bin/nve-cosim");
  const ToolResult run =
      RunIn(Path("."), fmt::format("{}/build/bin/nve-cosim {} --input {} --fault probe "
                                   "--wave-on-mismatch m.fst",
                                   moved, Path("f.nve"), Path("x.npy")));
  EXPECT_EQ(run.code, 1) << run.Text();
  EXPECT_THAT(run.errors,
              HasSubstr("open them: " + moved + "/scripts/waves/waves.sh show m.fst\n"));
}

TEST_F(DivergenceTest, ABrokenRuleHasWavesToo) {
  Make(18, 22);
  const ToolResult run = RunChecked("--fault axi-late-last --wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.errors, HasSubstr("AXI rule A8 broken at tile 0 mm2s"));
  EXPECT_THAT(run.errors, HasSubstr("waves: " + Path("m.fst")));
  EXPECT_EQ(Json()["waves"]["view"], "axi");
  EXPECT_TRUE(std::filesystem::exists(Path("m.fst")));
}

// Waves of the cycles in which all came to a standstill, not of those in which nothing moves.
TEST_F(DivergenceTest, AHangHasWavesToo) {
  Make(18, 22);
  for (const char* limit : {"--watchdog 30000", "--watchdog 400000", "--max-cycles 400000"}) {
    const ToolResult run = RunChecked(
        fmt::format("{} --fault mute-memory --wave-on-mismatch {}", limit, Path("m.fst")));
    EXPECT_EQ(run.code, 1);
    const nlohmann::json waves = Json()["waves"];
    ASSERT_FALSE(waves.is_null()) << run.Text();
    EXPECT_LT(waves["cycle"], 30'000);
    EXPECT_EQ(waves["last_cycle"], waves["cycle"].get<uint64_t>() + 200);
    EXPECT_EQ(waves["view"], "core");
    EXPECT_THAT(run.errors, HasSubstr("waves: " + Path("m.fst")));
    EXPECT_TRUE(std::filesystem::remove(Path("m.fst")));
  }
}

// A snapshot is taken while all comes to a standstill, and the watchdog comes when another one is
// due: the waves still are those of the cycles before it.
TEST_F(DivergenceTest, ALateWatchdogLeavesTheWaves) {
  Make(18, 22);
  const ToolResult run =
      RunChecked("--fault mute-memory --register-cycles 242 --watchdog 400000 --wave-on-mismatch " +
                 Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  const nlohmann::json waves = Json()["waves"];
  ASSERT_FALSE(waves.is_null()) << run.Text();
  const auto cycle = waves["cycle"].get<uint64_t>();
  constexpr uint64_t kSecondSnapshot = 1 << 18;
  EXPECT_GT(cycle + 10'000, kSecondSnapshot);
  EXPECT_LT(cycle + 200, kSecondSnapshot);
  EXPECT_EQ(waves["first_cycle"], cycle - 10'000);
  EXPECT_EQ(waves["last_cycle"], cycle + 200);
  ExpectCyclesOf("m.fst");
}

// As many open files as reading its input takes: 3, which somebody may have left open, and those
// below.
TEST_F(DivergenceTest, WithoutRoomForASnapshotTheReportComes) {
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

// Waves of another run that are there under the name stay, and must not pass for those of this one.
TEST_F(DivergenceTest, WithoutItsSnapshotARunHasNoWaves) {
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
TEST_F(DivergenceTest, ASnapshotThatIsKilledLeavesNothing) {
  Make(18, 22);
  std::filesystem::create_directory(Path("w"));
  const ToolResult run = RunTool(fmt::format(
      "nve-cosim --version >/dev/null; {0}/bin/nve-cosim {1} --input {2} --fault probe "
      "--register-cycles 100 --wave-on-mismatch {3}/w/m.fst >{3}/table 2>{3}/log & p=$!; "
      "until ls -A {3}/w | grep -q tmp; do sleep 0.01; done; "
      "kill -KILL $(cat /proc/$p/task/$p/children); wait $p",
      kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(ReadFileText(Path("log")),
              HasSubstr("no waves: the snapshot ended otherwise than the run\n"));
  EXPECT_TRUE(std::filesystem::is_empty(Path("w")));
}

TEST_F(DivergenceTest, AnErrorOfTheDmaHasWavesToo) {
  Make(18, 22);
  const ToolResult run = RunChecked("--fault mm2s-slverr --wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.errors, HasSubstr("waves: " + Path("m.fst")));
  EXPECT_EQ(Json()["waves"]["view"], "dma");
  EXPECT_TRUE(std::filesystem::exists(Path("m.fst")));
}

TEST_F(DivergenceTest, APassingRunLeavesNoWaves) {
  Make(18, 22);
  const ToolResult run = RunChecked("--wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_FALSE(std::filesystem::exists(Path("m.fst")));
  EXPECT_FALSE(std::filesystem::exists(Path("m.fst.json")));
}

// A bug in the RTL, next to the RTL without it: the sums to be stored are wrong in one cycle, the
// stored ones are reported in the next, lane by lane with the same values.
TEST_F(DivergenceTest, AMismatchIsDetectedInTheCycleOfTheDifference) {
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

TEST_F(DivergenceTest, TheWindowIsExact) {
  Make(18, 22);
  ASSERT_EQ(Run(fmt::format("--wave {} --wave-window 100:200", Path("w.fst"))).code, 0);
  EXPECT_EQ(Diff("w.fst", "w.fst").code, 0);
  EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], 100);
  EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], 200);
}

TEST_F(DivergenceTest, ASignalBeginsAndEndsWaves) {
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
TEST_F(DivergenceTest, ASignalLeavesTheWindowOfTheWavesAlone) {
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

TEST_F(DivergenceTest, ASignalBeforeTheFirstCycleLeavesTheReport) {
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
TEST_F(DivergenceTest, SignalsUpToTheFailureLeaveTheReport) {
  Make(18, 22);
  for (const char* fault : {"probe", "mute-memory"}) {
    SCOPED_TRACE(fault);
    const ToolResult run = RunTool(fmt::format(
        "nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
        "--register-cycles 2000 --fault {4} --wave-on-mismatch {3}/m.fst >{3}/table 2>{3}/log & "
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

TEST_F(DivergenceTest, WavesThatCannotBeDescribedLeaveTheReport) {
  Make(18, 22);
  WriteFileAtomically(Path("m.1.fst"), std::string_view("earlier"));
  std::filesystem::create_directory(Path("m.1.fst.json"));
  const ToolResult run = RunSignalled("--fault probe --wave-on-mismatch " + Path("m.fst"));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("m.1.fst.json: error: "));
  EXPECT_EQ(ReadFileText(Path("m.1.fst")), "earlier");
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("lockstep mismatch: core 0 cycle "));
}

TEST_F(DivergenceTest, ASignalToARunThatWritesNoWavesIsAnswered) {
  Make(18, 22);
  for (const auto& [options, answer] :
       {std::pair("--feed ideal", "SIGUSR1: --feed ideal writes no waves"),
        std::pair("--compare-speed", "SIGUSR1: a comparison of speeds writes no waves"),
        std::pair("--compare-probes", "SIGUSR1: a comparison of speeds writes no waves")}) {
    EXPECT_EQ(RunSignalled(options).code, 0) << options;
    EXPECT_THAT(ReadFileText(Path("log")), HasSubstr(answer)) << options;
  }
}

TEST_F(DivergenceTest, ASignalWithoutWavesIsAnsweredAndHarmless) {
  Make(720, 1280);
  const ToolResult run = RunTool(fmt::format(
      "nve-cosim --version >/dev/null; trap '' USR1; {0}/bin/nve-cosim {1} --input {2} "
      ">{3}/table 2>{3}/log & p=$!; "
      "until grep -q SIGUSR1 {3}/log; do kill -USR1 $p || break; sleep 0.05; done; wait $p",
      kBuildFolder, Path("f.nve"), Path("x.npy"), Path(".")));
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(ReadFileText(Path("log")), HasSubstr("waves need --wave or --wave-on-mismatch"));
}

// A limit on the size of files, in blocks of half a kilobyte, stands in for a full disk: with the
// first ones what is missing is seen before the first cycle, and with the least there is no room
// for the writer's temporary files either.
TEST_F(DivergenceTest, WavesThatCannotBeWrittenAreSaid) {
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

TEST_F(DivergenceTest, WavesGoToRegularFilesOnly) {
  Make(18, 22);
  ASSERT_EQ(RunTool("nve-cosim --version >/dev/null; mkfifo " + Path("pipe")).code, 0);
  for (const char* option : {"--wave ", "--wave-on-mismatch "}) {
    const ToolResult run = RunChecked(option + Path("pipe"));
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.errors, HasSubstr("allowed: the name of a regular file"));
  }
  EXPECT_TRUE(std::filesystem::is_fifo(Path("pipe")));
  // A writer of waves would put a file in the place of a link.
  std::filesystem::create_symlink("w.fst", Path("link.fst"));
  std::filesystem::create_directory(Path("d.fst.json"));
  for (const char* name : {"link.fst", "d.fst"}) {
    EXPECT_EQ(RunChecked("--wave " + Path(name)).code, 2) << name;
  }
  EXPECT_TRUE(std::filesystem::is_symlink(Path("link.fst")));
  EXPECT_TRUE(std::filesystem::is_directory(Path("d.fst.json")));
  EXPECT_EQ(RunChecked(fmt::format("--wave {0} --csv {0}.json", Path("w.fst"))).code, 2);
}

TEST_F(DivergenceTest, DiffRefusesWhatItCannotCompare) {
  Make(18, 22);
  ASSERT_EQ(Run(fmt::format("--wave {} --wave-window 100:110", Path("a.fst"))).code, 0);
  ASSERT_EQ(Run(fmt::format("--wave {} --wave-window 200:210", Path("b.fst"))).code, 0);
  const ToolResult apart = Diff("a.fst", "b.fst");
  EXPECT_EQ(apart.code, 2);
  EXPECT_EQ(apart.errors,
            fmt::format("nve-diff: error: the files have no cycle in common: found {} with the "
                        "cycles 100 to 110 and {} with the cycles 200 to 210, allowed: windows "
                        "that overlap; record one of the runs again with another --wave-window\n",
                        Path("a.fst"), Path("b.fst")));
  const ToolResult none =
      RunTool(fmt::format("nve-diff {0} {0} --scope TOP.nothing", Path("a.fst")));
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.errors, HasSubstr("no signal 'TOP.nothing…' in common"));
  const ToolResult missing = Diff("a.fst", "f.nve");
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.errors, HasSubstr("f.nve: error: found another kind of file, expected"));
}

}  // namespace
}  // namespace nve
