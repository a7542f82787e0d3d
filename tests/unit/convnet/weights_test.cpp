// SPDX-License-Identifier: Apache-2.0
// The weights file: round trip, order of kernels, every message.
#include "convnet/weights.hpp"

#include <gtest/gtest.h>

#include "base/arrays/arrays.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

Network Two() {
  Diagnostics diagnostics;
  return ParseNetworkXml(TwoLayers(), "n.xml", diagnostics);
}

// A complete and correct set of arrays for Two().
NpzArrays GoodArrays() {
  const TestFolder folder;
  WriteWeights(folder / "w.npz", Two(), SeededWeights(Two(), 3));
  return ReadNpz(folder / "w.npz");
}

// What reading these arrays reports.
std::vector<std::string> Reported(const NpzArrays& arrays) {
  const TestFolder folder;
  WriteNpz(folder / "w.npz", arrays);
  Diagnostics diagnostics;
  const Weights weights = ReadWeights(folder / "w.npz", Two(), diagnostics);
  EXPECT_EQ(weights.layers.empty(), !diagnostics.ok());
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    EXPECT_EQ(diagnostic.where.file, folder / "w.npz");
    lines.push_back(diagnostic.where.element + ": " + diagnostic.text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(Weights, RoundTrip) {
  const TestFolder folder;
  const Weights weights = SeededWeights(Two(), 3);
  WriteWeights(folder / "w.npz", Two(), weights);
  EXPECT_EQ(LoadWeights(folder / "w.npz", Two()), weights);
}

TEST(Weights, KernelsByOutputThenByListedInput) {
  NpzArrays arrays = GoodArrays();
  std::vector<int16_t> counted(5 * 9);
  for (size_t i = 0; i < counted.size(); ++i) counted[i] = static_cast<int16_t>(i);
  arrays["L2.weights"] = NpyArray::From({5, 3, 3}, counted);
  const TestFolder folder;
  WriteNpz(folder / "w.npz", arrays);
  const Weights weights = LoadWeights(folder / "w.npz", Two());
  const auto& w = weights.layers[1].w;
  ASSERT_EQ(w.size(), 2u);
  ASSERT_EQ(w[0].size(), 2u);
  ASSERT_EQ(w[1].size(), 3u);
  EXPECT_EQ(w[0][1][0], 9);
  EXPECT_EQ(w[1][0][0], 18);
  EXPECT_EQ(w[1][2][8], 44);
}

TEST(Weights, ShiftsOfAnyIntegerTypeAndOneElement) {
  NpzArrays arrays = GoodArrays();
  arrays["L1.act_shift"] = NpyArray::From({1}, std::vector<uint64_t>{31});
  arrays["L1.bias_shift"] = NpyArray::From({}, std::vector<int8_t>{16});
  EXPECT_EQ(Reported(arrays), Lines{});
  arrays["L1.act_shift"] = NpyArray::From({}, std::vector<uint16_t>{31});
  arrays["L1.bias_shift"] = NpyArray::From({1}, std::vector<uint32_t>{16});
  arrays["L2.act_shift"] = NpyArray::From({}, std::vector<int64_t>{5});
  EXPECT_EQ(Reported(arrays), Lines{});
  arrays["L1.act_shift"] = NpyArray::From({}, std::vector<uint16_t>{65535});
  EXPECT_EQ(Reported(arrays), Lines{"L1.act_shift: value is 65535, allowed is 0 to 31"});
}

// Only what is allowed at the place is named, also to arrays of types that are not read.
TEST(Weights, TypesThatAreNotRead) {
  const std::string convert =
      "; bring the values to -32768 to 32767 and convert them with NumPy's astype('int16')";
  NpzArrays arrays = GoodArrays();
  arrays["L1.bias"].dtype = DType::kU16;
  NpyArray& other = arrays["L2.act_shift"];
  other.dtype = DType::kOther;
  other.data.clear();
  EXPECT_EQ(Reported(arrays),
            (Lines{"L1.bias: element type is uint16, allowed is int16" + convert,
                   "L2.act_shift: element type is '|V0', allowed are the integer types; convert it "
                   "with NumPy's astype('int32')"}));
}

TEST(Weights, MissingAndUnknownArrays) {
  NpzArrays arrays = GoodArrays();
  auto table = arrays.extract("L2.table");
  table.key() = "L2.tabel";
  arrays.insert(std::move(table));
  EXPECT_EQ(Reported(arrays), (Lines{"L2.table: array is missing",
                                     "L2.tabel: unknown array, the network has no use for it"}));
}

TEST(Weights, TypesShapesAndRanges) {
  NpzArrays arrays = GoodArrays();
  arrays["L1.weights"] = NpyArray::From({3, 5, 6}, std::vector<int32_t>(90));
  arrays["L1.bias"] = NpyArray::From({4}, std::vector<int16_t>(4));
  arrays["L1.act_shift"] = NpyArray::From({}, std::vector<int32_t>{32});
  arrays["L1.bias_shift"] = NpyArray::From({}, std::vector<int32_t>{-1});
  arrays["L1.table"] = NpyArray::From({1024}, std::vector<int8_t>(1024));
  arrays["L2.act_shift"] = NpyArray::From({}, std::vector<double>{3});
  arrays["L2.bias_shift"] = NpyArray::From({2}, std::vector<int32_t>(2));
  EXPECT_EQ(Reported(arrays),
            (Lines{"L1.weights: element type is int32, allowed is int16; bring the values to "
                   "-32768 to 32767 and convert them with NumPy's astype('int16')",
                   "L1.weights: shape is (3, 5, 6), the network needs (3, 6, 5)",
                   "L1.bias: shape is (4,), the network needs (3,)",
                   "L1.act_shift: value is 32, allowed is 0 to 31",
                   "L1.bias_shift: value is -1, allowed is 0 to 16",
                   "L1.table: element type is int8, allowed is uint8; bring the values to 0 to 255 "
                   "and convert them with NumPy's astype('uint8')",
                   "L2.act_shift: element type is float64, allowed are the integer types; convert "
                   "it with NumPy's astype('int32')",
                   "L2.bias_shift: shape is (2,), allowed is () or (1,)"}));
}

TEST(Weights, HugeUnsignedShift) {
  NpzArrays arrays = GoodArrays();
  arrays["L1.act_shift"] = NpyArray::From({}, std::vector<uint64_t>{~0ULL});
  EXPECT_EQ(Reported(arrays), Lines{"L1.act_shift: value is above 2^63, allowed is 0 to 31"});
}

TEST(Weights, NoArchiveIsAnInputError) {
  EXPECT_THROW(LoadWeights("/nowhere/w.npz", Two()), InputError);
}

}  // namespace
}  // namespace nve
