// SPDX-License-Identifier: Apache-2.0
// Gray pictures: PNG and portable anymap files.
//
// Colour becomes gray by BT.601 luma, (299 R + 587 G + 114 B) / 1000 rounded to nearest; alpha is
// dropped; 16-bit PNG samples keep their upper byte; anymap samples are scaled to 0..255.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/feature_maps.hpp"

namespace nve {

// Pictures wider or higher than this are refused.
inline constexpr int kMaxImageSide = 16384;

// The size of a picture as its file says it, each side in decimal digits.
struct ImageSides {
  std::string_view columns;
  std::string_view rows;
  const char* format;  // "PNG"
};

// Reports the sides that no picture has (a damaged file) and those above kMaxImageSide.
void CheckImageSides(const ImageSides& sides, const std::string& name, Diagnostics& problems);

// One map: a PNG of any type, or PGM/PPM (P2, P3, P5, P6), told apart by their first bytes. A file
// of another kind or a damaged one is an InputError.
FeatureMaps ReadImage(const std::string& path);

// The first bytes say that a file is a picture that ReadImage takes, damaged or not.
bool LooksLikeImage(std::span<const uint8_t> bytes);

// The same as ReadImage on memory; `name` stands for the file in messages.
FeatureMaps ParseImage(std::span<const uint8_t> bytes, const std::string& name);

// An 8-bit gray PNG of one map, replaced atomically.
void WritePng(const std::string& path, const FeatureMaps& image);

// (299 r + 587 g + 114 b) / 1000, rounded to nearest.
constexpr uint8_t Luma(int r, int g, int b) {
  return static_cast<uint8_t>((299 * r + 587 * g + 114 * b + 500) / 1000);
}

}  // namespace nve
