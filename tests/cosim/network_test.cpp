// Small networks from description to pixels: compiler, driver, DMA, core, lockstep, reference.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "compiler/support/files.hpp"
#include "tests/cosim/cosim_fixture.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

class NetworkTest : public CosimTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void CompileIt() {
    Compile(fmt::format("{}/networks/small/{}.xml", NVE_SOURCE_DIR, GetParam()), "");
  }
  void ExpectBitExact(const std::string& options) {
    const ToolResult run = RunChecked(options);
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_THAT(run.Text(), HasSubstr("output: bit-exact, "));
    EXPECT_GT(Json()["lockstep"]["cycles"], 0);
    EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
    EXPECT_EQ(Json()["lockstep"]["cycle_delta"], 0);
  }
};

TEST_P(NetworkTest, IsBitExactWithGatheredFeed) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--feed gathered");
}

TEST_P(NetworkTest, IsBitExactWithPiecesAndSlowMemory) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--feed pieces --memory-latency 70");
}

// The core alone takes exactly the cycles the compiler predicts.
TEST_P(NetworkTest, IsBitExactWithIdealFeedInThePredictedCycles) {
  Compile(fmt::format("{}/networks/small/{}.xml", NVE_SOURCE_DIR, GetParam()),
          "--vectors horizontal --json " + Path("compile.json"));
  ASSERT_FALSE(HasFatalFailure());
  ExpectBitExact("--feed ideal --dump-layers " + Path("maps"));
  const nlohmann::json compiled = nlohmann::json::parse(ReadFileText(Path("compile.json")));
  const nlohmann::json run = Json();
  for (size_t layer = 0; layer < compiled["layers"].size(); ++layer) {
    EXPECT_EQ(run["layers"][layer]["cycles"], compiled["layers"][layer]["predicted_cycles"]);
    const std::string name = compiled["layers"][layer]["name"];
    EXPECT_TRUE(std::filesystem::exists(Path("maps/" + name + ".npy")));
    EXPECT_TRUE(run["reference"]["layers"][layer]["bit_exact"].get<bool>());
  }
}

TEST_P(NetworkTest, PartsAreBitExact) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--layers 1 --strips 1");
  const int64_t pixels = Json()["reference"]["pixels"];
  ExpectBitExact("--layers 1 --strips 1 --feed ideal");
  EXPECT_EQ(Json()["reference"]["pixels"], pixels);
}

TEST_F(CosimTest, LaterLayersStartFromTheReference) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml", "");
  for (const char* feed : {"", " --feed ideal"}) {
    const ToolResult run = RunChecked(std::string("--layers 2") + feed);
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_EQ(Json()["layers"][0]["cycles"], 0);
    EXPECT_GT(Json()["layers"][1]["cycles"], 0);
  }
  EXPECT_EQ(Run("--layers 2").code, 2);
  EXPECT_EQ(RunChecked("--layers 1-3").code, 2);
  EXPECT_EQ(RunChecked("--strips 1").code, 2);
  EXPECT_EQ(RunChecked("--feed ideal --cores 2").code, 2);
}

INSTANTIATE_TEST_SUITE_P(Small, NetworkTest,
                         ::testing::Values<std::string>("filter3x3", "filter5x5", "mix1x1",
                                                        "padded", "stride2_4x4_fused",
                                                        "stride2_6x6", "two_layers"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace nve
