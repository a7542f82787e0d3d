// SPDX-License-Identifier: Apache-2.0
// Pictures of another size, by area averaging in whole numbers.
#pragma once

#include "base/images/feature_maps.hpp"

namespace nve {

/// The maps with `height` x `width` pixels. Each new pixel is the mean of the rectangle of old
/// pixels below it, each with the part of it that is covered, rounded to nearest, halves up. With H
/// x W old and h x w new pixels, old row Y covers [Y h, (Y + 1) h) and new row y [y H, (y + 1) H),
/// columns likewise: all parts are whole numbers, and a rectangle has H W.
FeatureMaps Resample(const FeatureMaps& maps, int height, int width);

}  // namespace nve
