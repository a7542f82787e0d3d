// SPDX-License-Identifier: Apache-2.0
// The charts of nve-sweep --vary.
#pragma once

#include <string>
#include <vector>

#include "host/cosim/vary.hpp"
#include "report/result/sweep_file.hpp"

namespace nve {

/// Megabytes per second of `transfers`, as the results file has them, as an SVG file. One
/// parameter: a line over the sizes for each value. Two: a heat map of the largest size. One chart
/// for each memory, kind of ports, profile and direction.
std::string SweepChart(const std::vector<TransferOfSweep>& transfers,
                       const std::vector<VariedParameter>& parameters);

}  // namespace nve
