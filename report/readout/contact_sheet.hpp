// SPDX-License-Identifier: Apache-2.0
// All pictures of a run on one sheet, in frames: right green, wrong red.
#pragma once

#include <vector>

#include "base/images/picture_set.hpp"
#include "base/images/rgb_picture.hpp"

namespace nve {

/// How many pictures a sheet has; later ones are left out.
inline constexpr size_t kMostOnSheet = 1024;

enum class SheetFrame { kRight, kWrong, kUnknown };

/// Pictures of one size row by row, in ceil(sqrt(n)) columns, small ones two or three times as
/// large. `frames` has one for each picture: green, red, or gray if the truth is not known.
RgbPicture DrawContactSheet(const std::vector<NamedPicture>& pictures,
                            const std::vector<SheetFrame>& frames);

}  // namespace nve
