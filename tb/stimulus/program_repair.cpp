// SPDX-License-Identifier: Apache-2.0
// Findings to changes: see program_repair.hpp.
#include "tb/stimulus/program_repair.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "compiler/verify/hazards.hpp"
#include "program/checks.hpp"
#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

constexpr int kMostFindings = 1000;  // per rule and round
constexpr int kMostTries = 2;        // to keep an operation that breaks a rule

class Repair {
 public:
  Repair(Draw& draw, Program* program)
      : draw_(draw),
        program_(*program),
        first_(static_cast<int>(SettingOf(program->settings, "REPEAT_FIRST"))),
        last_(static_cast<int>(SettingOf(program->settings, "REPEAT_LAST"))) {
    for (const uint64_t word : program_.code) code_.push_back(*Decode(word, kCodesOfAnyMachine));
  }

  void Run() {
    for (;;) {
      CloseLastWrite();
      Store();
      const std::vector<HazardFinding> findings =
          FindHazards(program_, arch::BuildSizes(), kMostFindings);
      if (findings.empty()) break;
      for (const HazardFinding& finding : findings) Fix(finding);
    }
    NVE_CHECK(CheckProgram(program_, arch::BuildMachine()).empty(),
              CheckProgram(program_, arch::BuildMachine()).front());
  }

 private:
  void Store() {
    for (size_t pc = 0; pc < code_.size(); ++pc) program_.code[pc] = Encode(code_[pc]);
  }

  // The last `wr` of a run must not wait for the word behind its own.
  void CloseLastWrite() {
    const int size = static_cast<int>(code_.size());
    const std::pair<int, int> latest_part_first[] = {
        {last_ + 1, size}, {first_, last_ + 1}, {0, first_}};
    for (const auto& [begin, end] : latest_part_first) {
      for (int pc = end; pc-- > begin;) {
        Instruction& i = At(pc);
        if (i.mema.op != arch::MemOp::kWr) continue;
        if (i.mema_part == arch::WrPart::kEven) i.mema_part = arch::WrPart::kBoth;
        return;
      }
    }
  }

  Instruction& At(int pc) { return code_[static_cast<size_t>(pc)]; }

  // The instruction `cycles` later in the same part, or in the next pass; null if there is none.
  Instruction* Later(int pc, int cycles) {
    int at = pc + cycles;
    if (pc >= first_ && pc <= last_) {
      at = first_ + (at - first_) % (last_ - first_ + 1);
    } else if (at >= (pc < first_ ? first_ : static_cast<int>(code_.size()))) {
      return nullptr;
    }
    return &At(at);
  }

  // A finding names its slot in its text only: "... pc 7, slot MEMA): rule ...".
  static std::string SlotOf(const HazardFinding& finding) {
    const std::string before = "slot ";
    const size_t at = finding.text.find(before);
    if (at == std::string::npos) return "";
    return finding.text.substr(at + before.size(), finding.text.find(')', at) - at - before.size());
  }

  void Fix(const HazardFinding& finding) {
    const std::string slot = SlotOf(finding);
    const bool again = ++tried_[{finding.pc, finding.rule + slot}] > kMostTries;
    if (!again && Add(finding, slot)) return;
    TakeOut(finding, slot);
  }

  // What would make the finding go without a loss.
  bool Add(const HazardFinding& finding, const std::string& slot) {
    Instruction& here = At(finding.pc);
    if (finding.rule == "rd_unwritten" || finding.rule == "wr_to_rd") {
      MemSlot& read = slot == "MEMA" ? here.mema : here.memb;
      return Retarget(finding.pc, &read);
    }
    if (finding.rule == "rd_to_set" && slot.starts_with("MEM")) {
      return slot == "MEMA" ? TakeLater(finding.pc, &Instruction::mema, TakeA)
                            : TakeLater(finding.pc, &Instruction::memb, TakeB);
    }
    if (slot == "VMAC" && finding.rule.starts_with("setrb_")) {
      const bool hi = finding.text.find("act hi") != std::string::npos;
      Instruction* act = Later(finding.pc, arch::kLatencySetrbToAct + (hi ? 1 : 0));
      if (act == nullptr || act->act != arch::ActOp::kNop) return false;
      act->act = arch::ActOp::kAct;
      act->act_half = hi ? arch::ActHalf::kHi : arch::ActHalf::kLo;
      return true;
    }
    return false;
  }

  // Lets an instruction take the word read while the port shows it: up to the cycle before the
  // port's next `rd` is seen.
  bool TakeLater(int pc, MemSlot Instruction::*port, bool (*take)(Instruction*)) {
    constexpr int kPatience = 8;
    for (int cycles = arch::kLatencyRdToSet; cycles < kPatience; ++cycles) {
      Instruction* instruction = Later(pc, cycles);
      if (instruction == nullptr) return false;
      if (take(instruction)) return true;
      const Instruction* before = Later(pc, cycles - arch::kLatencyRdToSet + 1);
      if ((before->*port).op == arch::MemOp::kRd) return false;
    }
    return false;
  }

  static bool TakeA(Instruction* take) {
    if (take->wreg == arch::WregOp::kNop && take->ireg != arch::IregOp::kSet) {
      take->wreg = arch::WregOp::kSet;
      return true;
    }
    if (take->ireg != arch::IregOp::kNop || take->wreg == arch::WregOp::kSet) return false;
    take->ireg = arch::IregOp::kSet;
    return true;
  }

  static bool TakeB(Instruction* take) {
    if (take->ireg != arch::IregOp::kNop) return false;
    take->ireg = arch::IregOp::kSetsh;
    return true;
  }

  // The address of a `wr` that comes before: one that does not rotate if there is any.
  bool Retarget(int pc, MemSlot* read) {
    std::vector<MemSlot> fixed;
    std::vector<MemSlot> rotating;
    for (int at = 0; at + arch::kLatencyWrToRd <= pc; ++at) {
      for (const MemSlot* slot : {&At(at).mema, &At(at).memb}) {
        if (slot->op != arch::MemOp::kWr) continue;
        (slot->mode == 0 ? fixed : rotating).push_back(*slot);
      }
    }
    if (fixed.empty() && rotating.empty()) return false;
    *read = draw_.In(fixed.empty() ? rotating : fixed);
    read->op = arch::MemOp::kRd;
    return true;
  }

  void TakeOut(const HazardFinding& finding, const std::string& slot) {
    Instruction& i = At(finding.pc);
    if (finding.rule == "wr_odd") {
      i.mema_part = arch::WrPart::kBoth;
    } else if (slot == "MEMA") {
      i.mema.op = arch::MemOp::kNop;
      i.mema_part = arch::WrPart::kPlain;
    } else if (slot == "MEMB") {
      i.memb.op = arch::MemOp::kNop;
    } else if (slot == "WREG") {
      i.wreg = arch::WregOp::kNop;
    } else if (slot == "IREG") {
      i.ireg = arch::IregOp::kNop;
    } else if (slot == "VMAC") {
      i.vmac = arch::VmacOp::kNop;
    } else if (slot == "ACT") {
      i.act = arch::ActOp::kNop;
      i.act_half = arch::ActHalf::kLo;
      i.act_to = arch::ActTo::kStream;
    }
  }

  Draw& draw_;
  Program& program_;
  int first_;
  int last_;
  std::vector<Instruction> code_;
  std::map<std::pair<int, std::string>, int> tried_;
};

}  // namespace

void RepairProgram(Draw& draw, Program* program) { Repair(draw, program).Run(); }

}  // namespace nve
