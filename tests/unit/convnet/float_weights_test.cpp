// SPDX-License-Identifier: Apache-2.0
// The file of float weights: both shapes and types, every message.
#include "convnet/float_weights.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "base/arrays/arrays.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

using Lines = std::vector<std::string>;

// L1: three kernels of 6x5. L2: two maps of the lists 0,2 and 0,1,2, kernels of 3x3.
Network Two() { return MustParse(TwoLayers()); }

std::vector<float> Counted(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0F);
  return values;
}

NpzArrays GoodArrays() {
  return {{"L1.weights", NpyArray::From({3, 6, 5}, Counted(90))},
          {"L1.bias", NpyArray::From({3}, std::vector<double>{0.25, -1, 1e-3})},
          {"L2.weights", NpyArray::From({5, 3, 3}, Counted(45))},
          {"L2.bias", NpyArray::From({2}, Counted(2))}};
}

FloatWeights Loaded(const NpzArrays& arrays, const Network& network) {
  const TestFolder folder;
  WriteNpz(folder / "f.npz", arrays);
  return LoadFloatWeights(folder / "f.npz", network);
}

Lines Reported(const NpzArrays& arrays, const Network& network = Two()) {
  const TestFolder folder;
  WriteNpz(folder / "f.npz", arrays);
  Diagnostics diagnostics;
  const FloatWeights weights = ReadFloatWeights(folder / "f.npz", network, diagnostics);
  EXPECT_EQ(weights.layers.empty(), !diagnostics.ok());
  Lines lines;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    EXPECT_EQ(diagnostic.where.file, folder / "f.npz");
    lines.push_back(diagnostic.where.element + ": " + diagnostic.text);
  }
  return lines;
}

TEST(FloatWeights, KernelsByOutputThenByListedInput) {
  const FloatWeights weights = Loaded(GoodArrays(), Two());
  ASSERT_EQ(weights.layers.size(), 2u);
  EXPECT_EQ(weights.layers[0].bias, (std::vector<double>{0.25, -1, 1e-3}));
  const auto& w = weights.layers[1].w;
  ASSERT_EQ(w.size(), 2u);
  ASSERT_EQ(w[0].size(), 2u);
  ASSERT_EQ(w[1].size(), 3u);
  EXPECT_EQ(w[0][1][0], 9);
  EXPECT_EQ(w[1][0][0], 18);
  EXPECT_EQ(w[1][2][8], 44);
}

TEST(FloatWeights, FourSidesOfALayerThatListsAllMaps) {
  const Network network = MustParse(Replaced(TwoLayers(), "cnt=\"2\">0,2", "cnt=\"3\">2,0,1"));
  EXPECT_TRUE(IsDense(network.layers[1]));
  NpzArrays arrays = GoodArrays();
  arrays["L1.weights"] = NpyArray::From({3, 1, 6, 5}, Counted(90));
  arrays["L2.weights"] = NpyArray::From({2, 3, 3, 3}, Counted(54));
  const FloatWeights weights = Loaded(arrays, network);
  EXPECT_EQ(weights.layers[0].w[2][0][29], 89);
  const auto& w = weights.layers[1].w;
  EXPECT_EQ(w[0][0][0], 18);  // of map 2, which the list begins with
  EXPECT_EQ(w[0][1][0], 0);
  EXPECT_EQ(w[0][2][8], 17);
  EXPECT_EQ(w[1][0][0], 27);
  EXPECT_EQ(w[1][2][8], 53);
}

TEST(FloatWeights, FourSidesOfALayerThatListsSome) {
  EXPECT_FALSE(IsDense(Two().layers[1]));
  NpzArrays arrays = GoodArrays();
  arrays["L2.weights"] = NpyArray::From({2, 3, 3, 3}, Counted(54));
  EXPECT_EQ(Reported(arrays),
            Lines{"L2.weights: shape is (2, 3, 3, 3), the network needs (5, 3, 3)"});
}

TEST(FloatWeights, NumbersThatAreNotFinite) {
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  NpzArrays arrays = GoodArrays();
  std::vector<float> values = Counted(90);
  values[6] = kInfinite;
  values[35] = std::nanf("");
  values[89] = -kInfinite;
  arrays["L1.weights"] = NpyArray::From({3, 6, 5}, values);
  arrays["L2.bias"] = NpyArray::From({2}, std::vector<double>{0, std::nan("")});
  EXPECT_EQ(Reported(arrays),
            (Lines{"L1.weights: found inf at (0, 1, 1) and 2 more such, allowed: finite numbers",
                   "L2.bias: found nan at (1,), allowed: finite numbers"}));
}

TEST(FloatWeights, TypesShapesMissingAndUnknownArrays) {
  NpzArrays arrays = GoodArrays();
  arrays["L1.weights"] = NpyArray::From({3, 5, 6}, std::vector<int16_t>(90));
  arrays["L1.bias"].dtype = DType::kOther;
  arrays["L1.bias"].data.clear();
  arrays["L2.weights"] = NpyArray::From({0, 3, 3}, Counted(0));
  arrays.erase("L2.bias");
  arrays["L1.running_mean"] = NpyArray::From({3}, Counted(3));
  EXPECT_EQ(Reported(arrays),
            (Lines{"L1.weights: element type is int16, allowed are float32 and float64; convert it "
                   "with NumPy's astype('float32')",
                   "L1.weights: shape is (3, 5, 6), the network needs (3, 6, 5)",
                   "L1.bias: element type is '|V0', allowed are float32 and float64; convert it "
                   "with NumPy's astype('float32')",
                   "L2.weights: shape is (0, 3, 3), the network needs (5, 3, 3)",
                   "L2.bias: array is missing",
                   "L1.running_mean: unknown array, the network has no use for it"}));
}

TEST(FloatWeights, NoArchiveIsAnInputError) {
  EXPECT_THROW(LoadFloatWeights("/nowhere/f.npz", Two()), InputError);
}

}  // namespace
}  // namespace nve
