// SPDX-License-Identifier: Apache-2.0
// Heat maps: scores as a picture over the picture.
#pragma once

#include "base/images/rgb_picture.hpp"
#include "report/readout/mosaic.hpp"

namespace nve {

/// Scores of a picture, as large as the picture. The score of a window, the highest of its maps,
/// fills a rectangle of the step's size in the middle of the window, put to the picture's scale. Of
/// several scores the highest counts; pixels without one are 0.
FeatureMaps HeatOf(const ModelFile& model, const Mosaic& mosaic,
                   const std::vector<NamedPicture>& pictures, const FeatureMaps& output,
                   int picture);

/// The picture in gray with the heat in red over it.
RgbPicture DrawHeat(const FeatureMaps& picture, const FeatureMaps& heat);

}  // namespace nve
