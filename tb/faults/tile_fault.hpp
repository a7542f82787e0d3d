// SPDX-License-Identifier: Apache-2.0
// Faults of a whole tile on the platform: driver, DMA, core in lockstep, memory.
//
// Every seed runs three frames: one without fault, which says how long a frame is and how many
// bursts it has; one with the fault; and, after the reset that begins every frame, one with another
// picture, whose output must be right. Profile of the DMA, feed, memory model and its
// latencies are drawn from the seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/faults/fault_run.hpp"

namespace nve {

enum class TileFaults : uint8_t {
  kBusErrors,    ///< SLVERR or DECERR in a random beat of a read, or as answer to a write
  kDescriptors,  ///< a descriptor in memory, or a pointer to it, is not what it must be
  kStreams,      ///< TLAST at the wrong place, too few words, too many, long waits
  kResets,       ///< the driver gives up in a random cycle
};

/// Names of the kinds of a family.
std::vector<std::string> TileFaultKinds(TileFaults family);

/// One seed of one kind. Needs a process of its own: SystemC simulates once.
FaultRun RunTileFault(TileFaults family, size_t kind, uint64_t seed);

}  // namespace nve
