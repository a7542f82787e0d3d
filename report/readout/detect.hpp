// SPDX-License-Identifier: Apache-2.0
// Boxes: windows whose score reaches the threshold, one for each object.
#pragma once

#include <vector>

#include "report/readout/boxes.hpp"
#include "report/readout/mosaic.hpp"

namespace nve {

struct FoundBox {
  int picture = 0;  ///< number
  Box box;          ///< at the picture's own scale
  int score = 0;    ///< 0 to 255
  int number = 0;   ///< of the class
  double scale = 1;
  bool operator==(const FoundBox&) const = default;
};

/// The object of a window with its corner at (y, x) of a part, in the picture. It lies in the
/// middle of the window, rounded up and to the left. Each edge is put to the picture's scale and
/// rounded to nearest, halves up.
Box BoxOf(const ModelFile& model, const MosaicPart& part, const FeatureMaps& picture, int y, int x);

/// Every window that reaches the threshold. An output map is a class.
std::vector<FoundBox> Candidates(const ModelFile& model, const Mosaic& mosaic,
                                 const std::vector<NamedPicture>& pictures,
                                 const FeatureMaps& output);

/// Those that stay, by picture: by falling score, then by smaller y, x, scale and class, each one
/// that overlaps none that stays by more than `overlap` (intersection over union).
std::vector<FoundBox> Suppress(std::vector<FoundBox> candidates, double overlap);

}  // namespace nve
