// SPDX-License-Identifier: Apache-2.0
// Plans that run: their results against the direct convolution, bit by bit.
#include "planner/ir/execute_ir.hpp"

#include <gtest/gtest.h>

#include "tests/unit/planner/ir/plans.hpp"

namespace nve::planner {
namespace {

// All loop orders, with and without kept tiles.
void ExpectAllPlansRight(const LayerShape& layer, const Tile& tile, const Hardware& hardware) {
  for (const LoopOrder& order : kLoopOrders) {
    for (const bool keep : {false, true}) {
      const Mapping mapping = {tile, order.flow, order.outermost};
      ExpectRight(MakeIr(layer, mapping, hardware, {.keep_tiles = keep}));
    }
  }
}

// The same sizes beside each other, each a fraction.
LayerShape Reduced(LayerShape layer, int64_t fraction) {
  const auto reduce = [&](int64_t size) { return (size + fraction - 1) / fraction; };
  const bool is_depthwise = layer.groups > 1;
  layer.oc = reduce(layer.oc);
  layer.ic = reduce(layer.ic);
  if (is_depthwise) layer.groups = layer.ic;
  layer.oh = std::max<int64_t>(reduce(layer.oh), 2);
  layer.ow = std::max<int64_t>(reduce(layer.ow), 2);
  return layer;
}

void ExpectNetworkRight(const std::string& name, int64_t fraction, const std::string& part) {
  Draw draw(21);
  int layers = 0;
  for (const LayerShape& full : NamedNetwork(name).layers) {
    if (full.name.find(part) == std::string::npos) continue;
    const LayerShape layer = fraction == 1 ? full : Reduced(full, fraction);
    const auto part_of = [&](int64_t bound) { return Trips(bound, draw.In(1, 3)); };
    const Tile tile = {part_of(layer.GroupOutputs()),
                       part_of(layer.GroupInputs()),
                       part_of(layer.oh),
                       part_of(layer.ow),
                       layer.kh,
                       layer.kw};
    SCOPED_TRACE(layer.name);
    ExpectAllPlansRight(layer, tile, DrawMemories(draw, layer, tile));
    ++layers;
  }
  EXPECT_GT(layers, 0);
}

TEST(ExecuteIrTest, LeNet) { ExpectNetworkRight("lenet", 1, ""); }
TEST(ExecuteIrTest, FireLayersOfSqueezeNet) { ExpectNetworkRight("squeezenet_224", 8, "fire"); }
TEST(ExecuteIrTest, BlocksOfMobileNet) { ExpectNetworkRight("mobilenetv2", 14, "block_"); }

TEST(ExecuteIrTest, RandomLayers) {
  Draw draw(22);
  for (int i = 0; i < 100; ++i) {
    const LayerShape layer = DrawAnyLayer(draw);
    const Tile tile = DrawTile(draw, layer);
    SCOPED_TRACE(i);
    ExpectAllPlansRight(layer, tile, DrawMemories(draw, layer, tile));
  }
}

// By hand: a 2 x 2 kernel of ones over 1 to 9, and its zeros.
TEST(ExecuteIrTest, TheDirectConvolution) {
  LayerShape layer = Square(1, 1, 2, 2);
  EXPECT_EQ(DirectConvolution(layer, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1, 1, 1}),
            (std::vector<int64_t>{12, 16, 24, 28}));
  layer = Square(1, 1, 2, 2, 1);
  layer.stride_h = layer.stride_w = 2;
  EXPECT_EQ(DirectConvolution(layer, {1, 2, 3, 4}, {1, 2, 3, 4}),
            (std::vector<int64_t>{4, 6, 6, 4}));
}

}  // namespace
}  // namespace nve::planner
