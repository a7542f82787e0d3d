// When a memory answers a burst, from the parameters of its configuration alone (docs/memory.md).
//
// `ideal`, `fixed` and `tso` are their definitions. `bank` is reduced to a queue: bursts are served
// in the order of their arrival, in front of the constraints between the commands of one DRAM
// device (rows that are open or not, direction of the bus, refresh). What is left out: FR-FCFS
// (younger bursts do not pass) and the limits of its queues.
#pragma once

#include <cstdint>
#include <memory>

#include "host/memory/memory_config.hpp"
#include "model/transfer/history.hpp"

namespace nve::transfer {

/// What happened inside a `bank` memory.
struct MemoryEvents {
  int64_t bursts = 0;
  int64_t row_misses = 0;   ///< column commands that had to open a row
  int64_t turnarounds = 0;  ///< changes of direction
  int64_t refreshes = 0;
  MemoryEvents& operator+=(const MemoryEvents& other);
  MemoryEvents operator-(const MemoryEvents& earlier) const;
};

/// A burst as the memory sees it.
struct MemoryAccess {
  int port = 0;
  bool write = false;
  uint64_t address = 0;
  int64_t bytes = 0;
};

class MemoryTimes {
 public:
  virtual ~MemoryTimes() = default;
  /// A read whose address is accepted in `now`, or a write whose last word is: the first cycle of
  /// the answer. Calls come in the order of `now`.
  virtual Cycle Answer(const MemoryAccess& access, Cycle now) = 0;
  virtual MemoryEvents events() const { return {}; }
};

std::unique_ptr<MemoryTimes> MakeMemoryTimes(const MemoryConfig& config, double clock_mhz);

}  // namespace nve::transfer
