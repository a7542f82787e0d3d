// SPDX-License-Identifier: Apache-2.0
// Layer after layer: see quantise_network.hpp.
#include "model/quantise/quantise_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/resize_network.hpp"
#include "model/quantise/float_network.hpp"

namespace nve {
namespace {

constexpr int kMostListed = 10;  // pictures that are too small

// The gain, or an error about the last layer if the logits give none.
double ChosenGain(double largest_logit, const std::string& last, const std::string& file,
                  Diagnostics& problems) {
  if (largest_logit > 0 && std::isfinite(largest_logit)) return GainFor(largest_logit);
  problems.Error(
      {file, 0, last + ".weights"},
      fmt::format("found {:g} as the largest logit of the calibration pictures, allowed: "
                  "a positive number; or give --gain",
                  largest_logit));
  return 1;
}

}  // namespace

void CheckCalibration(const Network& network, const std::string& network_name,
                      const std::vector<NamedPicture>& pictures, const std::string& pictures_name) {
  if (pictures.empty()) {
    throw InputError({pictures_name, 0, ""}, "found no picture, allowed: at least one");
  }
  const PictureSize window = SmallestPicture(network);
  Diagnostics problems;
  int64_t others = 0;
  for (const NamedPicture& picture : pictures) {
    const std::string problem = TooSmall(picture.maps, network.InputMaps(), window.height,
                                         window.width, network_name + " needs");
    if (problem.empty()) continue;
    if (problems.errors() < kMostListed) {
      problems.Error({picture.name, 0, ""}, problem);
    } else {
      ++others;
    }
  }
  if (others > 0) {
    problems.Error({pictures_name, 0, ""},
                   fmt::format("{} more pictures are too small, or have too few maps", others));
  }
  problems.ThrowIfErrors();
}

Network NetworkFor(const Network& network, const FeatureMaps& picture) {
  Diagnostics problems;
  Network fitted = ResizeNetwork(network, {picture.height, picture.width}, problems);
  problems.ThrowIfErrors();
  return fitted;
}

double LargestLogit(const Network& network, const FloatWeights& weights,
                    const std::vector<NamedPicture>& pictures, const PicturesDone& done) {
  double largest = 0;
  int64_t count = 0;
  for (const NamedPicture& picture : pictures) {
    const std::vector<FloatMaps> outputs =
        RunFloatNetwork(NetworkFor(network, picture.maps), weights, picture.maps);
    for (const double logit : outputs.back().values) {
      if (!std::isfinite(logit)) return std::numeric_limits<double>::infinity();
      largest = std::max(largest, std::abs(logit));
    }
    done(++count);
  }
  return largest;
}

QuantisedNetwork QuantiseNetwork(const Network& network, const FloatWeights& weights,
                                 const QuantiseLimits& limits, std::optional<double> gain,
                                 double largest_logit, const std::string& file) {
  NVE_CHECK(weights.layers.size() == network.layers.size(), "weights of another network");
  Diagnostics problems;
  QuantisedNetwork result;
  result.largest_logit = largest_logit;
  result.gain =
      gain ? *gain : ChosenGain(largest_logit, network.layers.back().name, file, problems);
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const bool last = i + 1 == network.layers.size();
    const double factor = last ? LastFactor(result.gain) : kHiddenFactor;
    QuantisedLayer layer =
        QuantiseLayer(network.layers[i], weights.layers[i], factor, last, limits, file, problems);
    result.weights.layers.push_back(std::move(layer.weights));
    result.limited_by.push_back(std::move(layer.limited_by));
  }
  problems.ThrowIfErrors();
  return result;
}

}  // namespace nve
