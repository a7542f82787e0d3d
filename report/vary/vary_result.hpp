// SPDX-License-Identifier: Apache-2.0
// The result of nve-cosim --vary: the cycles of each layer at several values of parameters.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/result/vary_file.hpp"

namespace nve {

/// The result as a file has it.
nlohmann::ordered_json VaryJson(const VaryResult& result);

/// Reads files of nve-cosim --vary and joins their rows, which must be of one network, program,
/// picture and feed, and of the same parameters, each combination once. InputError with all
/// problems.
VaryResult ReadVaried(const std::vector<std::string>& paths);

/// "memory.batch_bursts=4 board.ports=shared"
std::string ToText(const Named<std::string>& values);

/// One line for each run and layer, with the values in front.
std::string VaryCsv(const VaryResult& result);

/// One line for each run: its values and the elapsed cycles of each layer.
std::string VaryTable(const VaryResult& result);

/// Elapsed cycles as an SVG file: a line for each layer, or with two parameters a heat map of all
/// layers together.
std::string VaryChart(const VaryResult& result);

}  // namespace nve
