// Equations 6.1 to 6.5: see volume.hpp.
#include "planner/mapping/volume.hpp"

namespace nve::planner {
namespace {

int64_t Span(int64_t outputs, int64_t stride, int64_t kernel, int64_t pad, Convention convention) {
  const int64_t padded = (outputs - 1) * stride + kernel;
  return convention == Convention::kPadded ? padded : padded - 2 * pad;
}

}  // namespace

TripCounts TripCountsOf(const LayerShape& layer, const Tile& tile) {
  return {Trips(layer.GroupOutputs(), tile.oc), Trips(layer.GroupInputs(), tile.ic),
          Trips(layer.kh, tile.kh) * Trips(layer.kw, tile.kw),
          Trips(layer.oh, tile.oh) * Trips(layer.ow, tile.ow)};
}

int64_t InputRows(const LayerShape& layer, Convention convention) {
  return Span(layer.oh, layer.stride_h, layer.kh, layer.pad_h, convention);
}

int64_t InputColumns(const LayerShape& layer, Convention convention) {
  return Span(layer.ow, layer.stride_w, layer.kw, layer.pad_w, convention);
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
  const Words tensors = TensorWords(layer, convention);
  const Reloads reloads = ReloadsOf(TripCountsOf(layer, mapping.tile), mapping.flow);
  return {tensors.input * reloads.input, tensors.weight * reloads.weight,
          tensors.output * reloads.output};
}

}  // namespace nve::planner
