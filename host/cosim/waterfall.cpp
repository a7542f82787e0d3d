// SPDX-License-Identifier: Apache-2.0
// Waterfalls: see waterfall.hpp.
#include "host/cosim/waterfall.hpp"

#include <array>

namespace nve {
namespace {

// Uses that are parts of their own, in the waterfall's order.
constexpr std::array kParts = {CycleUse::kLoad,     CycleUse::kHost,   CycleUse::kCopy,
                               CycleUse::kRamp,     CycleUse::kDrain,  CycleUse::kDescriptors,
                               CycleUse::kTransfer, CycleUse::kRow,    CycleUse::kTurnaround,
                               CycleUse::kRefresh,  CycleUse::kWrites, CycleUse::kLatency,
                               CycleUse::kOutput};

}  // namespace

Named<int64_t> WaterfallOf(const LayerStatistics& layer) {
  const auto cycles = [&](CycleUse use) { return layer.counts.uses[static_cast<size_t>(use)]; };
  Named<int64_t> parts = {{"bound", layer.bound_cycles},
                          {"schedule", layer.steady_cycles - layer.bound_cycles},
                          {"prologue", cycles(CycleUse::kRepeat) - layer.steady_cycles +
                                           cycles(CycleUse::kInitial) + cycles(CycleUse::kFinal)}};
  for (const CycleUse use : kParts) {
    parts.emplace_back(kCycleUseNames[static_cast<size_t>(use)], cycles(use));
  }
  int64_t sum = 0;
  for (const auto& [name, part] : parts) sum += part;
  parts.emplace_back("sum", sum);
  return parts;
}

}  // namespace nve
