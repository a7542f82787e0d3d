// SPDX-License-Identifier: Apache-2.0
// Bins of the core: see core_bins.hpp. A probe shows the cycle that ends with the rising edge at
// which it is sampled, so an operation counts in the cycle in which it executes.
#include "tb/coverage/core_bins.hpp"

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "nve_isa.hpp"
#include "tb/coverage/bins.hpp"

namespace nve::coverage {
namespace {

using Names = BinGrid::Names;

const Names kStates = {"idle", "load", "initial", "repeat", "final", "table"};
const Names kStalls = {"none", "input", "output"};
const Names kSlots = {"MEMA", "MEMB", "WREG", "IREG", "VMAC", "ACT"};
// A slot's operation: a code of the slot's field. What ACT looks up and where that goes are four.
struct Operation {
  size_t slot;
  std::string name;
};
const std::array<arch::InstructionField, 5> kOperationFields = {
    arch::kMemaOp, arch::kMembOp, arch::kWregOp, arch::kIregOp, arch::kVmacOp};
// Sizes of this machine, to compare with fields of the probe
uint32_t Words(int words) { return static_cast<uint32_t>(words); }

constexpr size_t kActSlot = kOperationFields.size();

// Those of this machine, nop left out.
std::vector<Operation> MakeOperations() {
  std::vector<Operation> operations;
  for (size_t slot = 0; slot < kActSlot; ++slot) {
    const arch::InstructionField& field = kOperationFields[slot];
    for (uint32_t code = 1; code < field.Values(arch::BuildSizes().split); ++code) {
      operations.push_back({slot, kSlots[slot] + " " + field.names[code]});
    }
  }
  for (const char* name : {"ACT lo", "ACT hi", "ACT lo hold", "ACT hi hold"}) {
    operations.push_back({kActSlot, name});
  }
  return operations;
}
const std::vector<Operation> kOperations = MakeOperations();

Names NamesOf(const std::vector<Operation>& operations) {
  Names names;
  names.reserve(operations.size());
  for (const Operation& operation : operations) names.push_back(operation.name);
  return names;
}

size_t SlotOf(size_t operation) { return kOperations[operation].slot; }

constexpr size_t kIdle = 0, kLoad = 1, kInitial = 2, kRepeat = 3, kFinal = 4, kTable = 5;
constexpr uint32_t kTableWords = arch::kActEntries / arch::kWordPixels;

bool IsRunning(size_t state) { return state >= kInitial && state <= kFinal; }

uint32_t FieldOf(uint64_t word, const arch::InstructionField& field) {
  return static_cast<uint32_t>(word >> field.lsb & ((uint64_t{1} << field.bits) - 1));
}

Names RegisterNames() {
  Names names;
  for (const arch::Register& reg : arch::kRegisters) names.emplace_back(reg.name);
  return names;
}

Names Numbers(int count) {
  Names names;
  for (int k = 0; k < count; ++k) names.push_back(std::to_string(k));
  return names;
}

/// 0, 1, 2, more, or the largest: columns of the bins of counts.
const Names kCounts = {"0", "1", "2", "more", "largest"};
size_t CountColumn(uint32_t value, uint32_t largest) {
  if (value >= largest) return 4;
  return value < 3 ? value : 3;
}

// How long something lasted: columns of the bins of durations.
const Names kDurations = {"1 cycle", "2 to 9", "10 to 99", "100 or more"};
size_t DurationColumn(uint64_t cycles) {
  if (cycles < 2) return 0;
  return cycles < 10 ? 1 : cycles < 100 ? 2 : 3;
}

class CoreSampler : public Sampler {
 public:
  CoreSampler(const void* probe, const void* inputs, const void* reset)
      : probe_(static_cast<const arch::Probe*>(probe)),
        inputs_(static_cast<const arch::ProbeInputs*>(inputs)),
        no_reset_(static_cast<const uint8_t*>(reset)) {
    for (const arch::Register& reg : arch::kRegisters) settings_[reg.offset] = reg.reset;
  }

