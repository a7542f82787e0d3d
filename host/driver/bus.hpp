// SPDX-License-Identifier: Apache-2.0
// What the driver needs of the machine it runs on: register accesses, physical memory and
// interrupts.
//
// The driver knows nothing else of its surroundings, so the same code runs on the simulated
// platform (host/platform), on the fake devices of the unit tests and, with a Bus over /dev/mem, on
// a board.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

/// The answer of an AXI4-Lite access.
enum class BusResponse {
  kOkay,
  kSlaveError,   ///< SLVERR: the device is there and refuses the access
  kDecodeError,  ///< DECERR: no device at this address
};

/// "OKAY", "SLVERR", "DECERR"
const char* ToString(BusResponse response);

/// The hardware did something else than it was asked for: bus error, DMA error, time-out. The
/// message says what was being done or waited for. Ends a tool with exit code 1.
class DriverError : public CheckFailed {
 public:
  using CheckFailed::CheckFailed;
};

class Bus {
 public:
  virtual ~Bus() = default;

  /// One 32-bit register access. `value` is undefined unless the response is kOkay.
  virtual BusResponse Read32(uint64_t address, uint32_t& value) = 0;
  virtual BusResponse Write32(uint64_t address, uint32_t value) = 0;

  /// The processor's view of physical memory, valid as long as the bus exists. Throws DriverError
  /// if the range is not all memory. Devices see what is written here when the next register access
  /// is made.
  virtual std::span<uint8_t> Memory(uint64_t address, uint64_t bytes) = 0;

  /// Physically contiguous memory for as long as the bus exists; `alignment` is a power of two.
  /// Throws DriverError if there is not enough.
  virtual uint64_t AllocateMemory(uint64_t bytes, uint64_t alignment) = 0;

  /// Waits until one of the interrupt lines in `lines` (bit n = line n) is 1, or `timeout_cycles`
  /// passed. Returns the lines that are 1 among them, 0 after a time-out.
  virtual uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) = 0;

  /// The processor has copied so many bytes from memory to memory: a model of a machine lets the
  /// time pass that this takes, on a machine it has passed.
  virtual void SpendCopyTime(uint64_t /*bytes*/) {}

  /// Clock cycles of the hardware since some fixed moment.
  virtual uint64_t Now() = 0;
};

}  // namespace nve
