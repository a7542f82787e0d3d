// SPDX-License-Identifier: Apache-2.0
// Driver of one NVE core: settings, activation table, start and end (docs/isa.md, section 10).
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "host/driver/register_block.hpp"
#include "program/binary.hpp"
#include "program/start_load.hpp"

namespace nve {

class CoreDriver {
 public:
  CoreDriver(Bus& bus, uint64_t base, std::string device, int interrupt_line);

  /// Reads ID and ARCH_ID and compares them with this build's. Throws DriverError.
  void CheckIdentity(const arch::Machine& machine);

  /// Stops the core and empties its FIFOs. Settings keep their values.
  void SoftReset();

  /// Writes settings by name; values the core is known to hold are not written again. An unknown or
  /// read-only name or a value with bits the register does not have is a DriverError and writes
  /// nothing.
  void WriteSettings(const Settings& settings);

  /// Writes an activation table entry by entry; those that the core is known to hold are not
  /// written again.
  void WriteTable(const ActivationTable& table);

  /// START, with LOAD and TABLE if program and table come first on the stream. Clears the interrupt
  /// and enables it. A refused START (settings outside their ranges, core busy) is a DriverError
  /// that says which.
  void Start(StartLoad load);

  /// True when all runs have ended; acknowledges the interrupt.
  bool PollDone();

  /// "core 0 is in state repeat, stalled on input, pc 17": for time-out messages.
  std::string Describe();

  uint64_t interrupt_mask() const { return uint64_t{1} << interrupt_line_; }

 private:
  RegisterBlock registers_;
  int interrupt_line_;
  std::map<std::string, uint32_t> held_;  // values written so far by setting name
  ActivationTable table_{};               // entries written last
  bool table_held_ = false;               // the core holds table_
};

}  // namespace nve
