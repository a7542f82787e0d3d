// SPDX-License-Identifier: Apache-2.0
// Does a layer fit the layers that it reads?
//
// Pooling, concatenation and addition have no line in a shapes file. A layer that reads their
// result names the layers in front of them, its producers. A sum goes by the name of the layer that
// stands first in it, also where it is added again. Channels fit by one of the rules of
// channel_rules.hpp.
//
// The rows that a layer reads, without padding, are at most those of each producer; columns
// likewise. They may be fewer: pooling lies between, or the last ones are not read.
#pragma once

#include "base/diagnostics/diagnostics.hpp"
#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// Reports names in `from` that are no earlier layers, and producers that do not fit. Layers with
/// sizes beyond their limits have been reported and are not compared.
void CheckFrom(const NetworkShape& network, Diagnostics& diagnostics);

}  // namespace nve::planner
