// SPDX-License-Identifier: Apache-2.0
// Hand-written instructions for the model's own tests and benchmark, one method per operation of
// docs/isa.md, section 8:
//
//   Slots().MemaRd(3, 6, 1).SetRw().Mac().word()
#pragma once

#include <cstdint>

#include "nve_isa.hpp"

namespace nve::golden {

class Slots {
 public:
  Slots& MemaRd(int offset, int update = 0, int mode = 0) {
    return Mema(arch::MemOp::kRd, offset, update, mode);
  }
  Slots& MemaWr(int offset, int update = 0, int mode = 0) {
    return Mema(arch::MemOp::kWr, offset, update, mode);
  }
  Slots& MembRd(int offset, int update = 0, int mode = 0) {
    return Memb(arch::MemOp::kRd, offset, update, mode);
  }
  Slots& MembWr(int offset, int update = 0, int mode = 0) {
    return Memb(arch::MemOp::kWr, offset, update, mode);
  }
  /// AGU fields without an operation.
  Slots& Mema(arch::MemOp op, int offset, int update, int mode) {
    Put(arch::kMemaOp, static_cast<int>(op));
    Put(arch::kMemaOffset, offset);
    Put(arch::kMemaUpdate, update);
    return Put(arch::kMemaMode, mode);
  }
  Slots& Memb(arch::MemOp op, int offset, int update, int mode) {
    Put(arch::kMembOp, static_cast<int>(op));
    Put(arch::kMembOffset, offset);
    Put(arch::kMembUpdate, update);
    return Put(arch::kMembMode, mode);
  }

  Slots& SetRw() { return Put(arch::kWregOp, static_cast<int>(arch::WregOp::kSet)); }
  Slots& ShRw() { return Put(arch::kWregOp, static_cast<int>(arch::WregOp::kSh)); }
  Slots& SetRi() { return Put(arch::kIregOp, static_cast<int>(arch::IregOp::kSet)); }
  Slots& SetshRi() { return Put(arch::kIregOp, static_cast<int>(arch::IregOp::kSetsh)); }
  Slots& ShRi() { return Put(arch::kIregOp, static_cast<int>(arch::IregOp::kSh)); }
  Slots& SetRb() { return Put(arch::kVmacOp, static_cast<int>(arch::VmacOp::kSetrb)); }
  Slots& Mac() { return Put(arch::kVmacOp, static_cast<int>(arch::VmacOp::kMac)); }

  Slots& ActLo() { return Act(arch::ActHalf::kLo, arch::ActTo::kStream); }
  Slots& ActHi() { return Act(arch::ActHalf::kHi, arch::ActTo::kStream); }
  Slots& ActLoHold() { return Act(arch::ActHalf::kLo, arch::ActTo::kHold); }
  Slots& ActHiHold() { return Act(arch::ActHalf::kHi, arch::ActTo::kHold); }

  /// Any code in any field, also one that no operation has.
  Slots& Put(const arch::InstructionField& field, int code) {
    word_ |= static_cast<uint64_t>(code) << field.lsb;
    return *this;
  }

  uint64_t word() const { return word_; }

 private:
  Slots& Act(arch::ActHalf half, arch::ActTo to) {
    Put(arch::kActOp, static_cast<int>(arch::ActOp::kAct));
    Put(arch::kActHalf, static_cast<int>(half));
    return Put(arch::kActTo, static_cast<int>(to));
  }

  uint64_t word_ = 0;
};

}  // namespace nve::golden
