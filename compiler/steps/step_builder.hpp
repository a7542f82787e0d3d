// SPDX-License-Identifier: Apache-2.0
// Planes, transfers and run steps of a compiled network: all steps of a binary.
#pragma once

#include <vector>

#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// Lays out a plane per feature map: the picture's maps first, then layer by layer. Each is large
/// enough for what its own strips write and what the next layer's strips read (pixels that are not
/// there stay 0). Fills planes, input_planes and output_planes.
void AddPlanes(const Network& network, Binary& binary);

/// Appends one run step per program of layer `layer` (programs must be in the binary), and a clear
/// step for every plane of the layer of which the next layer reads rows or columns beyond the map.
void AddSteps(const Network& network, int layer, Feed feed, Binary& binary);

}  // namespace nve
