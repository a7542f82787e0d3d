// SPDX-License-Identifier: Apache-2.0
// The control FSM (docs/isa.md, section 8): what the cycle does, and which position follows.
#pragma once

#include <cstdint>

#include "model/golden/state.hpp"
#include "nve_arch.hpp"

namespace nve::golden {

/// What the control decides about one cycle, from registers only.
struct CycleDecision {
  arch::Stall stall = arch::Stall::kNone;
  bool advances = false;            // the instruction at pc executes
  bool loads = false;               // a word goes from the input FIFO to the instruction buffer
  bool loads_table = false;         // a word goes from there to the activation table
  bool first_fetch = false;         // state load, everything loaded
  bool writes_suppressed = false;   // stream writes suppressed
  bool outputs_suppressed = false;  // activation outputs suppressed
  bool rotated_updates = false;     // AGUs use the values written back, not the loaded ones
};

inline CycleDecision DecideCycle(const Machine& machine) {
  const Registers& reg = machine.reg;
  const Settings& settings = machine.settings;
  const arch::State state = StateOf(machine);
  CycleDecision cycle;
  if (state == arch::State::kIdle) return cycle;
  if (state == arch::State::kTable) {
    cycle.loads_table = !reg.input.Empty();
    if (!cycle.loads_table) cycle.stall = arch::Stall::kInput;
    return cycle;
  }
  if (state == arch::State::kLoad) {
    cycle.first_fetch = reg.probe.load_count == settings.program_size;
    cycle.loads = !cycle.first_fetch && !reg.input.Empty();
    if (!cycle.first_fetch && !cycle.loads) cycle.stall = arch::Stall::kInput;
    return cycle;
  }
  if (state == arch::State::kRepeat) {
    cycle.writes_suppressed = reg.probe.pass >= settings.iterations;
    cycle.outputs_suppressed = reg.probe.pass < settings.extra;
    cycle.rotated_updates = reg.probe.pass > 0;
  }
  const DecodedInstruction& instruction = machine.mem.instructions[reg.probe.pc];
  const bool takes_word = instruction.mema.op == arch::MemOp::kWr && !cycle.writes_suppressed;
  const bool sends_word = instruction.act == arch::ActOp::kAct &&
                          instruction.act_to == arch::ActTo::kStream && !cycle.outputs_suppressed;
  const int entering = reg.act_push ? 1 : 0;
  int words_needed = 1;
  if constexpr (arch::kSplit != 0) {
    if (instruction.mema_part == arch::WrPart::kEven) words_needed = 2;
  }
  if (takes_word && reg.input.level() < words_needed) {
    cycle.stall = arch::Stall::kInput;
  } else if (sends_word && reg.output.level() + entering >= arch::kOutputFifoWords) {
    cycle.stall = arch::Stall::kOutput;
  }
  cycle.advances = cycle.stall == arch::Stall::kNone;
  return cycle;
}

/// Where a run begins.
inline void BeginRun(Machine& machine) {
  SetState(machine,
           machine.settings.repeat_first == 0 ? arch::State::kRepeat : arch::State::kInitial);
  machine.reg.probe.pc = 0;
  machine.reg.probe.pass = 0;
}

inline void EndRun(Machine& machine) {
  arch::Probe& probe = machine.reg.probe;
  if (probe.run + 1 < machine.settings.runs) {
    probe.run += 1;
    BeginRun(machine);
    return;
  }
  probe.pass = 0;
  probe.pc = 0;
  probe.run = 0;
  SetState(machine, arch::State::kIdle);
  probe.irq_causes |= arch::kIrqDone;
}

/// "Position after an advancing cycle".
inline void NextPosition(Machine& machine) {
  const Settings& settings = machine.settings;
  arch::Probe& probe = machine.reg.probe;
  const arch::State state = StateOf(machine);
  if (state == arch::State::kRepeat && probe.pc == settings.repeat_last) {
    if (probe.pass + 1 < settings.iterations + settings.extra) {
      probe.pass += 1;
      probe.pc = settings.repeat_first;
    } else if (settings.repeat_last + 1 < settings.program_size) {
      SetState(machine, arch::State::kFinal);
      probe.pc = settings.repeat_last + 1;
      probe.pass = 0;
    } else {
      EndRun(machine);
    }
    return;
  }
  if (state == arch::State::kFinal && probe.pc + 1 == settings.program_size) {
    EndRun(machine);
    return;
  }
  probe.pc += 1;
  if (state == arch::State::kInitial && probe.pc == settings.repeat_first) {
    SetState(machine, arch::State::kRepeat);
  }
}

/// One word from the input FIFO into the instruction buffer.
inline void LoadInstruction(Machine& machine) {
  uint32_t& count = machine.reg.probe.load_count;
  machine.mem.instructions[count] = DecodeInstruction(machine.reg.input.Front());
  machine.reg.input.Pop();
  count += 1;
}

/// First entry of the table's word that the core waits for, in state table.
inline uint32_t FirstTableEntry(const Machine& machine) {
  return arch::kWordPixels * machine.reg.probe.load_count;
}

/// One word from the input FIFO into the activation table.
inline void LoadTableWord(Machine& machine) {
  const uint64_t word = machine.reg.input.Front();
  machine.reg.input.Pop();
  const uint32_t first = FirstTableEntry(machine);
  for (uint32_t k = 0; k < arch::kWordPixels; ++k) {
    machine.mem.table[first + k] = static_cast<uint8_t>(word >> (arch::kPixelBits * k));
  }
  uint32_t& count = machine.reg.probe.load_count;
  count += 1;
  if (count < kTableWords) return;
  count = 0;
  SetState(machine, arch::State::kLoad);
}

/// An accepted START, in state idle.
inline void Start(Machine& machine, bool load, bool table) {
  arch::Probe& probe = machine.reg.probe;
  SetState(machine, table ? arch::State::kTable : arch::State::kLoad);
  probe.pc = 0;
  probe.pass = 0;
  probe.run = 0;
  probe.load_count = load ? 0 : machine.settings.program_size;
  probe.packet = 0;
  probe.config_error = 0;
}

}  // namespace nve::golden
