// SPDX-License-Identifier: Apache-2.0
// Several pictures, or one at several scales, as one picture: a mosaic.
//
// Every part begins at a multiple of the network's total step. A window that lies wholly in one
// part therefore sees what it would see in that part alone, and the network's output at it is the
// same. A program that computes several pictures (nvec --pictures) has as many such pictures, the
// sheets of the mosaic.
#pragma once

#include <vector>

#include "base/images/picture_set.hpp"
#include "report/readout/model_file.hpp"

namespace nve {

/// A picture at a scale, and where it lies in the mosaic.
struct MosaicPart {
  int picture = 0;  ///< its number
  double scale = 1;
  int row = 0;  ///< of its upper left corner, a multiple of the step
  int column = 0;
  int height = 0;  ///< at the scale
  int width = 0;
  int sheet = 0;  ///< that it lies on
  bool operator==(const MosaicPart&) const = default;
};

struct Mosaic {
  int height = 0;  ///< of a sheet
  int width = 0;
  int sheets = 1;
  std::vector<MosaicPart> parts;  ///< by picture, then in the order of the model's scales
};

/// Where the pictures go. It depends on their sizes and the model alone, and is the same for the
/// compiler and all who run what it makes.
///
/// Classifiers: pictures have the size of the window. They lie row by row in ceil(sqrt(n)) columns
/// of tiles, each as large as the window rounded up to the step. On several sheets lie equally many
/// of them, fewer on the last ones.
///
/// Others: every picture at every scale, round(height * scale) x round(width * scale), halves up;
/// a scale at which a picture is smaller than the window is left out. Parts go on shelves, by
/// falling height: each on the first shelf that has room right of the last, else on a new shelf
/// below. As width of the shelves all widths are tried that a row of the first parts has. The
/// mosaic of the smallest area is taken whose sides are at most kMaxImageSide, of several the
/// narrowest.
///
/// Rows and columns that no window reaches are left out at the end. InputError if a picture has
/// another size than the window, is smaller, or if a side would be more than kMaxImageSide; also if
/// others than classifiers shall have several sheets.
Mosaic LayOut(const ModelFile& model, const std::vector<NamedPicture>& pictures, int sheets = 1);

/// The mosaic as a picture, a map for each sheet; what belongs to no part is 0.
FeatureMaps PictureOf(const Mosaic& mosaic, const std::vector<NamedPicture>& pictures);

/// Outputs of the network along a side of so many pixels: windows that lie in it.
int WindowsIn(int side, int window, int step);

}  // namespace nve
