// SPDX-License-Identifier: Apache-2.0
// Where the cycles of a layer go: from the proved bound of its programs to what was measured.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "host/cosim/session.hpp"

namespace nve {

/// A part of the measured cycles; its parts add up to them exactly.
struct WaterfallPart {
  const char* name;
  int64_t cycles = 0;
};

/// In order: bound (iterations times the proved bound of the repeated part), schedule (what the
/// repeated part is longer), prologue (initial and final parts, passes that fill and drain the
/// pipeline), then load, host, copy, ramp, drain, descriptors, transfer, row, turnaround, refresh,
/// writes, latency and output (see CycleUse). Their sum is `step_cycles`.
std::vector<WaterfallPart> WaterfallOf(const LayerStatistics& layer);

/// {"bound": …, …, "sum": …}
nlohmann::ordered_json WaterfallJson(const LayerStatistics& layer);

}  // namespace nve
