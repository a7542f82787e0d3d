// SPDX-License-Identifier: Apache-2.0
// What a core waited for between its steps: other cores, the processor, or nothing any more.
#pragma once

#include <cstdint>
#include <vector>

#include "host/driver/step_executor.hpp"
#include "program/step_dependencies.hpp"

namespace nve {

/// Cycles of a frame in which a core has no step in execution.
struct CoreWaits {
  int64_t cores = 0;      ///< its next step waits for steps of other cores
  int64_t processor = 0;  ///< its next step may begin: the processor works for other cores
  int64_t done = 0;       ///< it has no step left
};

/// By core, of so many. The frame lasts from the begin of the first record to the end of the last.
/// `works` are those of the binary (WorksOf), and every record has ended.
std::vector<CoreWaits> WaitsOf(const std::vector<StepWork>& works,
                               const std::vector<StepRecord>& records, size_t cores);

}  // namespace nve
