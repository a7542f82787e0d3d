// SPDX-License-Identifier: Apache-2.0
// The golden model of one NVE core: every register and memory of docs/isa.md, stepped one clock
// cycle at a time. It predicts stalls from the same stream handshakes and register writes the RTL
// sees; lockstep compares Evaluate's result with the RTL's probe word by word in every cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "model/golden/core_memories.hpp"
#include "nve_isa.hpp"

namespace nve {

class GoldenCore {
 public:
  GoldenCore();
  ~GoldenCore();
  GoldenCore(const GoldenCore&) = delete;
  GoldenCore& operator=(const GoldenCore&) = delete;

  /// The pin rst_ni: all registers to their reset values, memories keep theirs (0 at construction).
  void Reset();

  /// Other contents of the memories, FIFOs' storage included; no register changes.
  void SetMemories(const CoreMemories& contents);

  /// Registers and events of the current cycle with this cycle's inputs (docs/isa.md, section 13).
  /// May be called repeatedly; changes nothing.
  const arch::Probe& Evaluate(const arch::ProbeInputs& in);

  /// The clock edge that ends the cycle. Does not need a preceding Evaluate (the stand-alone
  /// simulator skips it for speed).
  void Commit(const arch::ProbeInputs& in);

  /// All state as it lies in memory: two moments with the same bytes are in the same state.
  std::span<const std::byte> Bytes() const;

  /// Architectural state for inspection: the local buffer, the instruction buffer, the rotating
  /// update values and the activation table.
  uint64_t LocalWord(int address) const;
  uint64_t InstructionWord(int address) const;
  int RotatedUpdate(int address, int slot) const;  ///< slot 0 = MEMA, 1 = MEMB
  uint8_t TableEntry(int index) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace nve
