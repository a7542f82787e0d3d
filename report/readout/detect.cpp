// SPDX-License-Identifier: Apache-2.0
// Boxes: see detect.hpp.
#include "report/readout/detect.hpp"

#include <algorithm>
#include <tuple>

#include "report/readout/part_windows.hpp"

namespace nve {
namespace {

// An edge of a part in the picture: at * side / scaled_side, rounded.
int EdgeOf(int at, int side, int scaled_side) {
  return static_cast<int>((2 * int64_t{at} * side + scaled_side) / (2 * int64_t{scaled_side}));
}

auto Order(const FoundBox& found) {
  return std::tuple(found.picture, -found.score, found.box.y, found.box.x, found.scale,
                    found.number);
}

}  // namespace

Box BoxOf(const ModelFile& model, const MosaicPart& part, const FeatureMaps& picture, int y,
          int x) {
  const int top = y + (model.window.rows - model.box.rows) / 2;
  const int left = x + (model.window.columns - model.box.columns) / 2;
  Box box;
  box.x = EdgeOf(left, picture.width, part.width);
  box.y = EdgeOf(top, picture.height, part.height);
  box.width = EdgeOf(left + model.box.columns, picture.width, part.width) - box.x;
  box.height = EdgeOf(top + model.box.rows, picture.height, part.height) - box.y;
  return box;
}

std::vector<FoundBox> Candidates(const ModelFile& model, const Mosaic& mosaic,
                                 const std::vector<NamedPicture>& pictures,
                                 const FeatureMaps& output) {
  std::vector<FoundBox> candidates;
  for (const MosaicPart& part : mosaic.parts) {
    const FeatureMaps& picture = pictures[static_cast<size_t>(part.picture)].maps;
    ForEachWindow(model, part, [&](int row, int column, int y, int x) {
      for (int m = 0; m < output.maps; ++m) {
        const int score = output.at(m, row, column);
        if (score < model.threshold) continue;
        candidates.push_back(
            {part.picture, BoxOf(model, part, picture, y, x), score, m, part.scale});
      }
    });
  }
  return candidates;
}

std::vector<FoundBox> Suppress(std::vector<FoundBox> candidates, double overlap) {
  std::ranges::sort(candidates, {}, Order);
  std::vector<FoundBox> kept;
  for (const FoundBox& candidate : candidates) {
    const bool is_free = std::ranges::none_of(kept, [&](const FoundBox& other) {
      return other.picture == candidate.picture &&
             IntersectionOverUnion(other.box, candidate.box) > overlap;
    });
    if (is_free) kept.push_back(candidate);
  }
  return kept;
}

}  // namespace nve
