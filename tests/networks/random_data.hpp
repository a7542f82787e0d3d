// SPDX-License-Identifier: Apache-2.0
// Weights and pictures of random networks: what training and cameras give, and what they never do.
#pragma once

#include <cstdint>

#include "base/images/maps.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// Made-up weights as nvec makes them, with tables, biases and shifts of any size. A quarter of the
/// layers whose accumulators cannot overflow then have coefficients of all 16 bits, many of them
/// the least, the greatest or 0.
Weights RandomWeights(const Network& network, uint64_t seed);

/// Half of the pictures are noise; the others are all 0, all 255, a checkerboard of these or one
/// pixel that differs. Now and then larger than the network needs.
FeatureMaps RandomPicture(const Network& network, uint64_t seed, int pictures = 1);

}  // namespace nve
