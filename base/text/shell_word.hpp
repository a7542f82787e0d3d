// SPDX-License-Identifier: Apache-2.0
// Words of a command line to be printed, so that a shell reads them as they are.
#pragma once

#include <string>

namespace nve {

/// The name of a file or program for a shell: in quotes if it needs them, and never like an option.
std::string ShellWord(std::string word);

/// A whole command line: all words as they are, options too.
std::string ShellLine(int argc, const char* const* argv);

}  // namespace nve
