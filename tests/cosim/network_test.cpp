// SPDX-License-Identifier: Apache-2.0
// Small networks from description to pixels: compiler, driver, DMA, core, lockstep, reference.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/files/files.hpp"
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
  ExpectBitExact("--feed contiguous");
}

TEST_P(NetworkTest, IsBitExactWithPiecesAndSlowMemory) {
  ASSERT_NO_FATAL_FAILURE(CompileIt());
  ExpectBitExact("--feed column --memory-latency 70");
  ExpectBitExact("--feed mover --memory bank --memory-ports shared");
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

// Nothing of a picture reaches the next one, and each program is loaded once.
TEST_F(CosimTest, PicturesAreComputedProgramByProgram) {
  nlohmann::json total;
  for (const int pictures : {1, 3}) {
    const int64_t single = pictures == 1 ? 0 : total["cycles"].get<int64_t>();
    Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml",
            fmt::format("--pictures {}", pictures), pictures);
    const ToolResult run = RunChecked("");
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
    total = Json()["total"];
    EXPECT_EQ(total["steps"], 2);
    if (pictures > 1) {
      EXPECT_LT(total["cycles"].get<int64_t>(), pictures * single);
    }
  }
  EXPECT_THAT(RunChecked("--layers 1 --strips 1").errors,
              HasSubstr("--strips: the steps compute 3 pictures, allowed: 1"));
}

// Cores share every layer by programs or by strips. `--strips` leaves those that have none of them.
TEST_F(CosimTest, SeveralCoresShareALayer) {
  for (const auto& [cores, partition] :
       {std::pair(2, "auto"), std::pair(3, "ks"), std::pair(3, "ofm")}) {
    SCOPED_TRACE(fmt::format("{} cores, {}", cores, partition));
    Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml",
            fmt::format("--cores {} --partition {}", cores, partition));
    ASSERT_FALSE(HasFatalFailure());
    for (const char* options : {"", "--feed column --memory-latency 70", "--feed mover",
                                "--feed ideal", "--layers 1 --strips 1"}) {
      const ToolResult run = RunChecked(options);
      EXPECT_EQ(run.code, 0) << run.Text();
      EXPECT_THAT(run.Text(), HasSubstr("bit-exact, "));
      EXPECT_GT(Json()["lockstep"]["cycles"], 0);
      EXPECT_EQ(Json()["lockstep"]["mismatches"], 0);
    }
  }
}

// Everything is as if all tiles were evaluated in every cycle.
TEST_F(CosimTest, TilesThatStandStillChangeNothing) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml",
          "--cores 3 --partition ks");
  ASSERT_FALSE(HasFatalFailure());
  for (const char* options :
       {"--cores 5", "--cores 4 --feed reordered --memory bank --memory-ports shared",
        "--feed mover --interrupt-cycles 700", "--cores 4 --no-lockstep --feed column"}) {
    SCOPED_TRACE(options);
    const auto result = [&](const std::string& more) {
      const ToolResult run = RunChecked(options + more);
      EXPECT_EQ(run.code, 0) << run.Text();
      nlohmann::json json = Json();
      for (const char* key : {"command", "cycles_per_second"}) json.erase(key);
      if (!json["lockstep"].is_null()) json["lockstep"].erase("cycles_per_second");
      return json;
    };
    nlohmann::json fast = result("");
    nlohmann::json all = result(" --evaluate-all");
    if (!fast["lockstep"].is_null()) {
      EXPECT_GT(fast["lockstep"]["still_cycles"], 500);
      EXPECT_EQ(all["lockstep"]["still_cycles"], 0);
      fast["lockstep"].erase("still_cycles");
      all["lockstep"].erase("still_cycles");
    }
    EXPECT_EQ(nlohmann::json::diff(fast, all), nlohmann::json::array());
  }
}

TEST_F(CosimTest, LaterLayersStartFromTheReference) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml", "");
  for (const char* feed : {"", " --feed ideal"}) {
    const ToolResult run = RunChecked(std::string("--layers 2") + feed);
    EXPECT_EQ(run.code, 0) << run.Text();
    EXPECT_EQ(Json()["layers"][0]["cycles"], 0);
    EXPECT_GT(Json()["layers"][1]["cycles"], 0);
  }
}

TEST_F(CosimTest, ImpossiblePartsAreRefused) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml", "");
  const auto expect = [](const ToolResult& run, const std::string& message) {
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.errors, HasSubstr("nve-cosim: error: " + message));
  };
  expect(Run("--layers 2"),
         "--layers 2: the input of layer 2 comes from the reference: --reference is needed\n");
  for (const std::string layers : {"0", "3", "1-3", "0-1", "3-"}) {
    expect(RunChecked("--layers " + layers),
           "--layers: found " + layers + ", allowed: FIRST-LAST within 1-2, the layers of ");
  }
  expect(RunChecked("--layers 2-1"), "--layers: found '2-1', allowed: ");
  expect(RunChecked("--strips 1"), "--strips: later layers would read rows that were not computed");
  expect(RunChecked("--layers 1 --strips 9"),
         "--strips: found 9, allowed: 1 to 2, the strips of layer 1\n");
  expect(RunChecked("--strips 0"), "--strips: found '0', allowed: 1 to 65535\n");
}

// Said before the run, not after it.
TEST_F(CosimTest, AnotherNetworkIsNoReference) {
  const std::string networks = std::string(NVE_SOURCE_DIR) + "/networks/small/";
  Compile(networks + "two_layers.xml", "");
  const auto errors = [&](const std::string& other) {
    const ToolResult run =
        Run(fmt::format("--reference {}{}.xml --seed {}", networks, other, kSeed));
    EXPECT_EQ(run.code, 2) << other;
    EXPECT_EQ(run.output, "") << other;
    return run.errors;
  };
  EXPECT_THAT(errors("filter5x5"), HasSubstr("filter5x5.xml: error: has 1 layers, "));
  EXPECT_THAT(errors("padded"), HasSubstr("padded.xml: error: layer 1 has "));
}

// A wrong reference of the first layer shows in the second one too, and both are named.
TEST_F(CosimTest, LayersAreComparedOneByOne) {
  Compile(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml", "");
  const ToolResult good = RunChecked("--dump-layers " + Path("maps"));
  EXPECT_EQ(good.code, 0) << good.Text();
  for (const char* name : {"L1", "L2"}) {
    EXPECT_THAT(good.output, HasSubstr(std::string(name) + ": bit-exact, "));
    EXPECT_TRUE(std::filesystem::exists(Path(std::string("maps/") + name + ".npy")));
    EXPECT_TRUE(std::filesystem::exists(Path(std::string("maps/") + name + "_0.png")));
  }
  const ToolResult wrong = Run(fmt::format("--reference {} --seed {}", Path("n.xml"), kSeed + 1));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.output, HasSubstr("L1: "));
  EXPECT_THAT(wrong.output, HasSubstr(" pixels differ, first map "));
  EXPECT_THAT(wrong.errors,
              HasSubstr(fmt::format("warning: --seed: found {}, but the weights in {} "
                                    "are those of seed {}\n",
                                    kSeed + 1, Path("f.nve"), kSeed)));
}

INSTANTIATE_TEST_SUITE_P(Small, NetworkTest,
                         ::testing::Values<std::string>("filter3x3", "filter5x5", "mix1x1",
                                                        "padded", "ranges", "scopes2015",
                                                        "scopes2015_face", "stride2_4x4_fused",
                                                        "stride2_6x6", "two_layers"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace nve
