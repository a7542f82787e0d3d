// SPDX-License-Identifier: Apache-2.0
// One run of a program without stalls: which instruction executes in which cycle, and with which
// update values (docs/isa.md, sections 7 and 8). What the machines of this directory share.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/verify/machine_program.hpp"

namespace nve::verify {

class RunWalk {
 public:
  /// `program` must outlive the walk.
  explicit RunWalk(const MachineProgram& program);

  /// Calls `execute(instruction)` in every cycle of the run, until it returns false.
  template <typename Execute>
  void Run(const Execute& execute) {
    const int size = static_cast<int>(program_.code.size());
    if (!Part(arch::State::kInitial, 0, program_.first, execute)) return;
    for (pass_ = 0; pass_ < program_.iterations + program_.extra; ++pass_) {
      if (!Part(arch::State::kRepeat, program_.first, program_.last + 1, execute)) return;
      Rotate();
    }
    pass_ = 0;
    Part(arch::State::kFinal, program_.last + 1, size, execute);
  }

  int64_t cycle() const { return cycle_; }
  arch::State state() const { return state_; }
  int pass() const { return pass_; }
  int pc() const { return pc_; }
  bool writes_suppressed() const {
    return state_ == arch::State::kRepeat && pass_ >= program_.iterations;
  }
  bool outputs_suppressed() const {
    return state_ == arch::State::kRepeat && pass_ < program_.extra;
  }

  /// Words of the local buffer that the slots of the current instruction address.
  int AddressA() const { return LocalAddress(program_, Now().mema, update_[At()][0]); }
  int AddressB() const { return LocalAddress(program_, Now().memb, update_[At()][1]); }

 private:
  template <typename Execute>
  bool Part(arch::State state, int begin, int end, const Execute& execute) {
    state_ = state;
    for (pc_ = begin; pc_ < end; ++pc_, ++cycle_) {
      if (!execute(Now())) return false;
    }
    return true;
  }

  size_t At() const { return static_cast<size_t>(pc_); }
  const Instruction& Now() const { return program_.code[At()]; }
  void Rotate();

  const MachineProgram& program_;
  std::vector<std::array<int, 2>> update_;  // current update values of MEMA and MEMB
  int64_t cycle_ = 0;
  arch::State state_ = arch::State::kInitial;
  int pass_ = 0;
  int pc_ = 0;
};

}  // namespace nve::verify
