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

/// The two pipeline registers between accu and result, both of table addresses. They move in every
/// advancing cycle and the first keeps its value without a `set rb`, so result only changes three
/// cycles after one.
struct ResultPipeline {
  std::array<uint16_t, arch::kLanes> first{};   // sums of the last `set rb`
  std::array<uint16_t, arch::kLanes> second{};  // first, one advancing cycle later
};

/// Everything that both resets clear to 0.
struct Registers {
  // The registers the probe shows, each in its place of the probe: state, pc, pass, run,
  // load_count, port_a, port_b, rw, ri, accu, result, act_out, odd. The other fields are events of
  // a cycle; Evaluate writes them for its caller and nothing in the model reads them.
  arch::Probe probe{};
  uint64_t read_a = 0;  // word between the local buffer and port A's output
  uint64_t read_b = 0;  // word between the local buffer and port B's output
  ResultPipeline sums;
  bool act_push = false;  // act_out enters the output FIFO in this cycle
  Fifo<uint64_t, arch::kInputFifoWords> input;
  Fifo<OutputWord, arch::kOutputFifoWords> output;
  uint32_t packet_count = 0;  // words that entered the output FIFO since the last TLAST or START
  uint32_t irq = 0;           // IRQ register
  bool config_error = false;  // STATUS.CONFIG_ERROR
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
