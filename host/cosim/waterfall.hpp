// SPDX-License-Identifier: Apache-2.0
// Where the cycles of a layer go: from the proved bound of its programs to what was measured.
#pragma once

#include <cstdint>

#include "host/cosim/session.hpp"
#include "report/result/result_field.hpp"

namespace nve {

/// Parts of the measured cycles, in order: bound (iterations times the proved bound of the repeated
/// part), schedule (what the repeated part is longer), prologue (initial and final parts, passes
/// that fill and drain the pipeline), then load, host, copy, ramp, drain, descriptors, transfer,
/// row, turnaround, refresh, writes, latency and output (see CycleUse); behind them their sum,
/// which is `step_cycles`.
Named<int64_t> WaterfallOf(const LayerStatistics& layer);

}  // namespace nve
