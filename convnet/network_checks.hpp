// SPDX-License-Identifier: Apache-2.0
// Checks between layers and between a network and its picture.
#pragma once

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"

namespace nve {

// Every layer's inputs exist in the layer before. Reports every output map that lists others.
void CheckMaps(const Network& network, Diagnostics& diagnostics);

// Every layer's windows fit the maps of the layer before: a map may be larger (it is cropped, a
// note says so) or smaller by less than the kernel (the missing pixels are zero). The picture the
// first layer needs is not larger than pictures may be. Reports every violation.
void CheckSizes(const Network& network, Diagnostics& diagnostics);

// CheckMaps and CheckSizes.
void CheckLayers(const Network& network, Diagnostics& diagnostics);

// The same for a picture of `maps` planes of height x width; `picture` names it in messages.
void CheckPicture(const Network& network, int maps, int height, int width,
                  const SourceLocation& picture, Diagnostics& diagnostics);

}  // namespace nve
