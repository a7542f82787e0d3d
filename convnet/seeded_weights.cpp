// SPDX-License-Identifier: Apache-2.0
// Made-up but lively weights from a seed.
//
// With weights uniform in [-a, a] and pixels that lie around 128 with a deviation of about 60, the
// sum of n products deviates by a / sqrt(3) * 60 * sqrt(n) from its mean, whether neighbouring
// pixels agree or not. The bias takes the mean away; act_shift and a are chosen so that the
// deviation is 160 table entries. The table is a sigmoid, so that the next layer's pixels lie
// around 128 again.
//
// Only integer arithmetic and correctly rounded operations (+, *, /, sqrt) are used, so every
// machine makes the same weights.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "convnet/weights.hpp"

namespace nve {
namespace {

constexpr double kPixelMean = 128;
constexpr double kPixelDeviation = 60;
constexpr double kIndexDeviation = 160;  // table entries
constexpr double kTableSlope = 96;       // table entries per unit of the sigmoid's argument
constexpr double kMaxAmplitude = 2047;
// The sum of all products must stay within 31 bits for any picture.
constexpr double kMaxAbsoluteSum = 2147483647.0 / 2;

// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // Uniform in [-most, most].
  int Symmetric(int most) {
    const uint64_t range = 2 * static_cast<uint64_t>(most) + 1;
    return static_cast<int>(Next() % range) - most;
  }

 private:
  uint64_t state_;
};

// e^x by halving the argument until a short series is exact to a double's precision: the library
// function may differ in the last bit from machine to machine.
double Exp(double x) {
  constexpr int kHalvings = 10;
  constexpr int kTerms = 12;
  const double small = x / (1 << kHalvings);
  double sum = 1;
  for (int k = kTerms; k > 0; --k) sum = 1 + small / k * sum;
  for (int i = 0; i < kHalvings; ++i) sum *= sum;
  return sum;
}

std::array<uint8_t, kTableEntries> SigmoidTable() {
  std::array<uint8_t, kTableEntries> table{};
  for (int i = 0; i < kTableEntries; ++i) {
    const int index = i - kTableEntries / 2;
    const double x = index / kTableSlope;
    table[i] = static_cast<uint8_t>(std::lround(255 / (1 + Exp(-x))));
  }
  return table;
}

// The deviation of the accumulator for weights up to `amplitude` and `taps` products.
double Deviation(double amplitude, double taps) {
  return amplitude / std::sqrt(3.0) * kPixelDeviation * std::sqrt(taps);
}

int Taps(const Layer& layer, const OutputMap& output) {
  return static_cast<int>(output.inputs.size()) * layer.kernel_height * layer.kernel_width;
}

LayerWeights SeedLayer(const Layer& layer, SplitMix64* random) {
  LayerWeights weights;
  weights.table = SigmoidTable();
  int most_taps = 1;
  for (const OutputMap& output : layer.outputs) {
    most_taps = std::max(most_taps, Taps(layer, output));
  }
  // The largest shift that weights of the allowed amplitude still reach with the largest fan-in.
  const double limit = std::min(kMaxAmplitude, kMaxAbsoluteSum / (255.0 * most_taps));
  while (weights.act_shift < kMaxActShift &&
         Deviation(limit, most_taps) >= kIndexDeviation * (2LL << weights.act_shift)) {
    ++weights.act_shift;
  }
  const double wanted = kIndexDeviation * static_cast<double>(1LL << weights.act_shift);

  std::vector<int64_t> offsets;  // what the biases should add, per output map
  int64_t largest = 0;
  for (const OutputMap& output : layer.outputs) {
    const int taps = Taps(layer, output);
    const int amplitude =
        static_cast<int>(std::clamp(wanted / Deviation(1, std::max(taps, 1)), 1.0, limit));
    int64_t sum = 0;
    auto& kernels = weights.w.emplace_back();
    for (size_t i = 0; i < output.inputs.size(); ++i) {
      auto& kernel = kernels.emplace_back();
      for (int t = 0; t < layer.kernel_height * layer.kernel_width; ++t) {
        kernel.push_back(static_cast<int16_t>(random->Symmetric(amplitude)));
        sum += kernel.back();
      }
    }
    const int64_t spread = int64_t{random->Symmetric(64)} << weights.act_shift;
    offsets.push_back(spread - static_cast<int64_t>(kPixelMean) * sum);
    largest = std::max(largest, std::abs(offsets.back()));
  }
  while (weights.bias_shift < kMaxBiasShift && (largest >> weights.bias_shift) > INT16_MAX) {
    ++weights.bias_shift;
  }
  for (const int64_t offset : offsets) {
    const int64_t bias = offset / (int64_t{1} << weights.bias_shift);
    weights.bias.push_back(static_cast<int16_t>(std::clamp<int64_t>(bias, INT16_MIN, INT16_MAX)));
  }
  return weights;
}

}  // namespace

Weights SeededWeights(const Network& network, uint64_t seed) {
  Weights weights;
  SplitMix64 random(seed);
  for (const Layer& layer : network.layers) weights.layers.push_back(SeedLayer(layer, &random));
  return weights;
}

}  // namespace nve