  void Sample() override {
    const arch::Probe& now = *probe_;
    if (*no_reset_ == 0) {
      if (!in_reset_) pin_reset_.Hit(before_.state, before_.stall != 0 ? 1 : 0);
      in_reset_ = true;
      for (const arch::Register& reg : arch::kRegisters) settings_[reg.offset] = reg.reset;
      Forget(now);
      return;
    }
    in_reset_ = false;
    CountStates(now);
    if (now.agu_write != 0) CountInstruction(now);
    CountStreams(now);
    CountDatapath(now);
    CountRegisters(now);
    before_ = now;
    before_inputs_ = *inputs_;
  }

 private:
  void Forget(const arch::Probe& now) {
    before_ = now;
    before_inputs_ = {};
    last_operations_.fill(0);
    stall_cycles_ = 0;
    writes_.clear();
  }

  bool SoftReset(const arch::ProbeInputs& in) const {
    return in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
           in.reg_wdata == arch::kControlReset;
  }

  void CountStates(const arch::Probe& now) {
    states_.Hit(now.state, now.stall);
    if (SoftReset(*inputs_)) soft_reset_.Hit(now.state, now.stall != 0 ? 1 : 0);
    const bool reset_before = SoftReset(before_inputs_);
    if (now.state != before_.state && !reset_before) arcs_.Hit(before_.state, now.state);
    if (now.run != before_.run && now.state != kIdle && before_.state != kIdle) {
      next_run_.Hit(before_.state == kFinal ? 1 : 0, now.state == kRepeat ? 1 : 0);
    }
    if (now.stall != 0) {
      ++stall_cycles_;
    } else if (stall_cycles_ != 0) {
      durations_.Hit(before_.stall - 1, DurationColumn(stall_cycles_));
      stall_cycles_ = 0;
    }
    if (now.stall != 0 && before_.stall != 0 && now.stall != before_.stall) {
      stall_change_.Hit(before_.stall - 1);
    }
  }

  // By slot the operation of an instruction, as a number of kOperations from 1; 0 for nop and for
  // codes that are no operations.
  static std::array<size_t, 6> OperationsOf(uint64_t word) {
    std::array<size_t, 6> operations{};
    size_t first = 1;
    for (size_t slot = 0; slot < kActSlot; ++slot) {
      const arch::InstructionField& field = kOperationFields[slot];
      const uint32_t code = FieldOf(word, field);
      if (code != 0 && code < field.Values(arch::BuildSizes().split))
        operations[slot] = first + code - 1;
      first += field.Values(arch::BuildSizes().split) - 1;
    }
    if (FieldOf(word, arch::kActOp) != 0) {
      operations[kActSlot] =
          first + FieldOf(word, arch::kActHalf) + 2 * FieldOf(word, arch::kActTo);
    }
    return operations;
  }

  void CountInstruction(const arch::Probe& now) {
    uint64_t word = 0;
    std::memcpy(&word, now.instruction, sizeof(word));
    const std::array<size_t, 6> operations = OperationsOf(word);
    for (size_t a = 0; a < operations.size(); ++a) {
      if (operations[a] == 0) continue;
      operations_.Hit(operations[a] - 1, now.state - kInitial);
      for (size_t b = a + 1; b < operations.size(); ++b) {
        if (operations[b] != 0) pairs_.Hit(operations[a] - 1, operations[b] - 1);
      }
    }
    for (size_t slot = 0; slot < operations.size(); ++slot) {
      if (operations[slot] == 0) nops_.Hit(slot);
      if (operations[slot] != 0 && last_operations_[slot] != 0) {
        successors_.Hit(last_operations_[slot] - 1, operations[slot] - 1);
      }
    }
    last_operations_ = operations;
    if (arch::BuildSizes().split && now.write_a != 0) {
      separated_.Hit(FieldOf(word, arch::kMemaPart), now.state - kInitial);
    }
    CountSuppression(now, word);
    CountAddresses(now, word);
  }

