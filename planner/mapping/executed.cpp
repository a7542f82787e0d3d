// SPDX-License-Identifier: Apache-2.0
// Executed words in closed form: see executed.hpp.
#include "planner/mapping/executed.hpp"

#include <algorithm>

namespace nve::planner {

Span RowSpan(const LayerShape& layer, Convention convention) {
  return {layer.oh, layer.kh, layer.stride_h, convention == Convention::kStored ? layer.pad_h : 0,
          InputRows(layer, convention)};
}

Span ColumnSpan(const LayerShape& layer, Convention convention) {
  return {layer.ow, layer.kw, layer.stride_w, convention == Convention::kStored ? layer.pad_w : 0,
          InputColumns(layer, convention)};
}

InputLines LinesOf(const Span& span, int64_t first_output, int64_t outputs) {
  const int64_t begin = first_output * span.stride - span.pad;
  const int64_t end = begin + PaddedLines(outputs, span.stride, span.kernel);
  const int64_t first = std::max<int64_t>(begin, 0);
  const int64_t last = std::min(end, span.extent);
  return {first, last - first, first - begin, end - last};
}

int64_t SumOfTiles(const Span& span, int64_t tile) {
  int64_t sum = 0;
  for (int64_t first = 0; first < span.bound; first += tile) {
    sum += LinesOf(span, first, std::min(tile, span.bound - first)).count;
  }
  return sum;
}

Words PassWords(const LayerShape& layer, const Tile& tile, Convention convention) {
  Words pass = TensorWords(layer, convention);
  pass.input = layer.ic * SumOfTiles(RowSpan(layer, convention), tile.oh) *
               SumOfTiles(ColumnSpan(layer, convention), tile.ow);
  return pass;
}

Words ExecutedWords(const LayerShape& layer, const Mapping& mapping, Convention convention) {
  return Moved(PassWords(layer, mapping.tile, convention),
               ReloadsOf(TripCountsOf(layer, mapping.tile), mapping.flow));
}

}  // namespace nve::planner
