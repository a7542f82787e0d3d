// SPDX-License-Identifier: Apache-2.0
// Arrays by name: what is missing, unknown or of another shape, and the order of kernels.
#include "convnet/array_reader.hpp"

#include <gtest/gtest.h>

#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

TEST(ArrayReader, ReportsWhatDoesNotFit) {
  const std::string file = "w.npz";
  const NpzArrays arrays = {{"a", NpyArray::From({2, 1}, std::vector<int16_t>{1, 2})},
                            {"c", NpyArray::From({}, std::vector<int16_t>{3})}};
  Diagnostics diagnostics;
  ArrayReader reader(file, arrays, diagnostics);
  const NpyArray* found = reader.Find("a");
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(reader.HasShape("a", *found, {2, 1}));
  EXPECT_EQ(diagnostics.errors(), 0);
  EXPECT_FALSE(reader.HasShape("a", *found, {1, 2}));
  EXPECT_EQ(reader.Find("b"), nullptr);
  reader.CheckUnknown();
  std::vector<std::string> lines;
  for (const Diagnostic& each : diagnostics.all()) lines.push_back(ToString(each));
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "w.npz: error: element <a>: shape is (2, 1), the network needs (1, 2)",
                       "w.npz: error: element <b>: array is missing",
                       "w.npz: error: element <c>: unknown array, the network has no use for it"}));
}

TEST(ArrayReader, KernelsByOutputThenByListedInput) {
  const Network network = MustParse(TwoLayers());
  std::vector<int> flat(45);
  for (size_t i = 0; i < flat.size(); ++i) flat[i] = static_cast<int>(i);
  const Kernels<int> kernels = KernelsOf(network.layers[1], flat);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].size(), 2u);
  ASSERT_EQ(kernels[1].size(), 3u);
  EXPECT_EQ(kernels[1][0].front(), 18);
  EXPECT_EQ(kernels[1][2].back(), 44);
}

}  // namespace
}  // namespace nve
