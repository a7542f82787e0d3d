// SPDX-License-Identifier: Apache-2.0
// All architectural state of one core as plain data (docs/isa.md, sections 4, 5 and 8 to 10),
// grouped by what a reset does to it: registers are cleared by both resets, settings by the pin
// only, memories by neither.
#pragma once

#include <array>
#include <cstdint>

#include "model/golden/decode.hpp"
#include "model/golden/fifo.hpp"
#include "nve_arch.hpp"

namespace nve::golden {

/// Words of the stream that hold the activation table.
inline constexpr uint32_t kTableWords = arch::kActEntries / arch::kWordPixels;

/// The read/write registers of docs/isa.md, section 10, with their reset values.
struct Settings {
  uint32_t irq_enable = arch::kRegIrqEnable.reset;
  uint32_t program_size = arch::kRegProgramSize.reset;
  uint32_t repeat_first = arch::kRegRepeatFirst.reset;
  uint32_t repeat_last = arch::kRegRepeatLast.reset;
  uint32_t iterations = arch::kRegIterations.reset;
  uint32_t extra = arch::kRegExtra.reset;
  uint32_t runs = arch::kRegRuns.reset;
  uint32_t stride = arch::kRegStride.reset;
  uint32_t bias_shift = arch::kRegBiasShift.reset;
  uint32_t act_shift = arch::kRegActShift.reset;
  uint32_t packet_words = arch::kRegPacketWords.reset;
  // inc and toggle of the AGU modes 1 to kAguModes; entry 0 is not used.
  std::array<uint32_t, arch::kAguModes + 1> agu_inc = {
      0, arch::kRegAguInc1.reset, arch::kRegAguInc2.reset, arch::kRegAguInc3.reset};
  std::array<uint32_t, arch::kAguModes + 1> agu_toggle = {
      0, arch::kRegAguToggle1.reset, arch::kRegAguToggle2.reset, arch::kRegAguToggle3.reset};
};

/// A word in the output FIFO.
struct OutputWord {
  uint64_t data = 0;
  bool last = false;  // TLAST
};

/// Everything that both resets clear to 0; of the FIFOs all but their storage.
struct Registers {
  // The registers the probe shows, each in its place of the probe: state, pc, pass, run,
  // load_count, irq_causes, config_error, read_a, read_b, port_a, port_b, rw, ri, accu, stage2,
  // result, act_out, packet, odd. The other fields are settings, events of a cycle and registers
  // that are not always shown; Evaluate writes them for its caller and nothing in the model reads
  // them.
  arch::Probe probe{};
  // Registers that the probe shows only from the operation that fills them to the next advancing
  // cycle. They keep their value, so what follows them moves in every advancing cycle.
  uint64_t read_a = 0;                          // word between the local buffer and port A's output
  uint64_t read_b = 0;                          // word between the local buffer and port B's output
  std::array<uint16_t, arch::kLanes> stage1{};  // table addresses of the last `set rb`
  bool stage1_filled = false;                   // the last advancing cycle had a `set rb`
  bool act_push = false;                        // act_out enters the output FIFO in this cycle
  Fifo<uint64_t, arch::kInputFifoWords> input;
  Fifo<OutputWord, arch::kOutputFifoWords> output;
};

/// The rotating update memory's entry of one instruction.
struct RotatedUpdates {
  uint16_t mema = 0;
  uint16_t memb = 0;
};

/// The memories; both models start them at 0.
struct Memories {
  std::array<DecodedInstruction, arch::kInstructionWords> instructions{};
  std::array<RotatedUpdates, arch::kInstructionWords> updates{};
  std::array<uint64_t, arch::kLocalWords> local{};
  std::array<uint8_t, arch::kActEntries> table{};
};

struct Machine {
  Registers reg;
  Settings settings;
  Memories mem;
};

inline arch::State StateOf(const Machine& machine) {
  return static_cast<arch::State>(machine.reg.probe.state);
}

inline void SetState(Machine& machine, arch::State state) {
  machine.reg.probe.state = static_cast<uint32_t>(state);
}

}  // namespace nve::golden
