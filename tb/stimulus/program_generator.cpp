// SPDX-License-Identifier: Apache-2.0
// Chains and noise: see program_generator.hpp.
#include "tb/stimulus/program_generator.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"
#include "tb/stimulus/address_pattern.hpp"
#include "tb/stimulus/program_repair.hpp"
#include "tb/stimulus/program_shape.hpp"

namespace nve {
namespace {

uint32_t AnyCode(Draw& draw, const arch::InstructionField& field) {
  return draw.Below(static_cast<uint32_t>(field.Values(arch::BuildSizes().split)));
}

class Generator {
 public:
  explicit Generator(Draw& draw) : draw_(draw) {}

  Program Make() {
    shape_ = DrawShape(draw_);
    DrawAguModes(draw_, &shape_.settings);
    AddressPatterns patterns(shape_.settings, DrawRegion());
    patterns_ = &patterns;
    // The less else there is, the more of what sends words is left by the repair.
    for (const Fill fill : {Fill::kAll, Fill::kAll, Fill::kNoNoise, Fill::kSenderOnly}) {
      FillProgram(fill);
      if (!shape_.sends || WordsPerRun(program_, kCodesOfAnyMachine).out > 0) break;
    }
    return std::move(program_);
  }

 private:
  enum class Fill : uint8_t { kAll, kNoNoise, kSenderOnly };
  enum class Outputs : uint8_t { kAny, kSent };

  void FillProgram(Fill fill) {
    code_.assign(static_cast<size_t>(shape_.size), {});
    if (shape_.sends) AddSender();
    if (fill != Fill::kSenderOnly) {
      for (const ProgramPart& part : {shape_.initial, shape_.repeat, shape_.final}) FillPart(part);
    }
    if (fill == Fill::kAll) AddNoise();
    program_ = {};
    program_.name = "random";
    program_.settings = shape_.settings;
    program_.outputs_per_iteration = shape_.half_vectors ? arch::kActLanes : arch::kLanes;
    for (const Instruction& instruction : code_) program_.code.push_back(Encode(instruction));
    RepairProgram(draw_, &program_);
  }

  BufferRegion DrawRegion() {
    const int kind = draw_.From(0, 5);
    if (kind == 0) return {0, arch::BuildSizes().local_words};
    const int count = kind < 3 ? draw_.From(1, 4) : draw_.From(5, 32);
    const int first = draw_.Of({0, arch::BuildSizes().local_words - count,
                                draw_.From(0, arch::BuildSizes().local_words - count)});
    return {first, count};
  }

  int Slack() { return draw_.Percent(75) ? 0 : draw_.From(1, 2); }

  // The instruction at a time counted from the begin of the part, or null behind its end. The
  // repeated part goes on in its next pass.
  Instruction* At(const ProgramPart& part, int time) {
    if (!part.repeated && time >= part.Length()) return nullptr;
    const int pc = part.begin + time % part.Length();
    return &code_[static_cast<size_t>(pc)];
  }

  // The first time from `time` on, at most 4 later, at which the part has an instruction that
  // `takes` accepts and changes; -1 if there is none.
  template <typename Take>
  int Put(const ProgramPart& part, int time, const Take& take) {
    constexpr int kPatience = 4;
    for (int t = time; t <= time + kPatience; ++t) {
      Instruction* instruction = At(part, t);
      if (instruction != nullptr && take(*instruction)) return t;
    }
    return -1;
  }

  static bool PutMem(MemSlot& slot, arch::MemOp op, const MemSlot& address) {
    if (slot.op != arch::MemOp::kNop) return false;
    slot = address;
    slot.op = op;
    return true;
  }

  int PutA(const ProgramPart& part, int time, arch::MemOp op, const MemSlot& address) {
    return Put(part, time, [&](Instruction& i) { return PutMem(i.mema, op, address); });
  }
  int PutB(const ProgramPart& part, int time, arch::MemOp op, const MemSlot& address) {
    return Put(part, time, [&](Instruction& i) { return PutMem(i.memb, op, address); });
  }

  template <typename Op>
  int PutOp(const ProgramPart& part, int time, Op Instruction::*slot, Op op) {
    return Put(part, time, [&](Instruction& i) {
      const bool is_free = i.*slot == Op{};
      if (is_free) i.*slot = op;
      return is_free;
    });
  }

