// SPDX-License-Identifier: Apache-2.0
// What quantised weights make of pictures beside what the float weights do.
//
// Both networks run from the picture on, so a layer's difference has those of the layers before in
// it. The float network's output as pixels is 255 * a in hidden layers, and
// (clamp(G * z, -512, 511) + 512) / 4 in the last. It is not rounded: an exact hidden layer differs
// by up to 0.5, an exact last layer by up to 0.875 (half an index, and two bits dropped).
#pragma once

#include <cstdint>
#include <vector>

#include "base/images/feature_maps.hpp"
#include "convnet/float_weights.hpp"
#include "convnet/network.hpp"
#include "model/quantise/float_network.hpp"
#include "model/quantise/quantise_network.hpp"

namespace nve {

// One layer over pictures.
struct LayerMeasure {
  int64_t index_least = INT64_MAX;  // table index before it is clamped
  int64_t index_most = INT64_MIN;
  int64_t pixels = 0;
  int64_t below_table = 0;  // index below -512
  int64_t above_table = 0;  // index above 511
  int64_t pixels_0 = 0;
  int64_t pixels_255 = 0;
  double largest_difference = 0;  // pixels
  double sum_of_differences = 0;  // of magnitudes, pixels
};

// Adds one picture to the measures of all layers.
void Measure(const Network& network, const FloatWeights& floats, const QuantisedNetwork& quantised,
             const FeatureMaps& picture, std::vector<LayerMeasure>& layers);

// All pictures.
std::vector<LayerMeasure> MeasureAll(const Network& network, const FloatWeights& floats,
                                     const QuantisedNetwork& quantised,
                                     const std::vector<NamedPicture>& pictures,
                                     const PicturesDone& done);

}  // namespace nve
