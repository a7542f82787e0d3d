// SPDX-License-Identifier: Apache-2.0
// Random networks that this machine can run, with all that is needed to compile and execute them:
// the same seed gives the same network on every computer, for the same machine description.
//
// A network is drawn layer by layer from the picture on: window, maps, connections, then sizes that
// CheckSizes allows, zeros at the lower and right edge and cropping included. What does not fit the
// buffers (CheckLimits) is drawn again.
#pragma once

#include <cstdint>
#include <string>

#include "base/images/maps.hpp"
#include "compiler/compile.hpp"

namespace nve {

struct RandomNetwork {
  uint64_t seed = 0;
  int retries = 0;  ///< networks drawn before this one that did not fit
  Network network;
  Weights weights;
  FeatureMaps picture;
  CompileOptions options;
};

/// How large networks become. `rows` and `columns` are those of a layer's maps as the machine sees
/// them; one network in twelve has more than `few_maps`.
struct RandomSides {
  int layers = 4;
  int few_maps = 6;
  int most_maps = 40;
  int rows = 40;
  int columns = 50;
};

RandomNetwork MakeRandomNetwork(uint64_t seed, const RandomSides& sides = {});

/// The options as nvec takes them.
std::string OptionsText(const CompileOptions& options);

}  // namespace nve
