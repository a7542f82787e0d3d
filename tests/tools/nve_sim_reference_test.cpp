// SPDX-License-Identifier: Apache-2.0
// nve-sim --reference and --dump-layers as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/images/maps.hpp"
#include "base/json/json_file.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using testing::ToolFolder;
using testing::ToolResult;

const std::string kSource = NVE_SOURCE_DIR;
const std::string kTwoLayers = kSource + "/networks/small/two_layers.xml";
const std::string kPicture = kSource + "/images/street.png";

// Two layers compiled with the weights of seed 7.
class NveSimReferenceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const ToolResult compiled =
        folder_.Run("nvec " + kTwoLayers + " --seed 7 -o " + folder_ / "p.nve" +
                    " --save-weights " + folder_ / "w.npz");
    ASSERT_EQ(compiled.code, 0) << compiled.errors;
  }

  ToolResult Run(const std::string& options) const {
    return folder_.Run("nve-sim " + folder_ / "p.nve" + " --input " + kPicture + " --output " +
                       folder_ / "out" + " --json " + folder_ / "r.json " + options);
  }

  nlohmann::ordered_json Json() const { return ReadJson(folder_ / "r.json"); }

  ToolFolder folder_;
};

TEST_F(NveSimReferenceTest, EveryLayerEqualsTheReference) {
  const ToolResult result =
      Run("--reference " + kTwoLayers + " --seed 7 --dump-layers " + folder_ / "layers");
  ASSERT_EQ(result.code, 0) << result.Text();
  for (const char* text : {"L1: bit-exact, ", "L2: bit-exact, ", "output: bit-exact, "}) {
    EXPECT_THAT(result.output, HasSubstr(text));
  }
  const auto json = Json();
  EXPECT_TRUE(json["reference"]["bit_exact"].get<bool>());
  EXPECT_EQ(json["reference"]["layers"].size(), 2u);
  EXPECT_FALSE(json.contains("failure"));
  const Network network = LoadNetwork(kTwoLayers);
  const std::vector<FeatureMaps> expected =
      RunNetwork(network, SeededWeights(network, 7), ReadInputMaps(kPicture));
  EXPECT_EQ(json["compared"]["pixels"], expected[0].pixels.size() + expected[1].pixels.size());
  EXPECT_EQ(ReadInputMaps(folder_ / "layers/L1.npy"), expected[0]);
  EXPECT_EQ(ReadInputMaps(folder_ / "layers/L2.npy"), expected[1]);
}

TEST_F(NveSimReferenceTest, WeightsOfAFile) {
  const ToolResult result = Run("--reference " + kTwoLayers + " --weights " + folder_ / "w.npz");
  EXPECT_EQ(result.code, 0) << result.Text();
  EXPECT_THAT(result.output, HasSubstr("output: bit-exact, "));
}

TEST_F(NveSimReferenceTest, OtherWeightsAreAMismatch) {
  const ToolResult result = Run("--reference " + kTwoLayers + " --seed 8");
  EXPECT_EQ(result.code, 1) << result.Text();
  EXPECT_THAT(result.errors, HasSubstr("nve-sim: warning: --seed: found 8, but the weights in "));
  EXPECT_THAT(result.output, HasSubstr("pixels differ, first map "));
  EXPECT_THAT(result.output, HasSubstr("  reproduce: "));
  const auto json = Json();
  EXPECT_FALSE(json["reference"]["bit_exact"].get<bool>());
  EXPECT_EQ(json["failure"]["kind"], "reference");
}

TEST_F(NveSimReferenceTest, LayersWithoutAReference) {
  const ToolResult result = Run("--dump-layers " + folder_ / "layers");
  EXPECT_EQ(result.code, 0) << result.Text();
  EXPECT_TRUE(std::filesystem::exists(folder_ / "layers/L2.npy"));
  EXPECT_FALSE(Json().contains("reference"));
}

TEST_F(NveSimReferenceTest, WrongInput) {
  const std::pair<std::string, std::string> cases[] = {
      {"--reference " + kTwoLayers, "--reference: found no weights"},
      {"--weights " + folder_ / "w.npz", "--weights"},
      {"--seed 7", "--seed"},
      {"--reference " + kSource + "/networks/small/filter3x3.xml --seed 1", "filter3x3.xml"},
      {"--dump-layers " + folder_ / "p.nve", "--dump-layers"},
      {"--dump-layers " + folder_ / "out" + " --trace " + folder_ / "out/L1.npy", "--trace"}};
  for (const auto& [options, text] : cases) {
    const ToolResult result = Run(options);
    EXPECT_EQ(result.code, 2) << options << "\n" << result.Text();
    EXPECT_THAT(result.errors, HasSubstr(text)) << options;
  }
}

}  // namespace
}  // namespace nve
