// SPDX-License-Identifier: Apache-2.0
// A binary made by hand: the 3x3 filter of the thesis's figure 17 for any picture size. It lets the
// host be tested without the compiler.
#pragma once

#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "program/binary.hpp"

namespace nve {

/// One layer of one map from one map, 3x3, stride 1, with an output of the given size.
Network Figure17Network(int out_height, int out_width);

/// The program, with one run per strip of 16 output rows. `cores` above 1 deals the strips out in
/// turn, one run step each; otherwise one step makes all runs.
Binary Figure17Binary(const Network& network, const Weights& weights, int cores, Feed feed);

}  // namespace nve
