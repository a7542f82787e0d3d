// SPDX-License-Identifier: Apache-2.0
// Portable anymap files (P2, P3, P5, P6): used by images.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/images/images.hpp"

namespace nve {

// The bytes begin with "P2", "P3", "P5" or "P6" and white space.
bool LooksLikePnm(std::span<const uint8_t> bytes);

// See ReadImage.
FeatureMaps ParsePnm(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace nve