  void CountSuppression(const arch::Probe& now, uint64_t word) {
    const auto wr = static_cast<uint32_t>(arch::MemOp::kWr);
    const bool write_a = FieldOf(word, arch::kMemaOp) == wr;
    const bool write_b = FieldOf(word, arch::kMembOp) == wr;
    const bool act = FieldOf(word, arch::kActOp) != 0;
    const bool hold = FieldOf(word, arch::kActTo) == static_cast<uint32_t>(arch::ActTo::kHold);
    const uint32_t iterations = settings_[arch::kRegIterations.offset];
    const uint32_t extra = settings_[arch::kRegExtra.offset];
    const bool repeat = now.state == kRepeat;
    const bool no_writes = repeat && now.pass >= iterations;
    const bool no_outputs = repeat && now.pass < extra;
    suppressed_.HitIf(no_writes && write_a, 0);
    suppressed_.HitIf(no_writes && write_a && now.in_level == 0, 1);
    suppressed_.HitIf(no_outputs && write_b, 2);
    suppressed_.HitIf(no_outputs && act && !hold, 3);
    suppressed_.HitIf(
        no_outputs && act && !hold && now.out_level >= Words(arch::BuildSizes().output_fifo_words),
        4);
    suppressed_.HitIf(no_outputs && act && hold, 5);
    passes_.HitIf(repeat && now.pass == 0, 0);
    passes_.HitIf(repeat && now.pass == 1, 1);
    passes_.HitIf(repeat && now.pass > 1, 2);
    passes_.HitIf(repeat && now.pass >= 65535, 3);
  }

  struct MemoryFields {
    arch::InstructionField op, offset, update, mode;
  };

  void CountAddresses(const arch::Probe& now, uint64_t word) {
    static constexpr std::array<MemoryFields, 2> kPorts = {{
        {arch::kMemaOp, arch::kMemaOffset, arch::kMemaUpdate, arch::kMemaMode},
        {arch::kMembOp, arch::kMembOffset, arch::kMembUpdate, arch::kMembMode},
    }};
    constexpr uint32_t kMask = (1u << arch::kAguAddressBits) - 1;
    const bool rotating = now.state == kRepeat && now.pass > 0;
    std::array<uint32_t, 2> address{};
    std::array<bool, 2> reads{}, writes{};
    for (size_t port = 0; port < 2; ++port) {
      const MemoryFields& fields = kPorts[port];
      const uint32_t key = now.pc << 1 | static_cast<uint32_t>(port);
      const uint32_t current = rotating ? writes_[key] : FieldOf(word, fields.update);
      const uint32_t next = port == 0 ? now.agu_mema : now.agu_memb;
      const uint32_t mode = FieldOf(word, fields.mode);
      uint32_t kind = rotating ? 1 : 0;
      if (mode != 0) {
        const uint32_t inc = settings_[arch::kRegAguInc1.offset + 8 * (mode - 1)];
        const uint32_t toggle = settings_[arch::kRegAguToggle1.offset + 8 * (mode - 1)];
        const bool wraps = ((current + inc) & kMask) == toggle;
        agu_.Hit(3 * port + mode - 1, (wraps ? 2 : 0) + kind);
        agu_corners_.HitIf(inc == 0, port, 0);
        agu_corners_.HitIf(inc != 0 && wraps, port, 1);
        agu_corners_.HitIf(current + inc > kMask, port, 2);
        agu_corners_.HitIf(wraps && toggle == 0, port, 3);
        agu_corners_.HitIf(FieldOf(word, fields.op) == 0, port, 4);
      } else {
        agu_mode0_.Hit(port, kind);
      }
      writes_[key] = next;
      address[port] =
          (FieldOf(word, fields.offset) + current) & (arch::BuildSizes().local_words - 1);
      reads[port] = FieldOf(word, fields.op) == static_cast<uint32_t>(arch::MemOp::kRd);
    }
    writes = {now.write_a != 0, now.write_b != 0};
    for (size_t port = 0; port < 2; ++port) {
      const bool used = reads[port] || writes[port];
      buffer_.HitIf(used && address[port] == 0, port, 0);
      buffer_.HitIf(used && address[port] == Words(arch::BuildSizes().local_words - 1), port, 1);
    }
    const bool same = address[0] == address[1];
    collisions_.HitIf(reads[0] && writes[1] && same, 0);
    collisions_.HitIf(writes[0] && reads[1] && same, 1);
    collisions_.HitIf(reads[0] && reads[1] && same, 2);
    collisions_.HitIf(writes[0] && writes[1] && !same, 3);
    collisions_.HitIf(writes[0] && writes[1] && same, 4);
  }

