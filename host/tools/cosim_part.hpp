// SPDX-License-Identifier: Apache-2.0
// The part of a network that nve-cosim is asked to run.
#pragma once

#include "host/tools/cosim_options.hpp"
#include "program/step_selection.hpp"

namespace nve {

/// The layers and strips of --layers and --strips; all of the steps' by default. InputError if
/// there are no such ones, or if later layers would lack their input.
StepSelection ParsePart(const CosimOptions& options, const Binary& binary);

}  // namespace nve
