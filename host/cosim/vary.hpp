// SPDX-License-Identifier: Apache-2.0
// Parameters that an experiment varies: --vary PARAMETER=VALUE,VALUE... of nve-cosim and nve-sweep.
//
// A parameter is called as in results: memory.batch_bursts, memory.dram.cl, board.ports,
// processor.copy_mb_s, dma.max_descriptor.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/driver/processor_options.hpp"
#include "host/memory/memory_config.hpp"
#include "report/result/result_field.hpp"

namespace nve {

struct VariedParameter {
  std::string name;
  std::vector<std::string> values;
};

/// A value for each parameter.
using VaryPoint = Named<std::string>;

/// A text of --vary: PARAMETER=VALUE,VALUE...
CLI::Validator VaryText();

/// One or two of them. `own` are the names a tool has beside those of memory and board. InputError
/// with all problems, as of `tool`.
std::vector<VariedParameter> ParseVary(const std::vector<std::string>& texts,
                                       const std::vector<std::string>& own,
                                       const std::string& tool);

/// Every combination; the last parameter is the fastest.
std::vector<VaryPoint> PointsOf(const std::vector<VariedParameter>& parameters);

/// Of a parameter, if it is varied.
std::optional<std::string> ValueAt(const VaryPoint& point, const std::string& name);

/// Tries each of `checks` at every point. One InputError of all that they throw, the same problem
/// once.
void CheckPoints(const std::vector<VaryPoint>& points,
                 const std::vector<std::function<void(const VaryPoint&)>>& checks);

/// The memory at a point. InputError if a parameter is not the model's, or a value not allowed.
MemoryConfig MemoryAt(const std::string& name_or_path, const VaryPoint& point,
                      const std::string& tool);

/// Names of the processor's parameters.
std::vector<std::string> ProcessorParameters();

/// Changes what the point says of the processor. InputError.
void SetProcessor(const VaryPoint& point, const std::string& tool, ProcessorOptions& processor);

}  // namespace nve