  void CountStreams(const arch::Probe& now) {
    const arch::ProbeInputs& in = *inputs_;
    levels_.Hit(0, now.in_level);
    levels_.Hit(1, now.out_level);
    const bool push = in.s_tvalid != 0 && now.s_tready != 0;
    const bool pop = now.m_tvalid != 0 && in.m_tready != 0;
    const bool take = now.write_a != 0 || (now.state == kTable && now.stall == 0) ||
                      (now.state == kLoad && now.stall == 0 &&
                       now.load_count < settings_[arch::kRegProgramSize.offset]);
    table_words_.HitIf(now.state == kTable && now.stall == 0 && now.load_count == 0, 0);
    table_words_.HitIf(now.state == kTable && now.stall == 0 && now.load_count == kTableWords - 1,
                       1);
    handshakes_.HitIf(push, 0, 0);
    handshakes_.HitIf(in.s_tvalid != 0 && now.s_tready == 0, 0, 1);
    handshakes_.HitIf(in.s_tvalid == 0 && now.s_tready != 0, 0, 2);
    handshakes_.HitIf(pop, 1, 0);
    handshakes_.HitIf(now.m_tvalid != 0 && in.m_tready == 0, 1, 1);
    handshakes_.HitIf(now.m_tvalid == 0 && in.m_tready != 0, 1, 2);
    fifo_.HitIf(push && now.in_level == 0, 0);
    fifo_.HitIf(push && take, 1);
    fifo_.HitIf(push && now.in_level == Words(arch::BuildSizes().input_fifo_words - 1) && !take, 2);
    fifo_.HitIf(take && now.in_level == Words(arch::BuildSizes().input_fifo_words), 3);
    fifo_.HitIf(take && now.in_level == 1 && !push, 4);
    fifo_.HitIf(now.act_push != 0 && now.out_level == 0, 5);
    fifo_.HitIf(now.act_push != 0 && pop, 6);
    fifo_.HitIf(now.act_push != 0 &&
                    now.out_level == Words(arch::BuildSizes().output_fifo_words - 1) && !pop,
                7);
    fifo_.HitIf(pop && now.out_level == Words(arch::BuildSizes().output_fifo_words), 8);
    fifo_.HitIf(pop && now.out_level == 1 && now.act_push == 0, 9);
    pushes_.HitIf(now.act_push != 0, now.state, now.stall != 0 ? 1 : 0);
    packets_.HitIf(pop && now.m_tlast != 0, 0);
    packets_.HitIf(pop && now.m_tlast == 0, 1);
    packets_.HitIf(pop && now.m_tlast != 0 && before_.m_tlast != 0 && before_.m_tvalid != 0 &&
                       before_inputs_.m_tready != 0,
                   2);
    packets_.HitIf(now.m_tvalid != 0 && now.state == kIdle, 3);
  }

