// SPDX-License-Identifier: Apache-2.0
// The transposed network: rows become columns. Compiled for it, the vectors lie horizontally in the
// picture.
#pragma once

#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// Sizes, kernels and strides with height and width exchanged.
Network Transposed(const Network& network);

/// The weights of `network` for its transposed form: every kernel transposed.
Weights Transposed(const Weights& weights, const Network& network);

}  // namespace nve
