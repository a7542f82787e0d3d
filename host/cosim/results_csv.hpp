// SPDX-License-Identifier: Apache-2.0
// The results of a co-simulation as a table for other programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace nve {

/// Comma-separated values of the JSON results: a line for every layer and program and one for the
/// total, a column for every number in them, named as in the JSON ("waterfall.bound",
/// "axi.mm2s.read.bytes"); what a line does not have is empty. Histograms are left out.
std::string ResultsCsv(const nlohmann::ordered_json& results);

}  // namespace nve
