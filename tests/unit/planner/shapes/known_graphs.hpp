// SPDX-License-Identifier: Apache-2.0
// Networks of networks/shapes as graphs: operations, and no size but that of the input.
#pragma once

#include <vector>

#include "planner/shapes/network_graph.hpp"

namespace nve::planner {

/// VGG-16, AlexNet, SqueezeNet at both sizes, YOLOv2 with both kernels of conv2, ResNet-50 of
/// darknet and with projections, MobileNetV2. Named as their files.
std::vector<NetworkGraph> KnownGraphs();

}  // namespace nve::planner
