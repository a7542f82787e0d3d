// SPDX-License-Identifier: Apache-2.0
// Boxes drawn on pictures.
#pragma once

#include "base/images/rgb_picture.hpp"
#include "report/readout/boxes.hpp"

namespace nve {

inline constexpr Rgb kGreen = {0, 200, 60};
inline constexpr Rgb kRed = {230, 30, 30};
inline constexpr Rgb kYellow = {250, 200, 0};

/// A frame of `thickness` pixels around a box; what would lie outside the picture is left out.
void DrawFrame(RgbPicture& picture, const Box& box, int thickness, const Rgb& colour);

}  // namespace nve
