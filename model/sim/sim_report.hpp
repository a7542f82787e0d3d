// SPDX-License-Identifier: Apache-2.0
// The result file of nve-sim.
#pragma once

#include <nlohmann/json.hpp>

#include "model/sim/step_runner.hpp"

namespace nve {

/// Keys: network, arch, layers[], total, cycles_per_second. A layer and the total have name, macs,
/// cycles, load_cycles, mac_per_cycle, instruction_words, words_in, words_out, stalls {input,
/// output}.
nlohmann::ordered_json SimReport(const Binary& binary, const StepRunner& runner, double seconds);

/// One line per layer and one for the total.
std::string SimReportText(const nlohmann::ordered_json& report);

}  // namespace nve