  void CountDatapath(const arch::Probe& now) {
    const bool sums = now.agu_write != 0 && (FieldOf(Word(now), arch::kVmacOp) == 1);
    if (sums) {
      const uint32_t shift = settings_[arch::kRegActShift.offset];
      for (size_t lane = 0; lane < arch::kLanes; ++lane) {
        const auto sum = static_cast<int32_t>(now.accu[lane]);
        const int64_t rounded = int64_t{sum} + (shift == 0 ? 0 : int64_t{1} << (shift - 1));
        const int64_t index = rounded >> shift;
        const int64_t half = arch::kActEntries / 2;
        lanes_.Hit(lane, index < -half ? 0 : index < 0 ? 1 : index < half ? 2 : 3);
        rounding_.HitIf(shift != 0 && (sum & ((1u << (shift - 1)) * 2 - 1)) == 1u << (shift - 1),
                        sum < 0 ? 0 : 1);
      }
      shifts_.Hit(shift);
      bias_.Hit(settings_[arch::kRegBiasShift.offset], (now.rw[0] & 0x8000) != 0 ? 1 : 0);
    }
    if (now.agu_write != 0 && FieldOf(Word(now), arch::kVmacOp) == 2) {
      const auto weight = static_cast<int16_t>(now.rw[0]);
      const size_t row = weight == INT16_MIN   ? 0
                         : weight < 0          ? 1
                         : weight == 0         ? 2
                         : weight == INT16_MAX ? 4
                                               : 3;
      for (size_t lane = 0; lane < arch::kLanes; ++lane) {
        const size_t stride = settings_[arch::kRegStride.offset] == 2 ? 2 : 1;
        const uint8_t pixel = now.ri[lane * stride];
        products_.Hit(row, pixel == 0 ? 0 : pixel == 255 ? 2 : 1);
        const int64_t sum = int64_t{static_cast<int32_t>(now.accu[lane])} + int64_t{weight} * pixel;
        wraps_.HitIf(sum > INT32_MAX, 0);
        wraps_.HitIf(sum < INT32_MIN, 1);
      }
      stride_.Hit(settings_[arch::kRegStride.offset] == 2 ? 1 : 0);
    }
  }

  static uint64_t Word(const arch::Probe& now) {
    uint64_t word = 0;
    std::memcpy(&word, now.instruction, sizeof(word));
    return word;
  }

  void CountRegisters(const arch::Probe& now) {
    const arch::ProbeInputs& in = *inputs_;
    interrupt_.HitIf(now.irq != 0 && before_.irq == 0, 0);
    interrupt_.HitIf(now.irq == 0 && before_.irq != 0, 1);
    CountRead(now, in);
    if (in.reg_write == 0) return;
    const bool busy = now.state != kIdle;
    for (size_t k = 0; k < arch::kRegisters.size(); ++k) {
      if (arch::kRegisters[k].offset != in.reg_waddr) continue;
      if (now.reg_werror == 0) {
        written_.Hit(k);
        if (arch::kRegisters[k].access == arch::Access::kRw) {
          settings_[in.reg_waddr] = in.reg_wdata;
        }
      } else {
        CountRefusal(arch::kRegisters[k], in.reg_wdata, busy);
      }
    }
    const bool table = in.reg_waddr >= arch::kActTableOffset;
    if (table && in.reg_waddr % 4 == 0) {
      const bool wide = in.reg_wdata >> arch::kPixelBits != 0;
      table_writes_.Hit(now.reg_werror == 0 ? 0 : busy ? 1 : 2);
      table_writes_.HitIf(now.reg_werror == 0 && in.reg_waddr == arch::kActTableOffset, 3);
      table_writes_.HitIf(now.reg_werror == 0 &&
                              in.reg_waddr == arch::kActTableOffset + 4 * (arch::kActEntries - 1),
                          4);
      table_writes_.HitIf(now.reg_werror != 0 && busy && wide, 5);
    }
    refused_.HitIf(in.reg_waddr % 4 != 0, 0);
    refused_.HitIf(in.reg_waddr % 4 == 0 && !table && !IsRegister(in.reg_waddr), 1);
    if (in.reg_waddr == arch::kRegControl.offset && !busy && IsStart(in.reg_wdata)) {
      CountStart(now, in.reg_wdata);
    }
  }

  // A START that only settings can refuse
  static bool IsStart(uint32_t command) {
    constexpr uint32_t kPlain = arch::kControlStart, kLoading = kPlain | arch::kControlLoad;
    return command == kPlain || command == kLoading || command == (kLoading | arch::kControlTable);
  }

  static bool IsRegister(uint32_t offset) {
    for (const arch::Register& reg : arch::kRegisters) {
      if (reg.offset == offset) return true;
    }
    return false;
  }

