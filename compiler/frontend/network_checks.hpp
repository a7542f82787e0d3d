// Checks between layers and between a network and its picture.
#pragma once

#include "compiler/frontend/network.hpp"
#include "compiler/support/diagnostics.hpp"

namespace nve {

// Every layer's inputs exist in the layer before, and its windows fit that layer's maps: a map may
// be larger (it is cropped, a note says so) or smaller by less than the kernel (the missing pixels
// are zero). The picture the first layer needs is not larger than pictures may be. Reports every
// violation.
void CheckLayers(const Network& network, Diagnostics& diagnostics);

// The same for a picture of `maps` planes of height x width; `picture` names it in messages.
void CheckPicture(const Network& network, int maps, int height, int width,
                  const SourceLocation& picture, Diagnostics& diagnostics);

}  // namespace nve