  // `wr`, `rd`, `set rw`, then products and shifts.
  void AddWeights(const ProgramPart& part, int time) {
    const MemSlot word = patterns_->Any(draw_, part.repeated);
    int t = PutA(part, time, arch::MemOp::kWr, word);
    if (t >= 0) t = PutA(part, t + arch::kLatencyWrToRd + Slack(), arch::MemOp::kRd, word);
    if (t >= 0) {
      t = PutOp(part, t + arch::kLatencyRdToSet + Slack(), &Instruction::wreg, arch::WregOp::kSet);
    }
    for (int k = 0; t >= 0 && k < arch::kRwEntries; ++k) {
      const auto op = draw_.OneIn(3) ? arch::VmacOp::kSetrb : arch::VmacOp::kMac;
      t = PutOp(part, t + arch::kLatencySetToMac + Slack(), &Instruction::vmac, op);
      if (t < 0 || draw_.OneIn(3)) return;
      t = PutOp(part, t, &Instruction::wreg, arch::WregOp::kSh);
    }
  }

  // Two `wr`, two `rd` in one cycle, `set ri`, products, and `setsh ri` with the word behind.
  void AddPixels(const ProgramPart& part, int time) {
    const MemSlot low = patterns_->Any(draw_, part.repeated);
    const MemSlot high = patterns_->Any(draw_, part.repeated);
    int t = PutA(part, time, arch::MemOp::kWr, low);
    if (t >= 0) t = PutA(part, t + 1, arch::MemOp::kWr, high);
    if (t < 0) return;
    t = Put(part, t + arch::kLatencyWrToRd + Slack(), [&](Instruction& i) {
      if (i.mema.op != arch::MemOp::kNop || i.memb.op != arch::MemOp::kNop) return false;
      return PutMem(i.mema, arch::MemOp::kRd, low) && PutMem(i.memb, arch::MemOp::kRd, high);
    });
    if (t < 0) return;
    t = PutOp(part, t + arch::kLatencyRdToSet, &Instruction::ireg, arch::IregOp::kSet);
    while (t >= 0 && !draw_.OneIn(4)) {
      PutOp(part, t + arch::kLatencySetToMac + Slack(), &Instruction::vmac, arch::VmacOp::kMac);
      if (draw_.OneIn(2)) {
        t = PutOp(part, t + 1, &Instruction::ireg, arch::IregOp::kSh);
        continue;
      }
      const int read = PutB(part, t + 1, arch::MemOp::kRd, draw_.OneIn(2) ? low : high);
      if (read < 0) return;
      const auto op = arch::BuildSizes().split && draw_.OneIn(2) ? arch::IregOp::kSetshHi
                                                                 : arch::IregOp::kSetsh;
      t = PutOp(part, read + arch::kLatencyRdToSet, &Instruction::ireg, op);
    }
  }

  // Sums that begin with a coefficient as early as can be, and, mostly in the repeated part, sums
  // handed over and sent: what the noise and the chains around leave of it.
  void AddSender() {
    const bool initial = shape_.initial.Length() >= kRoomForSums;
    const ProgramPart& begin = initial ? shape_.initial : shape_.repeat;
    const MemSlot word = patterns_->Any(draw_, false);
    int t = PutA(begin, 0, arch::MemOp::kWr, word);
    if (t >= 0) t = PutA(begin, t + arch::kLatencyWrToRd, arch::MemOp::kRd, word);
    if (t >= 0) t = PutOp(begin, t + arch::kLatencyRdToSet, &Instruction::wreg, arch::WregOp::kSet);
    if (t >= 0) {
      t = PutOp(begin, t + arch::kLatencySetToMac, &Instruction::vmac, arch::VmacOp::kSetrb);
    }
    const bool behind = initial && shape_.final.Length() > arch::kLatencySetrbToAct + 1;
    const ProgramPart& end = behind && draw_.OneIn(4) ? shape_.final : shape_.repeat;
    AddOutputs(end, draw_.From(0, end.Length() - 1), Outputs::kSent);
  }

  // `set rb`, `act` of both halves, `wr` of the word through port B, and its `rd`.
  void AddOutputs(const ProgramPart& part, int time, Outputs outputs = Outputs::kAny) {
    int t = PutOp(part, time, &Instruction::vmac, arch::VmacOp::kSetrb);
    if (t < 0) return;
    for (const auto half : {arch::ActHalf::kLo, arch::ActHalf::kHi}) {
      if (shape_.half_vectors && draw_.OneIn(2)) continue;
      const int act = Put(part, t + arch::kLatencySetrbToAct + Slack(), [&](Instruction& i) {
        if (i.act != arch::ActOp::kNop) return false;
        i.act = arch::ActOp::kAct;
        i.act_half = half;
        const bool held = outputs == Outputs::kAny && draw_.OneIn(3);
        i.act_to = held ? arch::ActTo::kHold : arch::ActTo::kStream;
        return true;
      });
      if (act < 0) return;
      if (!draw_.OneIn(2)) continue;
      const MemSlot word = patterns_->Any(draw_, part.repeated);
      const int write = PutB(part, act + arch::kLatencyActToAct, arch::MemOp::kWr, word);
      if (write < 0 || draw_.OneIn(2)) continue;
      const int read = PutA(part, write + arch::kLatencyWrToRd + Slack(), arch::MemOp::kRd, word);
      if (read >= 0) {
        PutOp(part, read + arch::kLatencyRdToSet, &Instruction::wreg, arch::WregOp::kSet);
      }
    }
  }