  void CountRead(const arch::Probe& now, const arch::ProbeInputs& in) {
    for (size_t k = 0; k < arch::kRegisters.size(); ++k) {
      if (arch::kRegisters[k].offset == in.reg_raddr) read_.Hit(k);
    }
    const bool table = in.reg_raddr >= arch::kActTableOffset;
    no_register_.HitIf(now.reg_rerror != 0 && in.reg_raddr % 4 != 0, 0);
    no_register_.HitIf(now.reg_rerror != 0 && in.reg_raddr % 4 == 0, 1);
    no_register_.HitIf(now.reg_rerror == 0 && table, 2);
  }

  // Every reason of a refusal that holds.
  void CountRefusal(const arch::Register& reg, uint32_t data, bool busy) {
    const bool wide = reg.bits < 32 && data >> reg.bits != 0;
    refused_.HitIf(wide, 2);
    refused_.HitIf(reg.access == arch::Access::kRo, 3);
    if (reg.offset != arch::kRegControl.offset) {
      const bool setting =
          reg.access == arch::Access::kRw && reg.offset != arch::kRegIrqEnable.offset;
      refused_.HitIf(busy && setting && !wide, 4);
      return;
    }
    if (wide) return;
    const bool start = (data & arch::kControlStart) != 0;
    refused_.HitIf(busy && start, 5);
    refused_.HitIf(start && (data & arch::kControlReset) != 0, 6);
    const bool load = (data & arch::kControlLoad) != 0;
    refused_.HitIf(load && !start, 7);
    refused_.HitIf((data & arch::kControlTable) != 0 && !load, 8);
  }

  uint32_t Setting(const arch::Register& reg) { return settings_[reg.offset]; }

  void CountStart(const arch::Probe& now, uint32_t command) {
    const uint32_t size = Setting(arch::kRegProgramSize);
    const uint32_t first = Setting(arch::kRegRepeatFirst);
    const uint32_t last = Setting(arch::kRegRepeatLast);
    if (now.reg_werror == 0) {
      const bool load = (command & arch::kControlLoad) != 0;
      starts_.Hit(load ? 1 : 0);
      starts_.HitIf(now.in_level != 0, 2);
      starts_.HitIf(now.out_level != 0, 3);
      starts_.HitIf(now.act_push != 0, 4);
      starts_.HitIf((command & arch::kControlTable) != 0, 5);
      sizes_.Hit(0, CountColumn(size, arch::BuildSizes().instruction_words));
      sizes_.Hit(1, CountColumn(Setting(arch::kRegIterations), 65535));
      sizes_.Hit(2, CountColumn(Setting(arch::kRegExtra), arch::BuildSizes().max_extra_passes));
      sizes_.Hit(3, CountColumn(Setting(arch::kRegRuns), 65535));
      sizes_.Hit(4, CountColumn(Setting(arch::kRegPacketWords), UINT32_MAX));
      sizes_.Hit(5, CountColumn(last - first + 1, arch::BuildSizes().instruction_words));
      shapes_.Hit(first == 0 ? 0 : 1, last + 1 == size ? 0 : 1);
      return;
    }
    for (size_t k = 0; k < arch::kRegisters.size(); ++k) {
      const arch::Register& reg = arch::kRegisters[k];
      if (reg.access != arch::Access::kRw || reg.offset == arch::kRegIrqEnable.offset) continue;
      const uint32_t value = Setting(reg);
      uint32_t smallest = arch::BuildMachine().RangeOf(reg).min,
               largest = arch::BuildMachine().RangeOf(reg).max;
      if (reg.offset == arch::kRegRepeatFirst.offset) largest = last;
      if (reg.offset == arch::kRegRepeatLast.offset) {
        smallest = first;
        largest = size - 1;
      }
      bad_start_.HitIf(value < smallest, k, 0);
      bad_start_.HitIf(value > largest, k, 1);
    }
  }

