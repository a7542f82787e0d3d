// SPDX-License-Identifier: Apache-2.0
// Another program, run to its end with what it prints.
#pragma once

#include <string>
#include <vector>

namespace nve {

struct ProgramEnd {
  int exit_code = 0;  ///< 128 and the signal's number if one ended it
  std::string output;
  std::string errors;
};

/// Runs `command`, its program looked for in PATH. InputError if it cannot be started.
ProgramEnd RunProgram(const std::vector<std::string>& command);

}  // namespace nve
