// SPDX-License-Identifier: Apache-2.0
// Checks of option values that name files, for CLI11. What they refuse reads "--name: found X,
// allowed: Y". Numbers are checked by number_options.hpp, words by word_options.hpp.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace nve {

/// One of `names`, or the path of a file that is there.
CLI::Validator OneOfOrFile(const std::vector<std::string>& names);

/// A regular file that can be written: no device, in whose place a writer might put a file. Its
/// folder is created; a file that is there is not emptied, since the command line may still be
/// wrong elsewhere.
CLI::Validator WritableFile();

/// Where a result can go: a WritableFile, a device, a pipe, or - for standard output. For tools
/// that run for hours, which shall not end with "cannot write".
CLI::Validator ResultFile();

}  // namespace nve
