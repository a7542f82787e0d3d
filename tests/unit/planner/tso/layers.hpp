// SPDX-License-Identifier: Apache-2.0
// The layers that the paper's examples are of, and its machine.
#pragma once

#include <vector>

#include "planner/tso/npu.hpp"
#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner::tso {

inline Npu Nmp() { return ReadNpu("nmp"); }

/// "The 5th Conv-layer of InceptionV3": 80 maps of 73x73, 192 filters of 3x3.
inline LayerShape Conv5() { return Square(192, 80, 71, 3); }

/// The 3x3 layers of ResNet-50's second stage.
inline LayerShape ResNetLayer() { return Square(64, 64, 56, 3, 1); }

inline constexpr Flow kFlows[] = {Flow::kInput, Flow::kOutput, Flow::kWeight};

}  // namespace nve::planner::tso
