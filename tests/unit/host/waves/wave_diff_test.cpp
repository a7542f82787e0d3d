// SPDX-License-Identifier: Apache-2.0
// Comparison of waves and what nve-diff says about it.
#include "host/waves/wave_diff.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "host/waves/diff_report.hpp"
#include "report/result/result_json.hpp"
#include "tests/tools/tool_run.hpp"
#include "tests/unit/host/waves/wave_writer.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::ToolFolder;
using testing::ToolResult;

class WaveDiffTest : public ::testing::Test {
 protected:
  WaveDiff Compare(const std::vector<WrittenSignal>& a, const std::vector<WrittenSignal>& b,
                   uint64_t first = 1) {
    WriteWaves(folder_ / "a.fst", a, first, 50);
    WriteWaves(folder_ / "b.fst", b, first, 50);
    return CompareWaves(WaveFile(folder_ / "a.fst"), WaveFile(folder_ / "b.fst"), "");
  }

  ToolFolder folder_;
};

TEST_F(WaveDiffTest, TheFirstDifferenceWithTheValueBefore) {
  const WaveDiff diff =
      Compare({{"x_q", 4, {{1, "0001"}, {20, "0010"}}}}, {{"x_q", 4, {{1, "0001"}, {20, "0011"}}}});
  EXPECT_EQ(TextOf(diff, 20),
            "compared: 1 signals, cycles 1 to 50\n"
            "first difference: cycle 20 (time 40), 1 signals\n"
            "  TOP.x_q: 0x1 -> 0x2, 0x3\n");
  EXPECT_EQ(ResultJson(DiffResult(diff))["may_differ_earlier"], false);
  EXPECT_EQ(ResultJson(DiffResult(diff))["differences"][0]["before"], "0x1");
}

// Windows begin later: what differs in their first cycle may have done so for long.
TEST_F(WaveDiffTest, ADifferenceInTheFirstCommonCycle) {
  const std::vector<WrittenSignal> a = {{"x", 4, {{1, "0001"}}}};
  const std::vector<WrittenSignal> b = {{"x", 4, {{1, "0011"}}}};
  const WaveDiff later = Compare(a, b, 10);
  EXPECT_EQ(TextOf(later, 20),
            "compared: 1 signals, cycles 10 to 50\n"
            "first difference: cycle 10 (time 20), 1 signals\n"
            "  this is the first cycle that both files have: the runs may differ earlier\n"
            "  TOP.x: 0x1, 0x3\n");
  EXPECT_EQ(ResultJson(DiffResult(later))["may_differ_earlier"], true);
  EXPECT_TRUE(ResultJson(DiffResult(later))["differences"][0]["before"].is_null());
  // Before cycle 1 there is nothing.
  const WaveDiff beginning = Compare(a, b);
  EXPECT_THAT(TextOf(beginning, 20), Not(HasSubstr("earlier")));
  EXPECT_EQ(ResultJson(DiffResult(beginning))["may_differ_earlier"], false);
}

TEST_F(WaveDiffTest, OfWideSignalsTheWordsThatDiffer) {
  std::string before(4000, '0');
  std::string a = before;
  std::string b = before;
  a[3999 - 3] = '1';
  b[0] = '1';
  const WaveDiff diff =
      Compare({{"probe", 4000, {{1, before}, {5, a}}}}, {{"probe", 4000, {{1, before}, {5, b}}}});
  EXPECT_THAT(TextOf(diff, 20),
              HasSubstr("  TOP.probe: 2 of 125 words differ\n"
                        "    [31:0]: 0x00000000 -> 0x00000008, 0x00000000\n"
                        "    [3999:3968]: 0x00000000 -> 0x00000000, 0x80000000\n"));
  EXPECT_EQ(ResultJson(DiffResult(diff))["differences"][0]["a"],
            "0x" + std::string(999, '0') + "8");
  const WaveDiff all = Compare({{"probe", 4000, {{1, before}, {5, std::string(4000, '1')}}}},
                               {{"probe", 4000, {{1, before}}}});
  EXPECT_THAT(TextOf(all, 20), HasSubstr("125 of 125 words differ\n"));
  EXPECT_THAT(TextOf(all, 20), HasSubstr("    and 121 more words\n"));
  EXPECT_LT(TextOf(all, 20).size(), 500U);
}

// Two machines differ in them from the beginning, which hides no difference of the runs.
TEST_F(WaveDiffTest, ParametersOfTheDesignAreListedApart) {
  const WrittenSignal width = {"LocalW", 8, {{1, "00001010"}}, true};
  const WrittenSignal other = {"LocalW", 4, {{1, "1001"}}, true};
  const WaveDiff same =
      Compare({width, {"x", 1, {{1, "0"}}}}, {width, {"x", 1, {{1, "0"}, {9, "1"}}}});
  EXPECT_THAT(TextOf(same, 20), Not(HasSubstr("parameters")));
  EXPECT_EQ(ResultJson(DiffResult(same))["parameters"], nlohmann::json::array());
  const WaveDiff diff =
      Compare({width, {"x", 1, {{1, "0"}}}}, {other, {"x", 1, {{1, "0"}, {9, "1"}}}});
  EXPECT_EQ(TextOf(diff, 20),
            "compared: 1 signals, cycles 1 to 50\n"
            "parameters of the design that differ: 1\n"
            "  TOP.LocalW: 0x0a, 0x9\n"
            "first difference: cycle 9 (time 18), 1 signals\n"
            "  TOP.x: 0x0 -> 0x0, 0x1\n");
  EXPECT_EQ(ResultJson(DiffResult(diff))["parameters"][0]["a"], "0x0a");
  // They are no difference of the runs.
  const WaveDiff none = Compare({width, {"x", 1, {{1, "0"}}}}, {other, {"x", 1, {{1, "0"}}}});
  EXPECT_THAT(TextOf(none, 20), HasSubstr("  TOP.LocalW: 0x0a, 0x9\nno difference\n"));
  EXPECT_TRUE(none.differences.empty());
}

