// SPDX-License-Identifier: Apache-2.0
// Coefficients and activation tables of a network, and the .npz file that holds them.
//
// The arithmetic they belong to, exact and shared by reference, golden model and hardware:
//   acc   = (bias << bias_shift) + sum of weight * pixel        32 bits, wrapping around
//   index = clamp((acc + round) >> act_shift, -512, 511)        round = act_shift ? 1 << (act_shift
//                                                               - 1) : 0; 64-bit sum, arithmetic
//                                                               shift
//   pixel = table[index + 512]
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"
#include "nve_isa.hpp"

namespace nve {

// What a file of weights may hold; a machine may allow less, which the compiler checks.
inline constexpr int kMaxActShift = arch::kAccumulatorBits - 1;
inline constexpr int kMaxBiasShift = arch::kAccumulatorBits - arch::kWeightBits;
inline constexpr int kTableEntries = arch::kActEntries;

struct LayerWeights {
  // [output map][position in its input list][ky * kernel_width + kx]
  std::vector<std::vector<std::vector<int16_t>>> w;
  std::vector<int16_t> bias;                   // [output map]
  int act_shift = 0;                           // 0..kMaxActShift
  int bias_shift = 0;                          // 0..kMaxBiasShift
  std::array<uint8_t, kTableEntries> table{};  // entry i: the pixel for index i - 512

  bool operator==(const LayerWeights&) const = default;
};

struct Weights {
  std::vector<LayerWeights> layers;  // one per layer of the network

  bool operator==(const Weights&) const = default;
};

// Reads L<n>.weights, .bias, .act_shift, .bias_shift and .table for every layer n = 1, 2, ... (see
// networks/README.md). Missing or unknown arrays, wrong types, shapes and ranges are all reported
// in one run; on errors the result is empty. A file that is no .npz is an InputError.
Weights ReadWeights(const std::string& path, const Network& network, Diagnostics& diagnostics);

// The same, but prints warnings to standard error and throws InputError on errors.
Weights LoadWeights(const std::string& path, const Network& network);

void WriteWeights(const std::string& path, const Network& network, const Weights& weights);

// Made-up weights, the same on every machine for the same seed: balanced around zero and scaled by
// the fan-in so that the accumulators of ordinary pictures spread over the whole table.
Weights SeededWeights(const Network& network, uint64_t seed);

}  // namespace nve
