// SPDX-License-Identifier: Apache-2.0
// Planes, transfers and run steps of a compiled network: all steps of a binary.
#pragma once

#include <vector>

#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// Lays out a plane per feature map: the picture's maps first, then layer by layer. Each is large
/// enough for what its own strips write and what the next layer's strips read (pixels that are not
/// there stay 0). A plane holds its map of `pictures` pictures. Fills planes, input_planes and
/// output_planes.
void AddPlanes(const Network& network, int pictures, Binary& binary);

/// Appends one run step per program of layer `layer` (programs must be in the binary), which
/// computes all pictures, so that each program is loaded once; several if their strips are more
/// than a start has runs. Then a clear
/// step for every plane of the layer of which the next layer reads rows or columns beyond the map.
void AddSteps(const Network& network, int layer, Feed feed, Binary& binary);

}  // namespace nve