TEST_F(WaveDiffTest, VariablesOfLoopsAreNoSignals) {
  const WaveDiff diff = Compare({{"u.unnamedblk1.i", 8, {{1, "00000001"}}}, {"x", 1, {{1, "0"}}}},
                                {{"u.unnamedblk1.i", 8, {{1, "00000010"}}},
                                 {"u.unnamedblk2.i", 1, {{1, "0"}}},
                                 {"x", 1, {{1, "0"}}}});
  EXPECT_EQ(TextOf(diff, 20), "compared: 1 signals, cycles 1 to 50\nno difference\n");
}

TEST_F(WaveDiffTest, SignalsOfAnotherWidthAreNotCompared) {
  const WaveDiff diff = Compare({{"x", 4, {{1, "0001"}}}, {"y", 1, {{1, "0"}}}},
                                {{"x", 5, {{1, "00001"}}}, {"y", 1, {{1, "0"}}}});
  EXPECT_EQ(TextOf(diff, 20),
            "compared: 1 signals, cycles 1 to 50; of another width: 1\nno difference\n");
  EXPECT_EQ(ResultJson(DiffResult(diff))["other_width"], 1);
}

TEST_F(WaveDiffTest, BlocksAreReadInOrder) {
  std::vector<WrittenSignal> signals = {{"x", 8, {}}};
  for (uint64_t cycle = 1; cycle <= 100; ++cycle) {
    signals[0].values[cycle] = fmt::format("{:08b}", cycle);
  }
  WriteWaves(folder_ / "a.fst", signals, 1, 100, /*block=*/7);
  // Blocks end with the cycles 7, 14, 21 and so on.
  for (uint64_t cycle = 2; cycle <= 30; ++cycle) {
    std::vector<WrittenSignal> other = signals;
    other[0].values[cycle] = "11111111";
    WriteWaves(folder_ / "b.fst", other, 1, 100, /*block=*/7);
    const WaveDiff diff =
        CompareWaves(WaveFile(folder_ / "a.fst"), WaveFile(folder_ / "b.fst"), "TOP.");
    EXPECT_THAT(TextOf(diff, 20), HasSubstr(fmt::format("cycle {} (time {}), 1 signals\n"
                                                        "  TOP.x: 0x{:02x} -> 0x{:02x}, 0xff\n",
                                                        cycle, 2 * cycle, cycle - 1, cycle)));
  }
}

TEST_F(WaveDiffTest, AFileWithoutACycleIsRefused) {
  WriteWaves(folder_ / "a.fst", {{"x", 1, {{0, "0"}}}}, 0, 0);
  const ToolResult run = folder_.Run(fmt::format("nve-diff {0} {0}", folder_ / "a.fst"));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("a.fst: error: found no cycle"));
}

TEST_F(WaveDiffTest, SoManySignalsArePrinted) {
  Compare({{"x", 1, {{1, "0"}}}, {"y", 1, {{1, "0"}}}},
          {{"x", 1, {{1, "1"}}}, {"y", 1, {{1, "1"}}}});
  const auto run = [&](const std::string& options) {
    return folder_.Run(
        fmt::format("nve-diff {} {} {}", folder_ / "a.fst", folder_ / "b.fst", options));
  };
  EXPECT_THAT(run("").output, Not(HasSubstr(" more")));
  EXPECT_THAT(run("--most 01").output, HasSubstr("  and 1 more\n"));
  EXPECT_THAT(run("--most 0").output, HasSubstr("  and 2 more\n"));
  for (const char* value : {"-1", "x", "1x", "1.5", "9223372036854775808"}) {
    const ToolResult refused = run(fmt::format("--most={}", value));
    EXPECT_EQ(refused.code, 2) << value;
    EXPECT_EQ(refused.output, "") << value;
    EXPECT_THAT(refused.errors, HasSubstr("--most: found '")) << value;
    EXPECT_THAT(refused.errors, HasSubstr("allowed: 0 to 9223372036854775807")) << value;
  }
}

TEST_F(WaveDiffTest, TheResultMustNotReplaceARun) {
  Compare({{"x", 1, {{1, "0"}}}}, {{"x", 1, {{1, "0"}}}});
  std::filesystem::create_directory(folder_ / "sub");
  std::filesystem::create_symlink("b.fst", folder_ / "link");
  for (const char* file : {"a.fst", "b.fst", "sub/../a.fst", "link"}) {
    const std::string before = ReadFileText(folder_ / file);
    const ToolResult run = folder_.Run(fmt::format("nve-diff {} {} --json {}", folder_ / "a.fst",
                                                   folder_ / "b.fst", folder_ / file));
    EXPECT_EQ(run.code, 2) << file;
    EXPECT_THAT(run.errors, HasSubstr("and as --json, allowed: a file of its own for each"));
    EXPECT_TRUE(ReadFileText(folder_ / file) == before) << file;
  }
}

}  // namespace
}  // namespace nve
