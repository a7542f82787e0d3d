// SPDX-License-Identifier: Apache-2.0
// Useful MACs of the steps, counted from its code.
#pragma once

#include <cstdint>

#include "program/binary.hpp"

namespace nve {

/// MACs the steps execute in lanes that become outputs. For binaries without layers, as
/// hand-written ones; with layers their geometry tells (LayerInfo::Macs).
int64_t ExecutedMacs(const Binary& binary);

}  // namespace nve
