// SPDX-License-Identifier: Apache-2.0
// Equations 6.1 to 6.5: see volume.hpp.
#include "planner/mapping/volume.hpp"

namespace nve::planner {
TripCounts TripCountsOf(const LayerShape& layer, const Tile& tile) {
  return {Trips(layer.GroupOutputs(), tile.oc), Trips(layer.GroupInputs(), tile.ic),
          Trips(layer.kh, tile.kh) * Trips(layer.kw, tile.kw),
          Trips(layer.oh, tile.oh) * Trips(layer.ow, tile.ow)};
}

int64_t InputRows(const LayerShape& layer, Convention convention) {
  return InputRows(layer) + (convention == Convention::kPadded ? 2 * layer.pad_h : 0);
}

int64_t InputColumns(const LayerShape& layer, Convention convention) {
  return InputColumns(layer) + (convention == Convention::kPadded ? 2 * layer.pad_w : 0);
}

Words TensorWords(const LayerShape& layer, Convention convention) {
  return {layer.ic * InputRows(layer, convention) * InputColumns(layer, convention),
          layer.Weights(), layer.oc * layer.oh * layer.ow};
}

Words TileWords(const LayerShape& layer, const Tile& tile, Convention convention) {
  const int64_t rows = InputSpan(tile.oh, tile.kh, layer.stride_h, InputRows(layer, convention));
  const int64_t columns =
      InputSpan(tile.ow, tile.kw, layer.stride_w, InputColumns(layer, convention));
  return {tile.ic * rows * columns, tile.oc * tile.ic * tile.kh * tile.kw,
          tile.oc * tile.oh * tile.ow};
}

bool Fits(const Words& tile, const Hardware& hardware) {
  return tile.input <= hardware.InputWords() && tile.weight <= hardware.WeightWords() &&
         tile.output <= hardware.OutputWords();
}

Words EquationWords(const LayerShape& layer, const Mapping& mapping, Convention convention) {
  return Moved(TensorWords(layer, convention),
               ReloadsOf(TripCountsOf(layer, mapping.tile), mapping.flow));
}

}  // namespace nve::planner
