// SPDX-License-Identifier: Apache-2.0
// Heat maps: see heat.hpp.
#include "report/readout/heat.hpp"

#include <algorithm>

#include "report/readout/detect.hpp"
#include "report/readout/part_windows.hpp"

namespace nve {
namespace {

int HighestAt(const FeatureMaps& output, int row, int column) {
  int highest = 0;
  for (int m = 0; m < output.maps; ++m) {
    highest = std::max<int>(highest, output.at(m, row, column));
  }
  return highest;
}

void Fill(const Box& box, int score, FeatureMaps& heat) {
  const int bottom = std::min(box.y + box.height, heat.height);
  const int right = std::min(box.x + box.width, heat.width);
  for (int y = box.y; y < bottom; ++y) {
    for (int x = box.x; x < right; ++x) {
      heat.at(0, y, x) = static_cast<uint8_t>(std::max<int>(score, heat.at(0, y, x)));
    }
  }
}

}  // namespace

FeatureMaps HeatOf(const ModelFile& model, const Mosaic& mosaic,
                   const std::vector<NamedPicture>& pictures, const FeatureMaps& output,
                   int picture) {
  const FeatureMaps& own = pictures[static_cast<size_t>(picture)].maps;
  FeatureMaps heat(1, own.height, own.width);
  ModelFile cell = model;
  cell.box = {std::min(model.step.rows, model.window.rows),
              std::min(model.step.columns, model.window.columns)};
  for (const MosaicPart& part : mosaic.parts) {
    if (part.picture != picture) continue;
    ForEachWindow(model, part, [&](int row, int column, int y, int x) {
      Fill(BoxOf(cell, part, own, y, x), HighestAt(output, row, column), heat);
    });
  }
  return heat;
}

RgbPicture DrawHeat(const FeatureMaps& picture, const FeatureMaps& heat) {
  RgbPicture drawn(picture);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const int gray = picture.at(0, y, x);
      const int score = heat.at(0, y, x);
      const auto cold = static_cast<uint8_t>(gray * (255 - score) / 255);
      const auto red = static_cast<uint8_t>(gray + (255 - gray) * score / 255);
      drawn.Set(y, x, {red, cold, cold});
    }
  }
  return drawn;
}

}  // namespace nve
