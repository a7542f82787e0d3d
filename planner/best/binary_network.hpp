// SPDX-License-Identifier: Apache-2.0
// The network that a binary computes, as far as its steps depend on it: so that a finished binary
// gets other steps without the network's description.
#pragma once

#include <string>

#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve::planner {

/// Layers and maps, as the machine sees them; of which maps a map is the sum is what its program
/// loads. InputError, which begins with `name`, if the steps are not those of nvec for them.
Network NetworkOf(const Binary& binary, const std::string& name);

/// The binary with no steps, and with a block for each of its planes.
Binary WithoutSteps(Binary binary);

}  // namespace nve::planner
