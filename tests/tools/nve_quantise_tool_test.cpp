// SPDX-License-Identifier: Apache-2.0
// nve-quantise as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "arch/build_machine.hpp"
#include "base/arrays/arrays.hpp"
#include "base/images/images.hpp"
#include "base/json/json_file.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::ToolFolder;
using testing::ToolResult;

const std::string kNetworkFile = NVE_SOURCE_DIR "/networks/small/two_layers.xml";

// Good weights and pictures, and the command that takes them.
class Quantise {
 public:
  Quantise() {
    for (const Layer& layer : network_.layers) {
      const auto count =
          static_cast<size_t>(layer.Kernels()) * layer.kernel_height * layer.kernel_width;
      std::vector<float> weights(count);
      for (size_t i = 0; i < count; ++i) weights[i] = static_cast<float>(i % 7) / 16.0F - 0.1875F;
      arrays_[layer.name + ".weights"] =
          NpyArray::From({layer.Kernels(), layer.kernel_height, layer.kernel_width}, weights);
      arrays_[layer.name + ".bias"] =
          NpyArray::From({static_cast<int64_t>(layer.outputs.size())},
                         std::vector<float>(layer.outputs.size(), 0.25F));
    }
    SetPictures({3, network_.InputHeight(), network_.InputWidth()});
  }

  NpyArray& operator[](const std::string& name) { return arrays_[name]; }
  void Erase(const std::string& name) { arrays_.erase(name); }
  void SetPictures(std::vector<int64_t> shape) {
    int64_t count = 1;
    for (const int64_t extent : shape) count *= extent;
    std::vector<uint8_t> pixels(static_cast<size_t>(count));
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>(i * i / 7);
    WriteNpy(*this / "p.npy", NpyArray::From(std::move(shape), pixels));
  }

  std::string operator/(const std::string& name) const { return folder_ / name; }
  ToolResult Run(const std::string& options = "", const std::string& pictures = "p.npy") const {
    WriteNpz(*this / "f.npz", arrays_);
    return folder_.Run("nve-quantise " + kNetworkFile + " " + *this / "f.npz" + " --calibrate " +
                       *this / pictures + " -o " + *this / "w.npz" + " " + options);
  }
  bool HasWeights() const { return std::filesystem::exists(*this / "w.npz"); }
  const Network& network() const { return network_; }

 private:
  ToolFolder folder_;
  Network network_ = LoadNetwork(kNetworkFile);
  NpzArrays arrays_;
};

TEST(NveQuantiseTest, WeightsTableAndJson) {
  const Quantise quantise;
  const ToolResult result = quantise.Run("--json " + quantise / "r.json");
  ASSERT_EQ(result.code, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(result.output, HasSubstr("16-bit weights for " + arch::BuildMachine().name +
                                       ", 3 calibration pictures\n"));
  const Weights weights = LoadWeights(quantise / "w.npz", quantise.network());
  const nlohmann::ordered_json json = ReadJson(quantise / "r.json");
  ASSERT_EQ(json["layers"].size(), 2u);
  EXPECT_EQ(json["gain_given"], false);
  EXPECT_DOUBLE_EQ(json["gain"].get<double>() * json["largest_logit"].get<double>(), 511);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(json["layers"][i]["act_shift"], weights.layers[i].act_shift);
    EXPECT_EQ(json["layers"][i]["bias_shift"], weights.layers[i].bias_shift);
    EXPECT_LT(json["layers"][i]["mean_difference"].get<double>(), 0.6);
  }
  EXPECT_EQ(weights.layers[0].act_shift, 17);  // 3/16 * 2^17 = 24576
  EXPECT_EQ(weights.layers[0].w[0][0][0], -24576);
}

TEST(NveQuantiseTest, BitsGainAndMachine) {
  const Quantise quantise;
  const ToolResult result =
      quantise.Run("--weight-bits 4 --gain 60.5 --machine nve_small --json " + quantise / "r.json");
  ASSERT_EQ(result.code, 0) << result.errors;
  const nlohmann::ordered_json json = ReadJson(quantise / "r.json");
  EXPECT_EQ(json["gain"], 60.5);
  EXPECT_EQ(json["gain_given"], true);
  EXPECT_EQ(json["machine"], "nve_small");
  EXPECT_EQ(json["weight_bits"], 4);
  for (const auto& layer : json["layers"]) EXPECT_LE(layer["largest_weight"].get<int>(), 7);
}