  static bool CanBeBad(size_t row, size_t column) {
    const arch::Register& reg = arch::kRegisters[row];
    if (reg.access != arch::Access::kRw || reg.offset == arch::kRegIrqEnable.offset) return false;
    const bool low =
        arch::BuildMachine().RangeOf(reg).min > 0 || reg.offset == arch::kRegRepeatLast.offset;
    const uint32_t all = reg.bits == 32 ? UINT32_MAX : (1u << reg.bits) - 1;
    return column == 0 ? low : arch::BuildMachine().RangeOf(reg).max < all;
  }

  static bool CanBeWritten(size_t row, size_t /*column*/) {
    return arch::kRegisters[row].access != arch::Access::kRo;
  }

  const arch::Probe* probe_;
  const arch::ProbeInputs* inputs_;
  const uint8_t* no_reset_;
  arch::Probe before_{};
  arch::ProbeInputs before_inputs_{};
  bool in_reset_ = true;
  uint64_t stall_cycles_ = 0;
  std::array<size_t, 6> last_operations_{};
  std::map<uint32_t, uint32_t> settings_;
  std::map<uint32_t, uint32_t> writes_;  // update values written back, by pc and port

  BinGrid states_{"core state x stall", kStates, kStalls, [](size_t state, size_t stall) {
                    return stall == 0 || (stall == 1 ? state != kIdle : IsRunning(state));
                  }};
  BinGrid arcs_{"core arc",
                kStates,
                {"to idle", "to load", "to initial", "to repeat", "to final", "to table"},
                [](size_t from, size_t to) {
                  static constexpr std::array<uint32_t, 6> kArcs = {0b100010, 0b001100, 0b001000,
                                                                    0b010101, 0b001101, 0b000010};
                  return (kArcs[from] >> to & 1) != 0;
                }};
  BinGrid next_run_{"core next run", {"after repeat", "after final"}, {"initial", "repeat"}};
  BinGrid durations_{"core stall duration", {"input", "output"}, kDurations};
  BinGrid stall_change_{
      "core stall change", {"input to output", "output to input"}, {""}, [](size_t row, size_t) {
        return row == 0;
      }};
  BinGrid soft_reset_{
      "core soft reset", kStates, {"advancing", "stalled"}, [](size_t state, size_t stalled) {
        return state != kIdle || stalled == 0;
      }};
  BinGrid pin_reset_{
      "core pin reset", kStates, {"advancing", "stalled"}, [](size_t state, size_t stalled) {
        return state != kIdle || stalled == 0;
      }};
  const Names operation_names_ = NamesOf(kOperations);
  BinGrid operations_{"core operation x state", operation_names_, {"initial", "repeat", "final"}};
  BinGrid separated_{"core write to port A",
                     {"plain", "even", "odd", "both"},
                     {"initial", "repeat", "final"},
                     [](size_t, size_t) { return arch::BuildSizes().split; }};
  BinGrid nops_{"core slot without operation", kSlots};
  BinGrid pairs_{"core operations together", operation_names_, operation_names_,
                 [](size_t a, size_t b) { return a < b && SlotOf(a) != SlotOf(b); }};
  BinGrid successors_{"core operations one after the other", operation_names_, operation_names_,
                      [](size_t a, size_t b) { return SlotOf(a) == SlotOf(b); }};
  BinGrid suppressed_{"core suppressed",
                      {"wr of MEMA", "wr of MEMA with an empty FIFO", "wr of MEMB", "act",
                       "act with a full FIFO", "act hold"}};
  BinGrid passes_{"core pass", {"first", "second", "later", "65535 or later"}};
  BinGrid agu_{
      "core AGU",
      {"MEMA mode 1", "MEMA mode 2", "MEMA mode 3", "MEMB mode 1", "MEMB mode 2", "MEMB mode 3"},
      {"loaded", "rotated", "loaded, wraps", "rotated, wraps"}};
  BinGrid agu_mode0_{"core AGU mode 0", {"MEMA", "MEMB"}, {"loaded", "rotated"}};
  BinGrid agu_corners_{"core AGU corner",
                       {"MEMA", "MEMB"},
                       {"inc 0", "wraps", "sum beyond 11 bits", "toggle 0", "without operation"}};
  BinGrid buffer_{"core local buffer", {"port A", "port B"}, {"first word", "last word"}};
  BinGrid collisions_{"core both ports",
                      {"A reads what B writes", "A writes what B reads", "both read one word",
                       "both write", "both write one word"}};
  BinGrid levels_{"core FIFO level", {"input", "output"}, Numbers(17)};
  BinGrid handshakes_{"core stream",
                      {"input", "output"},
                      {"transfer", "VALID without READY", "READY without VALID"}};
  BinGrid fifo_{
      "core FIFO",
      {"input push into empty", "input push and pop", "input becomes full", "input pop from full",
       "input becomes empty", "output push into empty", "output push and pop",
       "output becomes full", "output pop from full", "output becomes empty"}};
  BinGrid pushes_{
      "core push of a result", kStates, {"advancing", "stalled"}, [](size_t state, size_t stalled) {
        // A START after the last result's act shows its state a cycle after the push.
        return IsRunning(state) || (state == kIdle && stalled == 0);
      }};
  BinGrid packets_{
      "core packet",
      {"word with TLAST", "word without", "TLAST after TLAST", "words left when idle"}};
  BinGrid lanes_{"core sum of lane",
                 Numbers(arch::kLanes),
                 {"saturates low", "negative", "not negative", "saturates high"}};
  BinGrid rounding_{"core rounding of a half", {"negative", "positive"}};
  BinGrid shifts_{"core ACT_SHIFT", Numbers(arch::BuildSizes().max_act_shift + 1)};
  BinGrid bias_{
      "core BIAS_SHIFT", Numbers(arch::BuildSizes().max_bias_shift + 1), {"positive", "negative"}};
  BinGrid products_{"core product",
                    {"-32768", "negative", "0", "positive", "32767"},
                    {"pixel 0", "pixel 1 to 254", "pixel 255"}};
  BinGrid wraps_{"core sum wraps", {"upwards", "downwards"}};
  BinGrid stride_{"core mac with STRIDE", {"1", "2"}};
  BinGrid interrupt_{"core interrupt", {"rises", "falls"}};
  BinGrid read_{"core register read", RegisterNames()};
  BinGrid written_{"core register written", RegisterNames(), {""}, CanBeWritten};
  BinGrid no_register_{"core read of no register", {"not a multiple of 4", "no register", "table"}};
  BinGrid table_writes_{"core table write",
                        {"accepted", "refused, busy", "refused, more than 8 bits", "first entry",
                         "last entry", "refused, both"}};
  BinGrid table_words_{"core table word", {"first", "last"}};
  BinGrid refused_{
      "core write refused",
      {"not a multiple of 4", "no register", "too many bits", "read only", "busy",
       "START while busy", "START with RESET", "LOAD without START", "TABLE without LOAD"}};
  BinGrid starts_{"core START",
                  {"without LOAD", "with LOAD", "words in the input FIFO",
                   "words in the output FIFO", "while a result enters the FIFO", "with TABLE"}};
  BinGrid sizes_{
      "core START with",
      {"PROGRAM_SIZE", "ITERATIONS", "EXTRA", "RUNS", "PACKET_WORDS", "repeated instructions"},
      kCounts,
      [](size_t row, size_t column) { return column != 0 || row == 2 || row == 4; }};
  BinGrid shapes_{"core program",
                  {"without initial part", "with initial part"},
                  {"without final part", "with final part"}};
  BinGrid bad_start_{"core START refused", RegisterNames(), {"too small", "too large"}, CanBeBad};
};

}  // namespace

std::unique_ptr<Sampler> MakeCoreSampler(const ModelCounters& model) {
  for (const std::string scope : {"nve_core", "nve_top.u_core"}) {
    if (model.Has(scope)) {
      return std::make_unique<CoreSampler>(model.Find(scope, "probe_o").data,
                                           model.Find(scope, "probe_inputs_o").data,
                                           model.Find(scope, "rst_ni").data);
    }
  }
  return nullptr;
}

}  // namespace nve::coverage
