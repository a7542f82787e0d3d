// SPDX-License-Identifier: Apache-2.0
// Waterfalls: see waterfall.hpp.
#include "host/cosim/waterfall.hpp"

namespace nve {
namespace {

// Uses that are parts of their own, in the waterfall's order.
constexpr std::array kParts = {CycleUse::kLoad,     CycleUse::kHost,   CycleUse::kCopy,
                               CycleUse::kRamp,     CycleUse::kDrain,  CycleUse::kDescriptors,
                               CycleUse::kTransfer, CycleUse::kRow,    CycleUse::kTurnaround,
                               CycleUse::kRefresh,  CycleUse::kWrites, CycleUse::kLatency,
                               CycleUse::kOutput};

}  // namespace

std::vector<WaterfallPart> WaterfallOf(const LayerStatistics& layer) {
  const auto cycles = [&](CycleUse use) { return layer.counts.uses[static_cast<size_t>(use)]; };
  std::vector<WaterfallPart> parts = {
      {"bound", layer.bound_cycles},
      {"schedule", layer.steady_cycles - layer.bound_cycles},
      {"prologue", cycles(CycleUse::kRepeat) - layer.steady_cycles + cycles(CycleUse::kInitial) +
                       cycles(CycleUse::kFinal)}};
  for (const CycleUse use : kParts) {
    parts.push_back({kCycleUseNames[static_cast<size_t>(use)], cycles(use)});
  }
  return parts;
}

nlohmann::ordered_json WaterfallJson(const LayerStatistics& layer) {
  nlohmann::ordered_json json;
  int64_t sum = 0;
  for (const WaterfallPart& part : WaterfallOf(layer)) {
    json[part.name] = part.cycles;
    sum += part.cycles;
  }
  json["sum"] = sum;
  return json;
}

}  // namespace nve
