// SPDX-License-Identifier: Apache-2.0
// Two frames of the filter of figure 17 with random pictures: one before or with a failure, one
// after it.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "model/reference/reference.hpp"
#include "tests/cosim/figure17_binary.hpp"

namespace nve {

struct Figure17Frames {
  Figure17Frames(uint64_t seed, int out_height, int out_width, int cores, Feed feed)
      : network(Figure17Network(out_height, out_width)),
        weights(SeededWeights(network, seed)),
        binary(Figure17Binary(network, weights, cores, feed)) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    for (size_t i = 0; i < pictures.size(); ++i) {
      pictures[i] = FeatureMaps(1, network.InputHeight(), network.InputWidth());
      for (uint8_t& pixel : pictures[i].pixels) pixel = static_cast<uint8_t>(random());
      expected[i] = RunNetwork(network, weights, pictures[i]).back();
    }
  }

  Network network;
  Weights weights;
  Binary binary;
  std::array<FeatureMaps, 2> pictures;
  std::array<FeatureMaps, 2> expected;
};

}  // namespace nve
