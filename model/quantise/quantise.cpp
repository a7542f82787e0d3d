// SPDX-License-Identifier: Apache-2.0
// The largest shift that fits, by trying all from the largest down.
#include "model/quantise/quantise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace nve {
namespace {

constexpr int64_t kMostSum = std::numeric_limits<int32_t>::max();
constexpr int64_t kLeastSum = std::numeric_limits<int32_t>::min();

// The table of a hidden layer hands pixels on, that of the last drops two bits of the index.
std::array<uint8_t, kTableEntries> TableOf(bool last) {
  std::array<uint8_t, kTableEntries> table{};
  for (int i = 0; i < kTableEntries; ++i) {
    table[static_cast<size_t>(i)] =
        static_cast<uint8_t>(last ? i >> 2 : std::clamp(i - kHalfTable, 0, 255));
  }
  return table;
}

// What the accumulator of an output map lies between.
struct Range {
  int64_t low = 0;
  int64_t high = 0;
  bool Fits() const { return low >= kLeastSum && high <= kMostSum; }
};

class LayerQuantiser {
 public:
  LayerQuantiser(const FloatLayer& weights, double factor, const QuantiseLimits& limits)
      : from_(weights),
        factor_(factor),
        limits_(limits),
        most_((int64_t{1} << (limits.weight_bits - 1)) - 1) {}

  // What the weights are with a shift; nothing, and `why`, if they do not fit.
  std::optional<LayerWeights> At(int shift, std::string* why) const {
    LayerWeights to;
    to.act_shift = shift;
    if (!SetWeights(to)) {
      *why = "weights";
    } else if (!SetBias(to)) {
      *why = "bias";
    } else if (!RangesFit(to)) {
      *why = "accumulator";
    } else {
      return to;
    }
    return std::nullopt;
  }

  // All that does not fit with no shift.
  void Report(const Layer& layer, const std::string& file, Diagnostics& problems) const {
    LayerWeights to;
    const bool weights_fit = SetWeights(to);
    const bool bias_fits = SetBias(to);
    if (!weights_fit) ReportWeights({file, 0, layer.name + ".weights"}, layer, problems);
    if (!bias_fits) ReportBias({file, 0, layer.name + ".bias"}, problems);
    if (weights_fit && bias_fits) ReportRange({file, 0, layer.name + ".weights"}, to, problems);
  }

 private:
  double Scaled(double value, int shift) const { return std::round(std::ldexp(value, shift)); }

  bool SetWeights(LayerWeights& to) const {
    const auto most = static_cast<double>(most_);
    for (const auto& kernels : from_.w) {
      auto& map = to.w.emplace_back();
      for (const auto& kernel : kernels) {
        auto& taps = map.emplace_back();
        for (const double weight : kernel) {
          const double scaled = Scaled(factor_ * weight, to.act_shift);
          if (std::abs(scaled) > most) return false;
          taps.push_back(static_cast<int16_t>(scaled));
        }
      }
    }
    return true;
  }

  // With the smallest bias shift.
  bool SetBias(LayerWeights& to) const {
    for (to.bias_shift = 0; to.bias_shift <= limits_.max_bias_shift; ++to.bias_shift) {
      to.bias.clear();
      for (const double bias : from_.bias) {
        const double scaled = Scaled(kPixelOfOne * factor_ * bias, to.act_shift - to.bias_shift);
        if (scaled < INT16_MIN || scaled > INT16_MAX) break;
        to.bias.push_back(static_cast<int16_t>(scaled));
      }
      if (to.bias.size() == from_.bias.size()) return true;
    }
    return false;
  }

  static Range RangeOf(const LayerWeights& to, size_t map) {
    const int64_t bias = int64_t{to.bias[map]} * (int64_t{1} << to.bias_shift);
    Range range = {bias, bias};
    for (const auto& kernel : to.w[map]) {
      for (const int16_t weight : kernel) {
        (weight > 0 ? range.high : range.low) +=
            int64_t{weight} * static_cast<int64_t>(kPixelOfOne);
      }
    }
    return range;
  }

  static bool RangesFit(const LayerWeights& to) {
    for (size_t map = 0; map < to.w.size(); ++map) {
      if (!RangeOf(to, map).Fits()) return false;
    }
    return true;
  }

  void ReportWeights(const SourceLocation& where, const Layer& layer, Diagnostics& problems) const {
    double largest = 0;
    int64_t kernel_index = 0, worst_kernel = 0;
    size_t worst_tap = 0;
    for (const auto& kernels : from_.w) {
      for (const auto& kernel : kernels) {
        for (size_t tap = 0; tap < kernel.size(); ++tap) {
          if (std::abs(kernel[tap]) <= std::abs(largest)) continue;
          largest = kernel[tap];
          worst_kernel = kernel_index;
          worst_tap = tap;
        }
        ++kernel_index;
      }
    }
    const auto columns = static_cast<size_t>(layer.kernel_width);
    problems.Error(where, fmt::format("found {:g} at ({}, {}, {}), allowed with {}-bit weights{}: "
                                      "magnitudes below {:g}",
                                      largest, worst_kernel, worst_tap / columns,
                                      worst_tap % columns, limits_.weight_bits, GainText(),
                                      (static_cast<double>(most_) + 0.5) / factor_));
  }

  void ReportBias(const SourceLocation& where, Diagnostics& problems) const {
    const auto less = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const auto worst = std::max_element(from_.bias.begin(), from_.bias.end(), less);
    problems.Error(where, fmt::format("found {:g} at ({},), allowed{}: magnitudes below {:g}",
                                      *worst, worst - from_.bias.begin(), GainText(),
                                      std::ldexp(INT16_MAX, limits_.max_bias_shift) /
                                          (kPixelOfOne * factor_)));
  }

  void ReportRange(const SourceLocation& where, const LayerWeights& to,
                   Diagnostics& problems) const {
    for (size_t map = 0; map < to.w.size(); ++map) {
      const Range range = RangeOf(to, map);
      if (range.Fits()) continue;
      problems.Error(where, fmt::format("found an accumulator of {} to {} in output map {}, "
                                        "allowed: {} to {}; make the weights smaller",
                                        range.low, range.high, map, kLeastSum, kMostSum));
    }
  }

  std::string GainText() const {
    return factor_ == kHiddenFactor ? "" : fmt::format(" and gain {:g}", factor_ * kPixelOfOne);
  }

  const FloatLayer& from_;
  double factor_;
  QuantiseLimits limits_;
  int64_t most_;  // the largest magnitude of a weight
};

}  // namespace

double LastFactor(double gain) { return gain / kPixelOfOne; }

double GainFor(double largest_logit) { return (kHalfTable - 1) / largest_logit; }

QuantisedLayer QuantiseLayer(const Layer& layer, const FloatLayer& weights, double factor,
                             bool last, const QuantiseLimits& limits, const std::string& file,
                             Diagnostics& problems) {
  const LayerQuantiser quantiser(weights, factor, limits);
  std::string why = "machine";
  for (int shift = limits.max_act_shift; shift >= 0; --shift) {
    std::string next;
    if (const std::optional<LayerWeights> fits = quantiser.At(shift, &next)) {
      QuantisedLayer result = {*fits, why};
      result.weights.table = TableOf(last);
      return result;
    }
    why = next;
  }
  quantiser.Report(layer, file, problems);
  return {};
}

}  // namespace nve
