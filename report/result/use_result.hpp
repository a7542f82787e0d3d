// SPDX-License-Identifier: Apache-2.0
// How FIFOs and ports were used over the time of a run.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct UseSeries {
  uint64_t capacity = 0, total = 0;
  std::vector<uint64_t> bins;
  static constexpr auto kFields = std::make_tuple(
      Key("capacity", &UseSeries::capacity,
          "most in one clock cycle: words that the FIFO holds, or 1 of a port"),
      Key("total", &UseSeries::total,
          "sum over all clock cycles: words in the FIFO, or 1 if the port moved a word"),
      Key("bins", &UseSeries::bins, "the same of each bin; the last one may be shorter"));
};

/// What cores alone, which run one after the other, are called together.
inline constexpr const char* kAllCores = "all cores";

struct CoreUse {
  std::string name;
  Named<UseSeries> series;
  static constexpr auto kFields =
      std::make_tuple(Key("name", &CoreUse::name, "which core; of cores alone all of them"),
                      Key("series", &CoreUse::series, "by FIFO and port"));
};

/// From the layer's first step on a core to its last.
struct LayerSpan {
  std::string core, layer;
  uint64_t first_cycle = 0, cycles = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("core", &LayerSpan::core, "name of the core, as in cores"),
      Key("layer", &LayerSpan::layer, "name of the layer"),
      Key("first_cycle", &LayerSpan::first_cycle, "clock cycle in which its first step began"),
      Key("cycles", &LayerSpan::cycles, "clock cycles to the end of its last step"));
};

/// The most bins of a series.
inline constexpr size_t kMostUseBins = 2000;

struct UseOfRun {
  uint64_t cycles = 0, bin_cycles = 0;
  std::vector<LayerSpan> layers;
  std::vector<CoreUse> cores;
  static constexpr auto kFields = std::make_tuple(
      Key("cycles", &UseOfRun::cycles,
          "clock cycles that were counted: all; of cores alone those at work, one core after the "
          "other"),
      Key("bin_cycles", &UseOfRun::bin_cycles, "clock cycles of a bin; there are at most 2000"),
      Key("layers", &UseOfRun::layers, "when each layer ran"),
      Key("cores", &UseOfRun::cores, "by core"));
};

}  // namespace nve
