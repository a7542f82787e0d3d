// SPDX-License-Identifier: Apache-2.0
// Pictures of --input, which may be given several times.
#pragma once

#include <string>
#include <vector>

#include "base/images/picture_set.hpp"

namespace nve {

/// Pictures, and the files that they were read from.
struct InputPictures {
  std::vector<NamedPicture> pictures;  ///< of one map each
  std::vector<std::string> files;
};

/// Reads the pictures of each input, a file or a folder, as ReadPictures does. InputError with all
/// problems; also if a picture has several maps, or if there are more than kMostPictures.
InputPictures ReadInputPictures(const std::vector<std::string>& inputs);

}  // namespace nve
