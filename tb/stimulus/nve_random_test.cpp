// SPDX-License-Identifier: Apache-2.0
// nve-random as a program: totals, logs and exit codes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/json/json_file.hpp"
#include "tb/stimulus/random_case.hpp"
#include "tests/tools/result_file.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

TEST(NveRandom, GivesTheSameLogForTheSameSeeds) {
  const testing::ToolFolder folder;
  std::string logs[2];
  std::string reports[2];
  for (int run = 0; run < 2; ++run) {
    const testing::ToolResult result =
        folder.Run("nve-random --seeds 1-24 --json " + folder / "r.json");
    EXPECT_EQ(result.code, 0) << result.Text();
    EXPECT_EQ(result.errors, "");
    logs[run] = result.output;
    reports[run] = ReadFileText(folder / "r.json");
  }
  EXPECT_EQ(logs[0], logs[1]);
  EXPECT_EQ(reports[0], reports[1]);
  EXPECT_NE(logs[0].find("24 expected, 24 conducted, 0 failed"), std::string::npos);
  const nlohmann::ordered_json json = ReadJson(folder / "r.json");
  EXPECT_EQ(json["mismatches"], 0);
  EXPECT_EQ(json["cycle_delta"], 0);
  EXPECT_GT(json["sending"], 10);
  EXPECT_GT(json["slowed_programs"]["random50"], 15);
  EXPECT_GT(json["compared_cycles"], 10'000);
}

TEST(NveRandom, RunsOneProfile) {
  const testing::ToolFolder folder;
  const testing::ToolResult result =
      folder.Run("nve-random --seeds 3 --profile freeze --json " + folder / "r.json");
  EXPECT_EQ(result.code, 0) << result.Text();
  EXPECT_EQ(ReadJson(folder / "r.json")["runs"], 2);  // and the one without stalls
}

TEST(NveRandom, FailsIfTooFewCyclesAreCompared) {
  const testing::ToolFolder folder;
  const testing::ToolResult result =
      folder.Run("nve-random --seeds 1 --profile always --cycles 100000000");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.errors.find("--cycles asks for 100000000"), std::string::npos) << result.errors;
}

// A program without output shows nothing under any profile.
TEST(NveRandom, ACampaignThatComparesNoWordFails) {
  const testing::ToolFolder folder;
  uint64_t seed = 1;
  while (!IsLegalSeed(seed) || MakeRandomCase(seed).OutputWords() != 0) ++seed;
  const std::string command = fmt::format("nve-random --seeds {} --cycles 1", seed);
  const testing::ToolResult result = folder.Run(command);
  EXPECT_EQ(result.code, 1) << result.Text();
  EXPECT_NE(result.errors.find("found no output word to compare"), std::string::npos)
      << result.errors;
  EXPECT_EQ(folder.Run(command + " --profile always").code, 0);
  EXPECT_EQ(folder.Run(fmt::format("nve-random --seeds {}", seed)).code, 0);
}

TEST(NveRandom, PrintsWithoutRunning) {
  const testing::ToolFolder folder;
  const testing::ToolResult result = folder.Run("nve-random --seeds 1-2 --print");
  EXPECT_EQ(result.code, 0) << result.Text();
  EXPECT_NE(result.output.find("seed 2: RUNS"), std::string::npos) << result.output;
  for (const std::string& option :
       {std::string("--cycles 5"), std::string("--shrink"), std::string("--profile mixed"),
        "--json " + folder / "r.json", "--wave-on-mismatch " + folder / "w.fst"}) {
    const testing::ToolResult refused = folder.Run("nve-random --seeds 1 --print " + option);
    EXPECT_EQ(refused.code, 2) << option;
    EXPECT_NE(refused.errors.find("--print"), std::string::npos) << refused.errors;
  }
  EXPECT_EQ(std::system(fmt::format("{}/bin/nve-random --seeds 1-99 --print >/dev/full 2>{}",
                                    kBuildFolder, folder / "errors")
                            .c_str()),
            2 << 8);
}

TEST(NveRandom, RefusesAResultFileBeforeTheRun) {
  testing::ExpectResultFileIsChecked("nve-random --seeds 1-100", "nve-random --seeds 1");
}

TEST(NveRandom, RefusesAFileOfWavesBeforeTheRun) {
  const testing::ToolFolder folder;
  std::filesystem::create_directory(folder / "taken");
  std::filesystem::create_directory(folder / "d.fst.json");
  const std::string json = " --json " + folder / "r.json";
  for (const std::string& options :
       {folder / "taken", std::string("/dev/null"), std::string("/proc/none/w.fst"),
        std::string("/dev/stdout"), folder / "d.fst", folder / "r.json" + json,
        folder / "r.json" + " --json " + folder / "r.json.json"}) {
    const testing::ToolResult refused =
        folder.Run("nve-random --seeds 1-100 --wave-on-mismatch " + options);
    EXPECT_EQ(refused.code, 2) << options << refused.Text();
    EXPECT_EQ(refused.output, "") << options;
    EXPECT_NE(refused.errors.find("--wave-on-mismatch"), std::string::npos) << refused.errors;
  }
}

// Programs that pass write none, and what is there stays.
TEST(NveRandom, WritesNoWavesWithoutAFailure) {
  const testing::ToolFolder folder;
  const std::string command = "nve-random --seeds 1-2 --wave-on-mismatch ";
  EXPECT_EQ(folder.Run(command + "'" + folder / "a folder/w.fst" + "'").code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a folder"));
  WriteFileAtomically(folder / "w.fst", std::string_view("earlier"));
  EXPECT_EQ(folder.Run(command + folder / "w.fst").code, 0);
  EXPECT_EQ(ReadFileText(folder / "w.fst"), "earlier");
  EXPECT_FALSE(std::filesystem::exists(folder / "w.fst.json"));
}

TEST(NveRandom, RefusesWrongOptions) {
  const testing::ToolFolder folder;
  for (const char* options : {"--seeds 5-4", "--seeds 5-", "--profile sometimes", "--cycles 0"}) {
    EXPECT_EQ(folder.Run(std::string("nve-random ") + options).code, 2) << options;
  }
  for (const std::string seeds :
       {"5-4", "5-", "1-1000000001", "0-18446744073709551614", "18446744073709551615"}) {
    const testing::ToolResult result = folder.Run("nve-random --print --seeds " + seeds);
    EXPECT_EQ(result.code, 2) << seeds;
    EXPECT_NE(result.errors.find("--seeds: found '" + seeds +
                                 "', allowed: FIRST-LAST or one seed, no more than 1000000000 of "
                                 "them, up to 18446744073709551614"),
              std::string::npos)
        << result.errors;
  }
}

}  // namespace
}  // namespace nve
