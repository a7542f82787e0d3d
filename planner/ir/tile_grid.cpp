// SPDX-License-Identifier: Apache-2.0
// Boxes of tensors, clipped at the bounds of their loops: see tile_grid.hpp.
#include "planner/ir/tile_grid.hpp"

#include <algorithm>

namespace nve::planner {
namespace {

// One tile of a loop, the last one clipped.
struct Range {
  int64_t first;
  int64_t size;
};
Range RangeOf(int64_t bound, int64_t tile, int64_t index) {
  return {index * tile, std::min(tile, bound - index * tile)};
}

}  // namespace

TileGrid::TileGrid(const LayerShape& layer, const Tile& tile)
    : layer_(layer),
      tile_(tile),
      trips_(TripCountsOf(layer, tile)),
      across_(Trips(layer.ow, tile.ow)) {}

InputLines TileGrid::RowsOf(int64_t map) const {
  const Range rows = RangeOf(layer_.oh, tile_.oh, map / across_);
  return LinesOf(RowSpan(layer_, Convention::kStored), rows.first, rows.size);
}

InputLines TileGrid::ColumnsOf(int64_t map) const {
  const Range columns = RangeOf(layer_.ow, tile_.ow, map % across_);
  return LinesOf(ColumnSpan(layer_, Convention::kStored), columns.first, columns.size);
}

IrPadding TileGrid::PaddingOf(const LoopPosition& at) const {
  const InputLines rows = RowsOf(at.map);
  const InputLines columns = ColumnsOf(at.map);
  return {columns.before, columns.after, rows.before, rows.after};
}

TileGrid::Box TileGrid::BoxOf(IrTensor tensor, const LoopPosition& at) const {
  const Range outputs = RangeOf(layer_.GroupOutputs(), tile_.oc, at.outputs);
  const Range inputs = RangeOf(layer_.GroupInputs(), tile_.ic, at.inputs);
  const int64_t first_output = at.group * layer_.GroupOutputs() + outputs.first;
  switch (tensor) {
    case IrTensor::kInput: {
      const InputLines rows = RowsOf(at.map);
      const InputLines columns = ColumnsOf(at.map);
      return {{0, at.group * layer_.GroupInputs() + inputs.first, rows.first, columns.first},
              {1, inputs.size, rows.count, columns.count}};
    }
    case IrTensor::kWeight:
      return {{first_output, inputs.first, 0, 0},
              {outputs.size, inputs.size, layer_.kh, layer_.kw}};
    case IrTensor::kOutput:
      break;
  }
  const Range rows = RangeOf(layer_.oh, tile_.oh, at.map / across_);
  const Range columns = RangeOf(layer_.ow, tile_.ow, at.map % across_);
  return {{0, first_output, rows.first, columns.first}, {1, outputs.size, rows.size, columns.size}};
}

size_t TileGrid::NumberOf(IrTensor tensor, const LoopPosition& at) const {
  int64_t number = 0;
  switch (tensor) {
    case IrTensor::kInput:
      number = (at.group * trips_.c + at.inputs) * trips_.h + at.map;
      break;
    case IrTensor::kWeight:
      number = (at.group * trips_.n + at.outputs) * trips_.c + at.inputs;
      break;
    case IrTensor::kOutput:
      number = (at.group * trips_.n + at.outputs) * trips_.h + at.map;
      break;
  }
  return static_cast<size_t>(number);
}

std::array<std::vector<IrTile>, 3> TileGrid::Tiles() const {
  std::array<std::vector<IrTile>, 3> tiles;
  const auto add = [&](IrTensor tensor, const LoopPosition& at) {
    const Box box = BoxOf(tensor, at);
    std::vector<IrTile>& list = tiles[static_cast<size_t>(tensor)];
    const int64_t offset = OffsetOf(box.first, SizesOf(layer_, tensor));
    list.push_back({static_cast<int64_t>(list.size()), offset, box.sizes});
  };
  for (int64_t group = 0; group < layer_.groups; ++group) {
    for (int64_t c = 0; c < trips_.c; ++c) {
      for (int64_t h = 0; h < trips_.h; ++h) add(IrTensor::kInput, {group, 0, c, h});
    }
    for (int64_t n = 0; n < trips_.n; ++n) {
      for (int64_t c = 0; c < trips_.c; ++c) add(IrTensor::kWeight, {group, n, c, 0});
      for (int64_t h = 0; h < trips_.h; ++h) add(IrTensor::kOutput, {group, n, 0, h});
    }
  }
  return tiles;
}

}  // namespace nve::planner
