// SPDX-License-Identifier: Apache-2.0
// Which steps must have ended so that the first rows of the output are in memory: the latency of a
// frame, in place of its time.
#pragma once

#include <vector>

#include "program/binary.hpp"

namespace nve {

/// By step: whether it writes into the first strip of an output map, which is as many rows as a
/// vector of the last layer has, of the first picture.
std::vector<bool> WritesFirstStrip(const Binary& binary);

}  // namespace nve
