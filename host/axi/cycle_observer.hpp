// SPDX-License-Identifier: Apache-2.0
// What a fabric tells who watches it: the use of every cycle, the bursts at the memory
// ports and the descriptors.
#pragma once

#include <cstdint>

#include "host/axi/cycle_uses.hpp"
#include "host/axi/faults.hpp"

namespace nve {

class CycleObserver {
 public:
  virtual ~CycleObserver() = default;

  /// A cycle of a tile. What a gap in the input is put down to is not known yet: kLatency.
  virtual void Use(int tile, CycleUse use, uint64_t cycle) = 0;

  /// A burst has ended: from the address handshake to the last word read or the write response.
  virtual void Burst(int tile, TilePort port, bool write, uint64_t first_cycle, uint64_t last_cycle,
                     uint64_t bytes) = 0;

  /// The descriptor at `address` is done: from the address handshake of its fetch to the response
  /// of its write-back.
  virtual void Descriptor(int tile, uint64_t address, uint64_t first_cycle,
                          uint64_t last_cycle) = 0;
};

}  // namespace nve