  // A column of the split machine: pairs of `wr even` and `wr odd`, then the rest.
  void AddSeparation(const ProgramPart& part, int time) {
    using arch::WrPart;
    int t = time - 1;
    for (const WrPart piece : {WrPart::kEven, WrPart::kOdd, WrPart::kBoth}) {
      const MemSlot word = patterns_->Any(draw_, part.repeated);
      t = Put(part, t + 1, [&](Instruction& i) {
        if (!PutMem(i.mema, arch::MemOp::kWr, word)) return false;
        i.mema_part = piece;
        return true;
      });
      if (t < 0) return;
    }
  }

  void FillPart(const ProgramPart& part) {
    if (part.Length() == 0) return;
    // Registers and a few words first, that what follows finds them filled.
    if (!part.repeated && part.begin == 0) {
      AddWeights(part, 0);
      AddPixels(part, 1);
    }
    const int chains = draw_.From(0, 1 + part.Length() / 3);
    for (int k = 0; k < chains; ++k) {
      const int time = draw_.From(0, part.Length() - 1);
      switch (draw_.Below(arch::BuildSizes().split ? 5 : 4)) {
        case 0:
          AddWeights(part, time);
          break;
        case 1:
          AddPixels(part, time);
          break;
        case 4:
          AddSeparation(part, time);
          break;
        default:
          AddOutputs(part, time);
      }
    }
  }

  // Operations in slots that are free, and whole instructions of any operations.
  void AddNoise() {
    const uint32_t percent = draw_.Of({0u, 10u, 30u, 60u});
    const uint32_t whole = draw_.Of({0u, 0u, 5u, 20u});
    for (size_t pc = 0; pc < code_.size(); ++pc) {
      Instruction noise = AnyInstruction(draw_);
      const bool rotates =
          static_cast<int>(pc) >= shape_.repeat.begin && static_cast<int>(pc) < shape_.repeat.end;
      for (MemSlot* slot : {&noise.mema, &noise.memb}) {
        const arch::MemOp op = slot->op;
        *slot = patterns_->Any(draw_, rotates);
        slot->op = op;
      }
      if (draw_.Percent(whole)) {
        code_[pc] = noise;
        continue;
      }
      Instruction& code = code_[pc];
      const auto free = [&](bool is_free) { return is_free && draw_.Percent(percent); };
      if (free(code.mema.op == arch::MemOp::kNop)) {
        code.mema = noise.mema;
        code.mema_part = noise.mema_part;
      }
      if (free(code.memb.op == arch::MemOp::kNop)) code.memb = noise.memb;
      if (free(code.wreg == arch::WregOp::kNop)) code.wreg = noise.wreg;
      if (free(code.ireg == arch::IregOp::kNop)) code.ireg = noise.ireg;
      if (free(code.vmac == arch::VmacOp::kNop)) code.vmac = noise.vmac;
      if (free(code.act == arch::ActOp::kNop)) {
        code.act = noise.act;
        code.act_half = noise.act_half;
        code.act_to = noise.act_to;
      }
    }
  }

  Draw& draw_;
  Program program_;
  std::vector<Instruction> code_;
  ProgramShape shape_;
  const AddressPatterns* patterns_ = nullptr;
};

}  // namespace

Instruction AnyInstruction(Draw& draw) {
  Instruction i;
  i.mema.op = static_cast<arch::MemOp>(AnyCode(draw, arch::kMemaOp));
  i.memb.op = static_cast<arch::MemOp>(AnyCode(draw, arch::kMembOp));
  i.wreg = static_cast<arch::WregOp>(AnyCode(draw, arch::kWregOp));
  i.ireg = static_cast<arch::IregOp>(AnyCode(draw, arch::kIregOp));
  i.vmac = static_cast<arch::VmacOp>(AnyCode(draw, arch::kVmacOp));
  i.act = static_cast<arch::ActOp>(AnyCode(draw, arch::kActOp));
  if (i.act != arch::ActOp::kNop) {
    i.act_half = static_cast<arch::ActHalf>(AnyCode(draw, arch::kActHalf));
    i.act_to = static_cast<arch::ActTo>(AnyCode(draw, arch::kActTo));
  }
  if (i.mema.op == arch::MemOp::kWr) {
    i.mema_part = static_cast<arch::WrPart>(AnyCode(draw, arch::kMemaPart));
  }
  return i;
}

Program GenerateProgram(Draw& draw) { return Generator(draw).Make(); }

}  // namespace nve
