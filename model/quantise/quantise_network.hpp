// SPDX-License-Identifier: Apache-2.0
// All layers of a network quantised: the hidden ones by their weights alone, the last with a gain
// that calibration pictures decide.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/images/picture_set.hpp"
#include "convnet/float_weights.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "model/quantise/quantise.hpp"

namespace nve {

// Told after each picture how many are done.
using PicturesDone = std::function<void(int64_t)>;

// All pictures have the maps and at least the size that one output of the network needs, and there
// is at least one. InputError otherwise; `network_name` stands in messages.
void CheckCalibration(const Network& network, const std::string& network_name,
                      const std::vector<NamedPicture>& pictures, const std::string& pictures_name);

// The network with the sizes that this picture gives it (ResizeNetwork).
Network NetworkFor(const Network& network, const FeatureMaps& picture);

// The largest magnitude of a logit over all pictures; infinite if one is no number.
double LargestLogit(const Network& network, const FloatWeights& weights,
                    const std::vector<NamedPicture>& pictures, const PicturesDone& done);

struct QuantisedNetwork {
  Weights weights;
  std::vector<std::string> limited_by;  // by layer, see QuantisedLayer
  double gain = 0;
  double largest_logit = 0;
};

// Without `gain` that of the largest logit. InputError with all that does not fit; `file` has the
// float weights.
QuantisedNetwork QuantiseNetwork(const Network& network, const FloatWeights& weights,
                                 const QuantiseLimits& limits, std::optional<double> gain,
                                 double largest_logit, const std::string& file);

}  // namespace nve
