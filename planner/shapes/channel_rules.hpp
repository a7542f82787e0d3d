// SPDX-License-Identifier: Apache-2.0
// The channels that a layer may read from its producers, the layers that its `from` names.
//
//   sum            ic = oc of every producer. A producer with a larger map than the first one's may
//                  have fewer: it is sampled or pooled, and added to the first channels.
//   side by side   ic = the sum of the producers' oc.
//   reorganised    ic = the sum of oc * k^2, with maps k times as high and wide as the smallest one
//                  among the producers, k whole: k x k pixels become k^2 channels (YOLOv2's reorg).
//   flattened      ic = the sum of oc, times the pixels of a map that is no larger than any
//                  producer's, for a layer with a 1x1 kernel and map.
#pragma once

#include <string>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// At least one, in the order of `from`.
using Producers = std::vector<const LayerShape*>;

/// One of the rules gives the layer's ic.
bool ChannelsFit(const LayerShape& layer, const Producers& producers);

/// What each rule would give, for a message.
std::string AllowedChannels(const LayerShape& layer, const Producers& producers);

}  // namespace nve::planner
