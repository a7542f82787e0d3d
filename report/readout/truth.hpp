// SPDX-License-Identifier: Apache-2.0
// The truth about pictures: the right class of each, or where objects lie.
#pragma once

#include <string>
#include <vector>

#include "report/readout/detect.hpp"
#include "report/result/read_out_result.hpp"

namespace nve {

/// The right class of each of `count` pictures, as numbers from 0: an IDX file or a .npy of whole
/// numbers with one extent, or a text with a name or number in each line. InputError with all
/// problems if there are more or fewer, or if one is no class.
std::vector<int> ReadLabels(const std::string& path, size_t count,
                            const std::vector<std::string>& classes);

/// What lies in a picture.
struct Scene {
  std::vector<Box> signs;
  std::vector<std::string> classes;  ///< of the signs
  std::vector<Box> look_alikes;
};

/// Reads {"signs": [{"x", "y", "width", "height", "class"}], "look_alikes": [{"x", "y", "width",
/// "height"}]}; other members are left alone. InputError with all problems.
Scene ReadScene(const std::string& path);

/// Least intersection over union of a box and the sign that it belongs to.
inline constexpr double kSameObject = 0.5;

/// Boxes beside a scene: for each box, by falling score, the number of the sign that it belongs
/// to, or -1 of a false one. A sign has one box: the one with the higher score.
std::vector<int> MatchBoxes(const std::vector<FoundBox>& boxes, const Scene& scene);

/// The same counted.
FoundOfRun CountFound(const std::vector<FoundBox>& boxes, const std::vector<int>& matches,
                      const Scene& scene);

}  // namespace nve
