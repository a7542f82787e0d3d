// SPDX-License-Identifier: Apache-2.0
// Pictures of results as parts of a page.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/compare/reported_run.hpp"
#include "report/html/html.hpp"

namespace nve {

enum class PictureChoice {
  kNetwork,  ///< the network's input and outputs
  kAll       ///< those of every layer too
};

/// A picture that some results have, the same in all of them.
struct EmbeddedPicture {
  std::string role;
  std::string name;                 ///< the role, with the map's number if there are several
  std::vector<std::string> labels;  ///< of the results
  std::string bytes;                ///< of the PNG; empty: there is none
  int width = 0, height = 0;
  std::string problem;  ///< why there is none
};

/// Where a result's picture lies: its file is named from the folder of the result.
std::string PicturePath(const ReportedRun& run, const Picture& picture);

/// Reads PNGs. What cannot be read is told in the place of the picture.
std::vector<EmbeddedPicture> ReadPictures(const std::vector<ReportedRun>& runs,
                                          PictureChoice choice);

/// The pictures, and words about results that name none.
Html PictureSection(const std::vector<ReportedRun>& runs, PictureChoice choice);

}  // namespace nve
