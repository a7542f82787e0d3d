// SPDX-License-Identifier: Apache-2.0
// The roofline of plans of VGG's ninth convolution on the machine of figure 6.1.
#include "planner/mapping/performance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner {
namespace {

double Rounded(double value) { return std::round(value * 1000) / 1000; }

TEST(Performance, OfFourTilesOfOneLayer) {
  const struct {
    int64_t oc, ic, macs, iterations;
    double pes;
    int64_t input, weight, output;  // words of IS, WS, OS
    double intensity, attainable;   // of OS
  } rows[] = {{32, 32, 7225344, 7056, 1024, 15263744, 22175744, 10133504, 45.633, 73.013},
              {32, 64, 14450688, 14112, 1024, 8841216, 15753216, 10133504, 45.633, 73.013},
              {40, 32, 9031680, 14112, 640, 15263744, 20793344, 8751104, 52.842, 84.547},
              {46, 1, 324576, 14112, 23, 413460480, 418529280, 8290304, 55.779, 27.6}};
  const Hardware hardware = ReadHardware("figure61");
  const LayerShape layer = Square(512, 512, 28, 3, 1);
  const auto words = [&](const Tile& tile, Flow flow) {
    return EquationWords(layer, {tile, flow}, Convention::kPadded).Total();
  };
  for (const auto& row : rows) {
    const Tile tile = {row.oc, row.ic, 28, 28, 3, 3};
    EXPECT_EQ(words(tile, Flow::kInput), row.input);
    EXPECT_EQ(words(tile, Flow::kWeight), row.weight);
    EXPECT_EQ(words(tile, Flow::kOutput), row.output);
    const Performance speed = PerformanceOf(layer, tile, row.output, hardware);
    EXPECT_EQ(speed.tile_macs, row.macs);
    EXPECT_EQ(speed.iterations, row.iterations);
    EXPECT_EQ(speed.active_pes, row.pes);
    EXPECT_EQ(Rounded(speed.intensity), row.intensity);
    EXPECT_EQ(Rounded(speed.attainable), row.attainable);
    EXPECT_EQ(speed.ComputeBound(), row.oc == 46);
  }
  const Performance stationary =
      PerformanceOf(layer, {32, 64, 28, 28, 3, 3}, rows[1].input, hardware);
  EXPECT_EQ(Rounded(stationary.intensity), 52.303);
  EXPECT_EQ(Rounded(stationary.attainable), 83.685);
}

TEST(Performance, LoopsOfOneAxisAreRoundedUpTogether) {
  Hardware hardware;
  hardware.pe_len = {8, 4};
  hardware.pe_mapping[0] = {Loop::kIc, Loop::kKw};
  hardware.pe_mapping[1] = {Loop::kOc};
  const Performance speed = PerformanceOf(Square(4, 3, 5, 3), {4, 3, 5, 5, 3, 3}, 100, hardware);
  // 3 channels x 3 columns = 9 along 8 PEs: two steps, for 5 x 5 pixels and 3 kernel rows
  EXPECT_EQ(speed.iterations, 2 * 5 * 5 * 3);
  EXPECT_EQ(speed.tile_macs, 4 * 3 * 25 * 9);
}

}  // namespace
}  // namespace nve::planner
