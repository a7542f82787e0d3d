// SPDX-License-Identifier: Apache-2.0
// Several pictures under one name: a file, an array of pictures, or a folder.
#pragma once

#include <string>
#include <vector>

#include "base/images/feature_maps.hpp"

namespace nve {

struct NamedPicture {
  std::string name;  // its file, with the number in the file if it has several: "digits.npy[7]"
  FeatureMaps maps;
};

// More pictures than any data set for networks of this size has.
inline constexpr int kMostPictures = 1000000;

// The files that a name stands for: the file itself, or all in a folder in the order of their
// names but for those that begin with a dot. InputError if there are none.
std::vector<std::string> PictureFiles(const std::string& path);

// The pictures of these files: PNG, PGM, PPM, or arrays of uint8, .npy or IDX, with shape (height,
// width), (pictures, height, width) or (pictures, maps, height, width); each may be packed by gzip.
// InputError, with all that is wrong in one run, if a file is none of these.
std::vector<NamedPicture> ReadPictures(const std::vector<std::string>& files);

}  // namespace nve
