// SPDX-License-Identifier: Apache-2.0
// PNG files by libpng: used by images.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/images/images.hpp"
#include "base/images/rgb_picture.hpp"

namespace nve {

// See ReadImage.
FeatureMaps ParsePng(std::span<const uint8_t> bytes, const std::string& name);

// An 8-bit gray PNG.
std::vector<uint8_t> FormatPng(const FeatureMaps& image);

// An 8-bit RGB PNG.
std::vector<uint8_t> FormatPng(const RgbPicture& picture);

}  // namespace nve
