// SPDX-License-Identifier: Apache-2.0
// Programs that hold a golden model or RTL are linked for one machine each, their module. A command
// line for another machine goes on in that machine's program.
#pragma once

#include <string>

#include "arch/machine.hpp"

namespace nve::arch {

/// Returns if this program is of `machine` and was made of the files that are there now. Else this
/// process becomes the program of the same name of that machine, with the same command line, which
/// must not have had effects yet. InputError, with the command that builds it, if there is none or
/// if it was made of other files. `description`: the file of --machine, empty if none was named.
void ContinueOn(const Machine& machine, const std::string& description = "");

}  // namespace nve::arch
