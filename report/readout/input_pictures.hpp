// SPDX-License-Identifier: Apache-2.0
// Pictures of a command line.
#pragma once

#include <string>
#include <vector>

#include "base/images/feature_maps.hpp"

namespace nve {

/// One map, and what messages call it: its file, with a number if the file has several.
struct InputPicture {
  std::string name;
  FeatureMaps picture;
};

/// More pictures than any data set for networks of this size has.
inline constexpr int kMostPictures = 1000000;

/// Pictures, and the files that they were read from.
struct InputPictures {
  std::vector<InputPicture> pictures;
  std::vector<std::string> files;
};

/// Reads what each input has: a picture; a .npy of (height, width) or (pictures, height, width); an
/// IDX file, packed by gzip or not; or a folder of such files and nothing else, in the order of
/// their names. Files whose names begin with a dot are left out. InputError with all problems.
InputPictures ReadInputPictures(const std::vector<std::string>& inputs);

}  // namespace nve
