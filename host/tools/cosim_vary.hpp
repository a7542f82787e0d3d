// SPDX-License-Identifier: Apache-2.0
// A network at several values of one or two parameters: nve-cosim --vary.
#pragma once

#include "base/images/maps.hpp"
#include "host/tools/cosim_options.hpp"
#include "program/binary.hpp"

namespace nve {

/// Runs `binary` once for each combination, each in a process of its own if there are several, and
/// writes cycles by layer. The exit code. InputError, before the first run, if a value is wrong.
int RunVary(const CosimOptions& options, const Binary& binary, const FeatureMaps& picture);

}  // namespace nve
