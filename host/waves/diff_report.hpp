// SPDX-License-Identifier: Apache-2.0
// What nve-diff says about a comparison.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "host/waves/wave_diff.hpp"

namespace nve {

/// Lines with at most `most` signals. Of wide signals only the words that differ.
std::string TextOf(const WaveDiff& diff, size_t most);

/// Everything, values in full, without the names of the files.
nlohmann::ordered_json JsonOf(const WaveDiff& diff);

}  // namespace nve
