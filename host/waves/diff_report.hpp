// SPDX-License-Identifier: Apache-2.0
// What nve-diff says about a comparison.
#pragma once

#include <string>

#include "host/waves/wave_diff.hpp"
#include "report/result/diff_file.hpp"

namespace nve {

/// Lines with at most `most` signals. Of wide signals only the words that differ.
std::string TextOf(const WaveDiff& diff, size_t most);

/// Everything, values in full, without the names of the files.
DiffFile DiffResult(const WaveDiff& diff);

}  // namespace nve
