// SPDX-License-Identifier: Apache-2.0
// Random stimulus: see random_stimulus.hpp.
#include "tests/cosim/random_stimulus.hpp"

#include <algorithm>

#include "arch/build_machine.hpp"
#include "model/golden/running.hpp"

namespace nve {
namespace {

// Cycles a program may take before a soft reset ends it; far above the usual length.
constexpr int64_t kPatience = 4000;

uint64_t Put(const arch::InstructionField& field, uint64_t value) { return value << field.lsb; }

}  // namespace

uint64_t RandomStimulus::RandomData() {
  const uint64_t word = random_();
  // Runs of equal bits reach the ends of the number ranges more often than uniform words.
  switch (Below(8)) {
    case 0:
      return 0;
    case 1:
      return ~uint64_t{0};
    case 2:
      return word & 0x00FF00FF00FF00FF;
    case 3:
      return word | 0x8000800080008000;
    default:
      return word;
  }
}

uint64_t RandomStimulus::RandomInstruction() {
  const auto field = [&](const arch::InstructionField& f) {
    return Put(f, random_() & ((1u << f.bits) - 1));
  };
  uint64_t word = 0;
  for (const arch::InstructionField& f : arch::kInstructionFields) word |= field(f);
  // Stream operations in every instruction would only show stalls.
  if (!OneIn(3)) word &= ~Put(arch::kMemaOp, static_cast<uint64_t>(arch::MemOp::kWr));
  if (!OneIn(3)) word |= Put(arch::kActTo, static_cast<uint64_t>(arch::ActTo::kHold));
  // Without column separation the parts of `wr` are codes without effect, like `setsh ri hi`: some
  // of them. With it words shall be paired often.
  if (!arch::BuildSizes().split && !OneIn(8)) word &= ~Put(arch::kMemaPart, 3);
  if (arch::BuildSizes().split && OneIn(8)) word = SeparatingWrite(word);
  return word;
}

uint64_t RandomStimulus::SeparatingWrite(uint64_t word) {
  word &= ~(Put(arch::kMemaOp, 3) | Put(arch::kMemaPart, 3));
  const auto part = OneIn(2)   ? arch::WrPart::kEven
                    : OneIn(2) ? arch::WrPart::kOdd
                               : arch::WrPart::kBoth;
  return word | Put(arch::kMemaOp, static_cast<uint64_t>(arch::MemOp::kWr)) |
         Put(arch::kMemaPart, static_cast<uint64_t>(part));
}

uint32_t RandomStimulus::RandomAddress() {
  switch (Below(4)) {
    case 0:
      return Below(1u << arch::kRegisterSpaceBits);
    case 1:
      return arch::kActTableOffset + 4 * Below(arch::kActEntries);
    default:
      return arch::kRegisters[Below(static_cast<uint32_t>(arch::kRegisters.size()))].offset;
  }
}

void RandomStimulus::PlanTable() {
  for (uint32_t i = 0; i < arch::kActEntries; ++i) {
    writes_.push_back({arch::kActTableOffset + 4 * i, Below(256)});
  }
  table_written_ = true;
}

void RandomStimulus::StreamTable() {
  for (uint32_t i = 0; i < arch::kActEntries / arch::kWordPixels; ++i) {
    code_.push_back(RandomData());
  }
}

void RandomStimulus::PlanSettings(uint32_t program_size) {
  const uint32_t first = Below(program_size);
  const uint32_t last = first + Below(program_size - first);
  Set(arch::kRegProgramSize, program_size);
  Set(arch::kRegRepeatFirst, OneIn(3) ? 0 : first);
  Set(arch::kRegRepeatLast, last);
  Set(arch::kRegIterations, 1 + Below(OneIn(4) ? 40 : 6));
  Set(arch::kRegExtra, OneIn(2) ? 0 : Below(arch::BuildSizes().max_extra_passes + 1));
  Set(arch::kRegRuns, 1 + Below(3));
  Set(arch::kRegStride, 1 + Below(arch::BuildSizes().max_stride));
  Set(arch::kRegBiasShift, Below(arch::BuildSizes().max_bias_shift + 1));
  Set(arch::kRegActShift, Below(arch::BuildSizes().max_act_shift + 1));
  Set(arch::kRegPacketWords, Below(7));
  Set(arch::kRegIrqEnable, Below(2));
  for (uint32_t mode = 0; mode < arch::kAguModes; ++mode) {
    const uint32_t inc = OneIn(2) ? 1 + Below(4) : Below(1u << arch::kAguAddressBits);
    writes_.push_back({arch::kRegAguInc1.offset + 8 * mode, inc});
    writes_.push_back({arch::kRegAguToggle1.offset + 8 * mode,
                       OneIn(2) ? inc * (1 + Below(5)) % (1u << arch::kAguAddressBits)
                                : Below(1u << arch::kAguAddressBits)});
  }
  // A setting outside its range now and then: START must be refused.
  if (OneIn(16)) Set(arch::kRegIterations, 0);
  if (OneIn(16)) Set(arch::kRegStride, arch::BuildSizes().max_stride + 1);
}

void RandomStimulus::PlanProgram(const arch::Probe& probe) {
  if (!table_written_) PlanTable();
  const bool load = starts_ == 0 || !OneIn(4);
  const bool table = load && OneIn(4);
  // Words left in the FIFO would be loaded as instructions; sometimes they may.
  if (load && probe.in_level != 0 && !OneIn(8)) Set(arch::kRegControl, arch::kControlReset);
  if (load) {
    const uint32_t size = 1 + Below(OneIn(20) ? arch::BuildSizes().instruction_words : 24);
    PlanSettings(size);
    code_.clear();
    if (table) StreamTable();
    for (uint32_t i = 0; i < size; ++i) code_.push_back(RandomInstruction());
  } else if (OneIn(2)) {
    Set(arch::kRegIterations, 1 + Below(6));
  }
  if (OneIn(2)) Set(arch::kRegIrq, arch::kIrqDone);
  Set(arch::kRegControl,
      arch::kControlStart | (load ? arch::kControlLoad : 0) | (table ? arch::kControlTable : 0));
  constexpr uint32_t kPercents[] = {100, 100, 90, 50, 10};
  valid_percent_ = kPercents[Below(5)];
  ready_percent_ = kPercents[Below(5)];
  ++starts_;
}

// Accesses at any moment, refused ones included; soft resets are rare.
void RandomStimulus::Disturb(CorePins& pins) {
  pins.reg_write = true;
  pins.reg_write_address = RandomAddress();
  pins.reg_write_data = OneIn(2) ? Below(16) : static_cast<uint32_t>(random_());
  if (pins.reg_write_address == arch::kRegControl.offset && !OneIn(20)) {
    pins.reg_write_data &= ~arch::kControlReset;
  }
}

CorePins RandomStimulus::Next(const arch::Probe& probe) {
  CorePins pins;
  const bool idle = probe.state == static_cast<uint32_t>(arch::State::kIdle);
  idle_cycles_ = idle ? idle_cycles_ + 1 : 0;
  busy_cycles_ = idle ? 0 : busy_cycles_ + 1;
  // A write needs a few cycles until the state shows its effect.
  constexpr int64_t kSettle = 6;
  if (idle_cycles_ > kSettle && writes_.empty()) {
    feeding_ = !OneIn(8);
    PlanProgram(probe);
    idle_cycles_ = 0;
  }
  if (busy_cycles_ > kPatience && writes_.empty()) {
    Set(arch::kRegControl, arch::kControlReset);
    busy_cycles_ = 0;
  }
  if (!writes_.empty() && !OneIn(5)) {
    pins.reg_write = true;
    pins.reg_write_address = writes_.front().address;
    pins.reg_write_data = writes_.front().data;
    writes_.pop_front();
  } else if (OneIn(idle ? 50 : 30)) {
    Disturb(pins);
  }
  pins.reg_read_address = RandomAddress();
  pins.output_ready = Below(100) < ready_percent_;
  pins.stream_last = OneIn(10);
  const bool running = golden::IsRunning(probe.state);
  const bool loading = probe.state == static_cast<uint32_t>(arch::State::kLoad) ||
                       probe.state == static_cast<uint32_t>(arch::State::kTable);
  if (Below(100) < valid_percent_) {
    if (loading && !code_.empty()) {
      pins.stream_valid = true;
      pins.stream_data = code_.front();
      // One more word may enter than is loaded; the rest of the code then goes in as data.
      if (probe.s_tready != 0) code_.pop_front();
    } else if (running || loading || feeding_) {
      pins.stream_valid = true;
      pins.stream_data = RandomData();
    }
  }
  return pins;
}

}  // namespace nve
