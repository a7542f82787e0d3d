// SPDX-License-Identifier: Apache-2.0
// Compares scores: see equal_scores.hpp.
#include "report/readout/equal_scores.hpp"

#include <fmt/format.h>

#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "report/readout/part_windows.hpp"

namespace nve {

EqualScores CompareScores(const ModelFile& model, const Mosaic& mosaic,
                          const std::vector<NamedPicture>& pictures, const FeatureMaps& expected,
                          const FeatureMaps& got) {
  NVE_CHECK(
      expected.maps == got.maps && expected.height == got.height && expected.width == got.width,
      "scores of the same network");
  std::vector<std::string> texts(pictures.size());
  const int maps = got.maps / mosaic.sheets;
  const auto compare = [&](const MosaicPart& part) {
    std::string& text = texts[static_cast<size_t>(part.picture)];
    ForEachWindow(model, part, [&](int row, int column, int y, int x) {
      for (int m = 0; m < maps; ++m) {
        const int score = got.at(part.sheet * maps + m, row, column);
        const int right = expected.at(part.sheet * maps + m, row, column);
        if (!text.empty() || score == right) continue;
        text = fmt::format("map {}, window at row {}, column {} of scale {}: score {}, expected {}",
                           m, y, x, part.scale, score, right);
      }
    });
  };
  for (const MosaicPart& part : mosaic.parts) compare(part);
  EqualScores equal;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty()) {
      ++equal.pictures;
    } else if (!equal.first) {
      equal.first = {static_cast<int64_t>(i), pictures[i].name, texts[i]};
    }
  }
  return equal;
}

}  // namespace nve
