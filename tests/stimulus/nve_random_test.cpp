// nve-random as a program: totals, logs and exit codes.
#include <gtest/gtest.h>

#include "compiler/support/json_file.hpp"
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

TEST(NveRandom, RefusesWrongOptions) {
  const testing::ToolFolder folder;
  for (const char* options : {"--seeds 5-4", "--seeds 5-", "--profile sometimes", "--cycles 0"}) {
    EXPECT_EQ(folder.Run(std::string("nve-random ") + options).code, 2) << options;
  }
}

}  // namespace
}  // namespace nve
