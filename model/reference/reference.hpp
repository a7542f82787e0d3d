// SPDX-License-Identifier: Apache-2.0
// The functional reference: what a network computes, by plain integer convolution. It knows nothing
// of instructions, buffers or schedules.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/images/maps.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

// The table index for an accumulator before it is clamped to -512..511: the rounded shift.
int64_t TableIndex(const LayerWeights& weights, int32_t accumulator);

// The pixel for an accumulator: rounded shift, clamp to 10 signed bits, table look-up.
uint8_t Activate(const LayerWeights& weights, int32_t accumulator);

// The accumulators of a layer, one output row of a map after the other: map, row, accumulators.
using RowVisit = std::function<void(int map, int row, std::span<const int32_t> accumulators)>;
void VisitAccumulators(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input,
                       const RowVisit& visit);

// One layer: out[y][x] = Activate(bias + sum of weight * input[y * stride_y + ky][x * stride_x +
// kx]). Input pixels that are not there count as zero; larger inputs are cropped. `input` must have
// the maps the layer lists, and `weights` must match the layer (InternalError otherwise).
FeatureMaps RunLayer(const Layer& layer, const LayerWeights& weights, const FeatureMaps& input);

// All layers in turn; element i is the output of layer i.
std::vector<FeatureMaps> RunNetwork(const Network& network, const Weights& weights,
                                    const FeatureMaps& picture);

// The same of several pictures, whose maps lie one picture after the other in `maps`, as do those
// of each element of the result. What is left over of `maps` is not read.
std::vector<FeatureMaps> RunPictures(const Network& network, const Weights& weights,
                                     const FeatureMaps& maps, int pictures);

}  // namespace nve
