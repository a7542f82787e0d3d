// SPDX-License-Identifier: Apache-2.0
// Classes: see classify.hpp.
#include "report/readout/classify.hpp"

#include <algorithm>

namespace nve {

std::vector<ClassScore> BestClasses(const std::vector<int>& scores, size_t most) {
  std::vector<ClassScore> classes;
  for (size_t i = 0; i < scores.size(); ++i) classes.push_back({static_cast<int>(i), scores[i]});
  std::ranges::stable_sort(
      classes, [](const ClassScore& a, const ClassScore& b) { return a.score > b.score; });
  classes.resize(std::min(most, classes.size()));
  return classes;
}

std::vector<int> ScoresOf(const ModelFile& model, const MosaicPart& part,
                          const FeatureMaps& output) {
  const auto maps = static_cast<int>(model.classes.size());
  std::vector<int> scores;
  scores.reserve(static_cast<size_t>(maps));
  for (int m = 0; m < maps; ++m) {
    scores.push_back(output.at(part.sheet * maps + m, part.row / model.step.rows,
                               part.column / model.step.columns));
  }
  return scores;
}

}  // namespace nve
