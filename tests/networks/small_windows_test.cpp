// SPDX-License-Identifier: Apache-2.0
// Every small window with few inputs and maps. Their loop bodies are the shortest there are, so
// reads, activations and what one iteration carries into the next lie closest to the edges of a
// pass.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/networks/random_run.hpp"

namespace nve {
namespace {

RandomNetwork OneLayer(const Layer& window, int inputs, int maps) {
  RandomNetwork one;
  Layer layer = window;
  layer.name = "L1";
  layer.out_height = 18;
  layer.out_width = 4;
  for (int map = 0; map < maps; ++map) {
    OutputMap output = {map, {}, {}};
    for (int input = 0; input < inputs; ++input) output.inputs.push_back(input);
    layer.outputs.push_back(output);
  }
  one.network = {fmt::format("{}x{}-steps-{}x{}-inputs-{}-maps-{}", layer.kernel_height,
                             layer.kernel_width, layer.stride_y, layer.stride_x, inputs, maps),
                 {layer}};
  one.weights = SeededWeights(one.network, 1);
  one.picture = FeatureMaps(inputs, layer.InputHeight(), layer.InputWidth());
  uint8_t pixel = 0;
  for (uint8_t& p : one.picture.pixels) p = pixel += 101;
  return one;
}

class SmallWindows : public ::testing::TestWithParam<std::string> {
 protected:
  void ExpectBitExact(const Layer& window) {
    for (int inputs = 1; inputs <= 3; ++inputs) {
      for (int maps = 1; maps <= 3; ++maps) {
        RandomNetwork one = OneLayer(window, inputs, maps);
        one.options.passes = *FindPreset(GetParam());
        EXPECT_EQ(RunOnGoldenModel(one).problem, "");
      }
    }
  }
};

TEST_P(SmallWindows, AreBitExactOnTheGoldenModel) {
  Layer window;
  for (window.kernel_height = 1; window.kernel_height <= 3; ++window.kernel_height) {
    for (window.kernel_width = 1; window.kernel_width <= 3; ++window.kernel_width) {
      for (window.stride_y = 1; window.stride_y <= 2; ++window.stride_y) {
        for (window.stride_x = 1; window.stride_x <= 3; ++window.stride_x) ExpectBitExact(window);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, SmallWindows, ::testing::Values("O2", "scopes2015", "default"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace nve
