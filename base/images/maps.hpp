// SPDX-License-Identifier: Apache-2.0
// Feature maps in files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/images/feature_maps.hpp"

namespace nve {

// The input of a network: a picture (one map), or a .npy of uint8 with shape (height, width) or
// (maps, height, width), every extent at least 1. The first bytes tell which, whatever the name.
// InputError otherwise.
FeatureMaps ReadInputMaps(const std::string& path);

// The same on memory; `name` stands for the file in messages.
FeatureMaps ParseInputMaps(const std::vector<uint8_t>& bytes, const std::string& name);

// The files that WriteMaps writes.
std::vector<std::string> MapFiles(const std::string& folder, const std::string& name, int maps);

// Writes folder/name.npy (maps, height, width) and one PNG per map: name.png if there is one map,
// name_<m>.png otherwise.
void WriteMaps(const std::string& folder, const std::string& name, const FeatureMaps& maps);

// A pixel that is not as expected; map, row and column count from 0.
struct PixelDifference {
  int map = 0;
  int row = 0;
  int column = 0;
  int expected = 0;
  int got = 0;
};

// How many, and the first.
struct PixelDifferences {
  int64_t count = 0;
  std::optional<PixelDifference> first;

  // "map 0 row 1 column 2 is 3, expected 4"; empty if there is none
  std::string FirstText() const;
};

// Both must have the same extents.
PixelDifferences ComparePixels(const FeatureMaps& expected, const FeatureMaps& got);

}  // namespace nve
