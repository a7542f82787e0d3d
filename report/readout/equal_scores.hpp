// SPDX-License-Identifier: Apache-2.0
// Scores beside those of the reference, picture by picture.
#pragma once

#include <optional>

#include "report/readout/mosaic.hpp"
#include "report/result/read_out_result.hpp"

namespace nve {

struct EqualScores {
  int64_t pictures = 0;  ///< all of whose scores are equal
  std::optional<FirstDifferentPicture> first;
};

/// Compares the scores of all windows and maps that belong to each picture. Both outputs have the
/// extents that belong to the mosaic.
EqualScores CompareScores(const ModelFile& model, const Mosaic& mosaic,
                          const std::vector<NamedPicture>& pictures, const FeatureMaps& expected,
                          const FeatureMaps& got);

}  // namespace nve
