// What a fabric tells who watches it: the use of every cycle and the bursts at the memory ports.
#pragma once

#include <cstdint>

#include "host/platform/cycle_uses.hpp"
#include "host/platform/faults.hpp"

namespace nve {

class CycleObserver {
 public:
  virtual ~CycleObserver() = default;

  /// A cycle of a tile. What a gap in the input is put down to is not known yet: kLatency.
  virtual void Use(int tile, CycleUse use, uint64_t cycle) = 0;

  /// A burst has ended: from the address handshake to the last word read or the write response.
  virtual void Burst(int tile, TilePort port, bool write, uint64_t first_cycle, uint64_t last_cycle,
                     uint64_t bytes) = 0;
};

}  // namespace nve
