// PNG files by libpng: used by images.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/support/images.hpp"

namespace nve {

// The bytes begin with the PNG signature.
bool LooksLikePng(std::span<const uint8_t> bytes);

// See ReadImage.
Image ParsePng(std::span<const uint8_t> bytes, const std::string& name);

// An 8-bit gray PNG.
std::vector<uint8_t> FormatPng(const Image& image);

}  // namespace nve
