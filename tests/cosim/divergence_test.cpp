// SPDX-License-Identifier: Apache-2.0
// The divergence kit: waves around a mismatch from a snapshot, windows, nve-diff. Signals and
// processes that are killed: wave_failures_test.cpp.
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

class DivergenceTest : public WaveTest {};

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

// Of a mismatch, a broken rule, an error that the driver found, and a standstill.
TEST_F(DivergenceTest, AFailureOfAnyCoreHasItsWaves) {
  Make(54, 22, 3);
  for (const auto& [fault, report] :
       {std::pair("probe", "lockstep mismatch: core 2 cycle "),
        std::pair("axi-late-last", "AXI rule A8 broken at tile 2 mm2s"),
        std::pair("mm2s-slverr", "core 2, layer L1, step "),
        std::pair("mute-memory", "watchdog: ")}) {
    SCOPED_TRACE(fault);
    const ToolResult run = RunChecked(fmt::format(
        "--fault {} --fault-core 2 --watchdog 20000 --wave-on-mismatch {}", fault, Path("m.fst")));
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.errors, HasSubstr(report));
    EXPECT_EQ(Json()["fault_core"], 2);
    EXPECT_EQ(Json()["waves"]["core"], 2);
    EXPECT_EQ(ReadJsonFile("m.fst.json")["core"], 2);
    EXPECT_THAT(run.errors, HasSubstr("--fault-core 2"));
  }
}

TEST_F(DivergenceTest, WavesAreThoseOfTheChosenCore) {
  Make(54, 22, 3);
  for (const int core : {0, 2}) {
    EXPECT_EQ(Run(fmt::format("--wave {} --wave-core {} --wave-window 1:8000",
                              Path(fmt::format("w{}.fst", core)), core))
                  .code,
              0);
    EXPECT_EQ(ExpectCyclesOf(fmt::format("w{}.fst", core))["core"], core);
  }
  EXPECT_EQ(Diff("w0.fst", "w2.fst").code, 1);
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
  const ToolResult run = RunChecked(
      "--fault mute-memory --table registers --register-cycles 242 --watchdog 400000 "
      "--wave-on-mismatch " +
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

TEST_F(DivergenceTest, TheWindowIsExact) {
  Make(18, 22);
  ASSERT_EQ(Run(fmt::format("--wave {} --wave-window 100:200", Path("w.fst"))).code, 0);
  EXPECT_EQ(Diff("w.fst", "w.fst").code, 0);
  EXPECT_EQ(ReadJsonFile("d.json")["first_cycle"], 100);
  EXPECT_EQ(ReadJsonFile("d.json")["last_cycle"], 200);
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
