// SPDX-License-Identifier: Apache-2.0
// Classes: the maps of the output pixel that belongs to a picture.
#pragma once

#include <vector>

#include "report/readout/mosaic.hpp"

namespace nve {

struct ClassScore {
  int number = 0;  ///< of the class
  int score = 0;   ///< 0 to 255
  bool operator==(const ClassScore&) const = default;
};

/// The `most` classes of the highest scores, the highest first; of equal ones the lowest number
/// first.
std::vector<ClassScore> BestClasses(const std::vector<int>& scores, size_t most);

/// A part's scores by class: those of its first window.
std::vector<int> ScoresOf(const ModelFile& model, const MosaicPart& part,
                          const FeatureMaps& output);

}  // namespace nve
