// SPDX-License-Identifier: Apache-2.0
// One clock cycle of the golden model (docs/isa.md, section 2): Evaluate shows it, Commit ends it.
// Both start from DecideCycle and depend on nothing that the other has computed.
#include "model/golden/core.hpp"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "base/diagnostics/diagnostics.hpp"
#include "model/golden/agu.hpp"
#include "model/golden/control.hpp"
#include "model/golden/operations.hpp"
#include "model/golden/running.hpp"
#include "model/golden/settings.hpp"
#include "model/golden/state.hpp"
#include "model/golden/words.hpp"

namespace nve {

struct GoldenCore::State : golden::Machine {};

namespace golden {
namespace {

// The AGUs of both memory slots in a running cycle, advancing or stalled.
struct AguPair {
  AguOutput mema;
  AguOutput memb;
};

AguPair ComputeAgus(const Machine& machine, const CycleDecision& cycle) {
  const uint32_t pc = machine.reg.probe.pc;
  const DecodedInstruction& instruction = machine.mem.instructions[pc];
  const RotatedUpdates& rotated = machine.mem.updates[pc];
  const uint32_t u_mema = cycle.rotated_updates ? rotated.mema : instruction.mema.update;
  const uint32_t u_memb = cycle.rotated_updates ? rotated.memb : instruction.memb.update;
  return {ComputeAgu(machine.settings, instruction.mema, u_mema),
          ComputeAgu(machine.settings, instruction.memb, u_memb)};
}

// Templates, so that a machine whose lanes have no stride does not compile what it has no
// registers for.
template <int kMaxStride>
void ExecuteVmac(Machine& machine, arch::VmacOp op) {
  switch (op) {
    case arch::VmacOp::kNop:
      break;
    case arch::VmacOp::kSetrb:
      VmacSetrb(machine.reg, machine.settings);
      break;
    case arch::VmacOp::kMac:
      if constexpr (kMaxStride == 2) {
        if (machine.settings.stride == 2) {
          VmacMac<2>(machine.reg.probe);
          break;
        }
      }
      VmacMac<1>(machine.reg.probe);
      break;
  }
}

void ExecuteWreg(arch::Probe& probe, arch::WregOp op) {
  switch (op) {
    case arch::WregOp::kNop:
      break;
    case arch::WregOp::kSet:
      WregSet(probe);
      break;
    case arch::WregOp::kSh:
      WregShift(probe);
      break;
  }
}

void ExecuteIreg1(arch::Probe& probe, arch::IregOp op) {
  switch (op) {
    case arch::IregOp::kNop:
      break;
    case arch::IregOp::kSet:
      IregSet1(probe);
      break;
    case arch::IregOp::kSetsh:
      IregSetShift<kRiUsedStride1>(probe);
      break;
    case arch::IregOp::kSh:
      IregShift<kRiUsedStride1>(probe);
      break;
    case arch::IregOp::kSetshHi:
      IregSetShiftHigh(probe);
      break;
  }
}

// With stride 2; a separated column does not know it.
template <int kMaxStride>
void ExecuteIreg2(arch::Probe& probe, arch::IregOp op) {
  switch (op) {
    case arch::IregOp::kNop:
    case arch::IregOp::kSetshHi:
      break;
    case arch::IregOp::kSet:
      IregSet2<kMaxStride>(probe);
      break;
    case arch::IregOp::kSetsh:
      IregSetShift<kRiUsedStride2>(probe);
      break;
    case arch::IregOp::kSh:
      IregShift<kRiUsedStride2>(probe);
      break;
  }
}

template <int kMaxStride>
void ExecuteIreg(arch::Probe& probe, arch::IregOp op, [[maybe_unused]] uint32_t stride) {
  if constexpr (kMaxStride == 2) {
    if (stride == 2) return ExecuteIreg2<kMaxStride>(probe, op);
  }
  ExecuteIreg1(probe, op);
}

// Local buffer and ports; `act_out` is the activation output at the start of the cycle.
void ExecuteMemory(Machine& machine, const DecodedInstruction& instruction,
                   const CycleDecision& cycle, uint64_t act_out) {
  const AguPair agus = ComputeAgus(machine, cycle);
  MovePorts(machine.reg);
  if (instruction.mema.op == arch::MemOp::kRd) MemaRd(machine, agus.mema.address);
  if (instruction.memb.op == arch::MemOp::kRd) MembRd(machine, agus.memb.address);
  // Port A writes last: its word wins.
  if (instruction.memb.op == arch::MemOp::kWr && !cycle.outputs_suppressed) {
    MembWr(machine, agus.memb.address, act_out);
  }
  if (instruction.mema.op == arch::MemOp::kWr && !cycle.writes_suppressed) {
    MemaWr(machine, agus.mema.address, instruction.mema_part);
  }
  machine.mem.updates[machine.reg.probe.pc] = {
      .mema = static_cast<uint16_t>(agus.mema.next_update),
      .memb = static_cast<uint16_t>(agus.memb.next_update)};
}

// An advancing cycle: all slots of the instruction at pc, consumers before producers.
void Execute(Machine& machine, const CycleDecision& cycle) {
  Registers& reg = machine.reg;
  const DecodedInstruction& instruction = machine.mem.instructions[reg.probe.pc];
  const uint64_t act_out = LoadWord(reg.probe.act_out);
  if (instruction.act == arch::ActOp::kAct) {
    Act(machine, instruction.act_half);
    reg.act_push = instruction.act_to == arch::ActTo::kStream && !cycle.outputs_suppressed;
  }
  MoveSums(reg);
  ExecuteVmac<arch::kMaxStride>(machine, instruction.vmac);
  ExecuteWreg(reg.probe, instruction.wreg);
  ExecuteIreg<arch::kMaxStride>(reg.probe, instruction.ireg, machine.settings.stride);
  ExecuteMemory(machine, instruction, cycle, act_out);
  NextPosition(machine);
}

// The activation output enters the output FIFO (docs/isa.md, section 9).
void PushActivation(Machine& machine) {
  arch::Probe& probe = machine.reg.probe;
  probe.packet += 1;
  const uint32_t packet_words = machine.settings.packet_words;
  const bool last = packet_words != 0 && probe.packet == packet_words;
  if (last) probe.packet = 0;
  machine.reg.output.Push({.data = LoadWord(probe.act_out), .last = last});
}

// A presented register write that is not a soft reset.
void CommitWrite(Machine& machine, WriteVerdict verdict, uint32_t offset, uint32_t data) {
  if (verdict == WriteVerdict::kRefusedForSettings) machine.reg.probe.config_error = 1;
  if (verdict != WriteVerdict::kAccepted) return;
  if (offset != arch::kRegControl.offset) {
    StoreRegister(machine, offset, data);
  } else if ((data & arch::kControlStart) != 0) {
    Start(machine, (data & arch::kControlLoad) != 0, (data & arch::kControlTable) != 0);
  }
}

// All that both resets clear: the storage of the FIFOs is none of it.
void ClearRegisters(Registers& reg) {
  reg.input.Clear();
  reg.output.Clear();
  reg = Registers{.input = reg.input, .output = reg.output};
}

bool IsSoftReset(const arch::ProbeInputs& in, WriteVerdict verdict) {
  return verdict == WriteVerdict::kAccepted && in.reg_waddr == arch::kRegControl.offset &&
         (in.reg_wdata & arch::kControlReset) != 0;
}

// ---- Parts of Evaluate --------------------------------------------------------------------------

void ShowSettings(const Settings& settings, arch::Probe& probe) {
  probe.irq_enable = settings.irq_enable;
  probe.program_size = settings.program_size;
  probe.repeat_first = settings.repeat_first;
  probe.repeat_last = settings.repeat_last;
  probe.iterations = settings.iterations;
  probe.extra = settings.extra;
  probe.runs = settings.runs;
  probe.stride = settings.stride;
  probe.bias_shift = settings.bias_shift;
  probe.act_shift = settings.act_shift;
  probe.packet_words = settings.packet_words;
  probe.agu_inc1 = settings.agu_inc[1];
  probe.agu_toggle1 = settings.agu_toggle[1];
  probe.agu_inc2 = settings.agu_inc[2];
  probe.agu_toggle2 = settings.agu_toggle[2];
  probe.agu_inc3 = settings.agu_inc[3];
  probe.agu_toggle3 = settings.agu_toggle[3];
}

// The execution of the instruction at pc; every field is 0 if nothing executes.
void ShowExecution(const Machine& machine, const CycleDecision& cycle, arch::Probe& probe) {
  const bool running = IsRunning(StateOf(machine));
  const DecodedInstruction& instruction = machine.mem.instructions[probe.pc];
  StoreWord(probe.instruction, running ? instruction.word : 0);
  const AguPair agus = running ? ComputeAgus(machine, cycle) : AguPair{};
  probe.agu_write = cycle.advances;
  probe.agu_mema = agus.mema.next_update;
  probe.agu_memb = agus.memb.next_update;

  const bool write_a =
      cycle.advances && instruction.mema.op == arch::MemOp::kWr && !cycle.writes_suppressed;
  probe.write_a = write_a;
  probe.write_a_address = write_a ? agus.mema.address : 0;
  StoreWord(probe.write_a_data, write_a ? WordToWrite(machine.reg, instruction.mema_part) : 0);

  const bool write_b =
      cycle.advances && instruction.memb.op == arch::MemOp::kWr && !cycle.outputs_suppressed;
  probe.write_b = write_b;
  probe.write_b_address = write_b ? agus.memb.address : 0;
  StoreWord(probe.write_b_data, write_b ? LoadWord(probe.act_out) : 0);
}

// The registers that are shown only on their way to the next one.
void ShowPipelines(const Registers& reg, arch::Probe& probe) {
  StoreWord(probe.read_a_data, probe.read_a != 0 ? reg.read_a : 0);
  StoreWord(probe.read_b_data, probe.read_b != 0 ? reg.read_b : 0);
  probe.stage1_set = reg.stage1_filled;
  if (reg.stage1_filled) {
    std::copy_n(reg.stage1.begin(), arch::kLanes, probe.stage1);
  } else {
    std::fill_n(probe.stage1, arch::kLanes, uint16_t{0});
  }
}

void ShowStreams(const Registers& reg, arch::Probe& probe) {
  probe.act_push = reg.act_push;
  probe.in_level = reg.input.level();
  StoreWord(probe.in_word, reg.input.Empty() ? 0 : reg.input.Front());
  probe.in_enter = reg.input.enter();
  probe.in_leave = reg.input.leave();
  probe.out_level = reg.output.level();
  probe.out_enter = reg.output.enter();
  probe.out_leave = reg.output.leave();
  probe.s_tready = !reg.input.Full();
  const OutputWord front = reg.output.Empty() ? OutputWord{} : reg.output.Front();
  probe.m_tvalid = !reg.output.Empty();
  probe.m_tlast = front.last;
  StoreWord(probe.m_tdata, front.data);
}

void ShowRegisterBus(const Machine& machine, const CycleDecision& cycle,
                     const arch::ProbeInputs& in, arch::Probe& probe) {
  probe.irq = (probe.irq_causes & machine.settings.irq_enable) != 0;
  const bool written = in.reg_write != 0;
  const bool accepted =
      written && JudgeWrite(machine, in.reg_waddr, in.reg_wdata) == WriteVerdict::kAccepted;
  probe.reg_werror = written && !accepted;
  const std::optional<uint32_t> entry = accepted ? TableEntryAt(in.reg_waddr) : std::nullopt;
  // Never both: in state table the core refuses to write an entry.
  probe.table_write = entry.has_value() || cycle.loads_table;
  probe.table_address = cycle.loads_table ? FirstTableEntry(machine) : entry.value_or(0);
  const ReadAnswer answer = ReadRegister(machine, in.reg_raddr, cycle.stall);
  probe.reg_rdata = answer.data;
  probe.reg_rerror = answer.error;
}

}  // namespace
}  // namespace golden

GoldenCore::GoldenCore() : state_(std::make_unique<State>()) {}
GoldenCore::~GoldenCore() = default;

void GoldenCore::Reset() {
  golden::ClearRegisters(state_->reg);
  state_->settings = golden::Settings{};
}

void GoldenCore::SetMemories(const CoreMemories& contents) {
  golden::Memories& mem = state_->mem;
  const arch::Sizes& sizes = arch::kSizes;
  NVE_CHECK(contents.instructions.size() == static_cast<size_t>(sizes.instruction_words) &&
                contents.local.size() == static_cast<size_t>(sizes.local_words) &&
                contents.input.size() == static_cast<size_t>(sizes.input_fifo_words) &&
                contents.output.size() == static_cast<size_t>(sizes.output_fifo_words),
            "memories of another machine");
  for (size_t i = 0; i < contents.instructions.size(); ++i) {
    mem.instructions[i] = golden::DecodeInstruction(contents.instructions[i]);
    mem.updates[i] = {.mema = static_cast<uint16_t>(contents.updates[i] & golden::kAguMask),
                      .memb = static_cast<uint16_t>(contents.updates[i] >> arch::kAguAddressBits &
                                                    golden::kAguMask)};
  }
  std::copy(contents.local.begin(), contents.local.end(), mem.local.begin());
  mem.table = contents.table;
  for (int i = 0; i < arch::kInputFifoWords; ++i)
    state_->reg.input.SetPlace(i, contents.input[static_cast<size_t>(i)]);
  for (int i = 0; i < arch::kOutputFifoWords; ++i) {
    state_->reg.output.SetPlace(i, {.data = contents.output[static_cast<size_t>(i)]});
  }
}

const arch::Probe& GoldenCore::Evaluate(const arch::ProbeInputs& in) {
  golden::Machine& machine = *state_;
  arch::Probe& probe = machine.reg.probe;
  const golden::CycleDecision cycle = golden::DecideCycle(machine);
  probe.stall = static_cast<uint32_t>(cycle.stall);
  golden::ShowSettings(machine.settings, probe);
  golden::ShowExecution(machine, cycle, probe);
  golden::ShowPipelines(machine.reg, probe);
  golden::ShowStreams(machine.reg, probe);
  golden::ShowRegisterBus(machine, cycle, in, probe);
  return probe;
}

void GoldenCore::Commit(const arch::ProbeInputs& in) {
  golden::Machine& machine = *state_;
  golden::Registers& reg = machine.reg;
  // Everything the edge depends on, before the first change.
  const golden::CycleDecision cycle = golden::DecideCycle(machine);
  const bool word_arrives = in.s_tvalid != 0 && !reg.input.Full();
  const bool word_leaves = in.m_tready != 0 && !reg.output.Empty();
  const bool written = in.reg_write != 0;
  const auto verdict = written ? golden::JudgeWrite(machine, in.reg_waddr, in.reg_wdata)
                               : golden::WriteVerdict::kRefused;

  if (word_leaves) reg.output.Pop();
  if (reg.act_push) golden::PushActivation(machine);
  reg.act_push = false;
  // Before the FSM, so that an interrupt cause set in this cycle survives a write that clears it.
  if (written) golden::CommitWrite(machine, verdict, in.reg_waddr, in.reg_wdata);
  if (cycle.advances) {
    golden::Execute(machine, cycle);
  } else if (cycle.loads_table) {
    golden::LoadTableWord(machine);
  } else if (cycle.loads) {
    golden::LoadInstruction(machine);
  } else if (cycle.first_fetch) {
    golden::BeginRun(machine);
  }
  if (word_arrives) reg.input.Push(golden::LoadWord(in.s_tdata));
  // Last: a soft reset overrides every register, while memory writes have happened.
  if (golden::IsSoftReset(in, verdict)) golden::ClearRegisters(reg);
}

std::span<const std::byte> GoldenCore::Bytes() const {
  static_assert(std::is_trivially_copyable_v<State>);
  return std::as_bytes(std::span(state_.get(), 1));
}

uint64_t GoldenCore::LocalWord(int address) const { return state_->mem.local.at(address); }

uint64_t GoldenCore::InstructionWord(int address) const {
  return state_->mem.instructions.at(address).word;
}

int GoldenCore::RotatedUpdate(int address, int slot) const {
  const golden::RotatedUpdates& updates = state_->mem.updates.at(address);
  return slot == 0 ? updates.mema : updates.memb;
}

uint8_t GoldenCore::TableEntry(int index) const { return state_->mem.table.at(index); }

}  // namespace nve
