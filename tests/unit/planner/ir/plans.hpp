// SPDX-License-Identifier: Apache-2.0
// Plans, data for them, and figure 7.1's.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "planner/ir/direct_convolution.hpp"
#include "planner/ir/execute_ir.hpp"
#include "planner/ir/make_ir.hpp"
#include "planner/mapping/search.hpp"
#include "tests/unit/planner/mapping/draw.hpp"
#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner {

/// Every loop order: a flow with each of the two loops that may be outermost.
struct LoopOrder {
  Flow flow;
  LoopGroup outermost;
};
inline constexpr LoopOrder kLoopOrders[] = {
    {Flow::kInput, LoopGroup::kInputs},   {Flow::kInput, LoopGroup::kMaps},
    {Flow::kWeight, LoopGroup::kOutputs}, {Flow::kWeight, LoopGroup::kInputs},
    {Flow::kOutput, LoopGroup::kOutputs}, {Flow::kOutput, LoopGroup::kMaps}};

/// Figure 7.1's layer and tile, and the memories it prints.
inline const LayerShape kFigureLayer = Square(256, 128, 56, 3, 1);
inline const Tile kFigureTile = {56, 65, 16, 56, 3, 3};

/// Values that are small and differ from word to word.
inline LayerData DataFor(const LayerShape& layer) {
  std::mt19937 random(71);
  const auto fill = [&](IrTensor tensor) {
    std::vector<int64_t> words(static_cast<size_t>(WordsOf(SizesOf(layer, tensor))));
    for (int64_t& word : words) word = static_cast<int64_t>(random() % 255) - 127;
    return words;
  };
  return {fill(IrTensor::kInput), fill(IrTensor::kWeight)};
}

/// The plan gives what its layer is, and moves what its tiles say.
inline void ExpectRight(const PlanIr& ir) {
  const LayerShape layer = LayerOf(ir);
  const LayerData data = DataFor(layer);
  const IrRun run = ExecuteIr(ir, data);
  EXPECT_EQ(run.output, DirectConvolution(layer, data.input, data.weight));
  EXPECT_EQ(run.moved, IrWords(ir));
}

/// A tile of a layer, each loop's at random.
inline Tile DrawTile(Draw& draw, const LayerShape& layer) {
  return {draw.In(1, layer.GroupOutputs()),
          draw.In(1, layer.GroupInputs()),
          draw.In(1, layer.oh),
          draw.In(1, layer.ow),
          layer.kh,
          layer.kw};
}

/// Memories that hold a few tiles.
inline Hardware DrawMemories(Draw& draw, const LayerShape& layer, const Tile& tile) {
  const Words words = TileWords(layer, tile, Convention::kStored);
  Hardware hardware;
  hardware.mem_words = {words.input * draw.In(1, 4) + draw.In(0, 3),
                        words.weight * draw.In(1, 4) + draw.In(0, 3),
                        words.output * draw.In(1, 4) + draw.In(0, 3)};
  return hardware;
}

/// A layer whose stride may be larger than its kernel, and its padding as large as allowed.
inline LayerShape DrawAnyLayer(Draw& draw) {
  LayerShape layer = draw.Layer();
  if (draw.In(0, 3) == 0) layer.stride_h = draw.In(1, 5);
  if (draw.In(0, 3) == 0) layer.stride_w = draw.In(1, 5);
  const auto pad = [&](int64_t outputs, int64_t stride, int64_t kernel) {
    return draw.In(0, std::min(kernel - 1, (PaddedLines(outputs, stride, kernel) - 1) / 2));
  };
  layer.pad_h = pad(layer.oh, layer.stride_h, layer.kh);
  layer.pad_w = pad(layer.ow, layer.stride_w, layer.kw);
  return layer;
}

}  // namespace nve::planner