TEST(NveQuantiseTest, OnePictureIsNoted) {
  Quantise quantise;
  quantise.SetPictures({quantise.network().InputHeight() + 9, quantise.network().InputWidth()});
  const ToolResult result = quantise.Run();
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr("p.npy: note: one calibration picture"));
}

// Everything that is wrong with a file of weights in one run, and no file is left.
TEST(NveQuantiseTest, WrongWeights) {
  Quantise quantise;
  std::vector<float> bias(quantise.network().layers[0].outputs.size(), 0);
  bias[1] = std::nanf("");
  quantise["L1.bias"] = NpyArray::From({static_cast<int64_t>(bias.size())}, bias);
  quantise["L2.weights"] = NpyArray::From({1, 1}, std::vector<double>{1});
  quantise["L3.bias"] = quantise["L1.bias"];
  quantise.Erase("L2.bias");
  const ToolResult result = quantise.Run("--json " + quantise / "r.json");
  EXPECT_EQ(result.code, 2);
  for (const char* text : {"<L1.bias>: found nan at (1,), allowed: finite numbers",
                           "<L2.weights>: shape is (1, 1), the network needs (",
                           "<L2.bias>: array is missing", "<L3.bias>: unknown array"}) {
    EXPECT_THAT(result.errors, HasSubstr(text));
  }
  EXPECT_FALSE(quantise.HasWeights());
  EXPECT_FALSE(std::filesystem::exists(quantise / "r.json"));
}

TEST(NveQuantiseTest, WeightsThatAreTooLarge) {
  Quantise quantise;
  quantise["L1.bias"] =
      NpyArray::From(quantise["L1.bias"].shape,
                     std::vector<double>(quantise.network().layers[0].outputs.size(), 1e9));
  const ToolResult result = quantise.Run();
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors,
              HasSubstr("<L1.bias>: found 1e+09 at (0,), allowed: magnitudes below"));
  EXPECT_FALSE(quantise.HasWeights());
}

TEST(NveQuantiseTest, WrongPictures) {
  Quantise quantise;
  quantise.SetPictures({2, 3, 3});
  ToolResult result = quantise.Run();
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors, HasSubstr("p.npy[1]: error: too small: "));
  quantise.SetPictures({0, 30, 30});
  result = quantise.Run();
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors, HasSubstr("shape is (0, 30, 30): found 0 pictures"));
  std::filesystem::create_directories(quantise / "d");
  result = quantise.Run("", "d");
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors, HasSubstr("found a folder without files"));
  WritePng(quantise / "d/a.png", FeatureMaps(1, 64, 64));
  WriteFileAtomically(quantise / "d/labels.txt", std::string_view("3\n"));
  result = quantise.Run("", "d");
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors, HasSubstr("labels.txt: error: unknown picture format"));
  EXPECT_THAT(result.errors, Not(HasSubstr("a.png")));
  EXPECT_FALSE(quantise.HasWeights());
}

TEST(NveQuantiseTest, WrongOptions) {
  const std::pair<std::string, std::string> cases[] = {
      {"--weight-bits 5", "--weight-bits: found '5', allowed: 16, 8, 6, 4"},
      {"--gain 0", "--gain: found '0', allowed: 0.001 to 1000000"},
      {"--gain -1", "--gain"},
      {"--machine nosuch", "nosuch"}};
  for (const auto& [options, text] : cases) {
    const Quantise quantise;
    const ToolResult result = quantise.Run(options);
    EXPECT_EQ(result.code, 2) << options;
    EXPECT_THAT(result.errors, HasSubstr(text));
    EXPECT_FALSE(quantise.HasWeights());
  }
  const Quantise quantise;
  const ToolResult result = quantise.Run("--json " + quantise / "p.npy");
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.errors, HasSubstr("--calibrate"));
}

}  // namespace
}  // namespace nve
