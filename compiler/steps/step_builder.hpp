// SPDX-License-Identifier: Apache-2.0
// Planes, transfers and run steps of a compiled network: all steps of a binary.
#pragma once

#include <vector>

#include "compiler/partition/units.hpp"
#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// Lays out a plane per feature map: the picture's maps first, then layer by layer. Each is large
/// enough for what its own strips write and what the next layer's strips read (pixels that are not
/// there stay 0). A plane holds its map of `pictures` pictures. Fills planes, input_planes and
/// output_planes.
void AddPlanes(const Network& network, int pictures, Binary& binary);

/// Rows that so many strips of a layer, of `rows` rows each, touch in a plane they read.
int64_t RowsRead(const Layer& layer, int rows, int strips);

/// What the programs of a layer, which must be in the binary, take on a core in busy cycles: once
/// their load, and per strip their runs, for all pictures.
LayerWork WorkOf(const Layer& layer, const Binary& binary);

/// Run steps for some strips of a layer whose programs are in the binary: one per unit of the
/// partition, in the order of UnitsOf. It computes all pictures, so that each core loads a program
/// once; several steps if their strips are more than a start has runs.
Steps StripSteps(const Network& network, int layer, Feed feed, const Partition& partition,
                 const StripRange& strips, const Binary& binary);

/// A clear step for every plane of a layer, if the next layer reads rows or columns beyond the map.
Steps ClearSteps(const Network& network, int layer, const Binary& binary);

/// All steps of a layer: those of its strips, then the clear steps.
Steps StepsOf(const Network& network, int layer, Feed feed, const Partition& partition,
              const Binary& binary);

}  // namespace nve
