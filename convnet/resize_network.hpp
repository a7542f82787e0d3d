// SPDX-License-Identifier: Apache-2.0
// Map sizes derived from the picture instead of the descriptor.
#pragma once

#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"

namespace nve {

struct PictureSize {
  int height = 0;  // rows
  int width = 0;   // columns
};

// The network with every map as large as the picture allows: windows lie inside the maps they read,
// so out = floor((in - kernel) / stride) + 1 in every layer. No zeros are added; rows and columns
// that no window reaches any more are left out. A picture that is too small or larger than pictures
// may be is reported, rows and columns apart; the result is of no use then.
Network ResizeNetwork(const Network& network, const PictureSize& picture, Diagnostics& diagnostics);

// The smallest picture that leaves every layer an output: what the network sees around one pixel of
// its output. A side beyond kMaxImageSide is kMaxImageSide + 1.
PictureSize SmallestPicture(const Network& network);

// What --fit gives: "720x1280" (height x width) or a file (picture or .npy) of that size.
// InputError otherwise.
PictureSize ReadPictureSize(const std::string& text);

}  // namespace nve
