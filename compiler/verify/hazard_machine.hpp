// SPDX-License-Identifier: Apache-2.0
// The machine of docs/isa.md on marks: one run of a program, cycle by cycle, without stalls.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "compiler/verify/hazard_log.hpp"
#include "compiler/verify/run_walk.hpp"

namespace nve::verify {

/// What the machine needs to know besides the decoded program.
struct HazardSettings {
  int stride = 1;
  int rows = arch::kLanes;  ///< Program::outputs_per_iteration
};

class HazardMachine {
 public:
  HazardMachine(const MachineProgram& program, const HazardSettings& settings, HazardLog* log);

  /// Executes one run.
  void Run();

 private:
  using Marks = std::vector<Mark>;  // distinct
  static constexpr size_t kHalves = arch::kLanes / arch::kActLanes;

  // A word of the local buffer.
  struct Word {
    Mark mark = kNothing;
    int64_t written = -arch::kLatencyWrToRd;  // cycle of the last write
    int writer = -1;                          // its pc
  };
  // A word read: on its way to the port's output, or there.
  struct Read {
    Place place;
    Mark mark = kNothing;
    bool taken = true;       // by a `set` or `setsh`
    int64_t set_after = -1;  // cycles from the `rd` to the last `set` that was too early for it
  };
  struct Port {
    const char* slot;
    const char* name;
    std::deque<Read> coming;
    Read output;
  };
  struct Sums {
    bool begun = false;
    bool has_products = false;
    std::array<Marks, kHalves> marks;
  };
  // Sums handed over by a `set rb`: on their way to the result register, or there.
  struct Result {
    Place place;
    Sums sums;
    std::array<bool, kHalves> too_early{};  // an `act` of the half stands before the window
    std::array<bool, kHalves> activated{};
  };

  void Execute(const Instruction& instruction);
  void SendActivation();
  void ExecuteAct(const Instruction& instruction);
  void ExecuteVmac(arch::VmacOp op);
  void ExecuteWreg(arch::WregOp op);
  void ExecuteIreg(const Instruction& instruction);
  void ExecuteMemory(const Instruction& instruction);
  void Push(Port* port, const MemSlot& slot, int address);
  Mark Write(int address, arch::WrPart part);
  Mark Take(Port* port, const char* slot, const char* operation);
  Mark PixelsOf(size_t half);
  void Advance(bool at_end);
  void CloseRead(const Read& read, const char* slot, bool at_end);
  void CloseResult(const Result& result);
  bool IsOutput(size_t half) const { return outputs_half_[half]; }
  bool Repeats() const { return program_.iterations + program_.extra > 1; }
  Place Here() const { return {walk_.cycle(), walk_.state(), walk_.pass(), walk_.pc()}; }
  Mark Note(Hazard hazard, const char* slot, const std::string& found) {
    return log_->Note(hazard, Here(), slot, found);
  }

  const MachineProgram& program_;
  HazardSettings settings_;
  HazardLog* log_;
  std::array<bool, kHalves> outputs_half_{};  // the program has an `act` of the half

  RunWalk walk_;
  std::vector<Word> local_;
  Port port_a_{"MEMA", "port A", {}, {}};
  Port port_b_{"MEMB", "port B", {}, {}};
  std::array<Mark, arch::kRwEntries> rw_{};
  std::vector<Mark> ri_;
  Sums sums_;
  std::deque<Result> coming_;
  Result result_;
  int64_t last_setrb_ = -1;                        // cycle
  std::array<int64_t, kHalves> last_act_{-1, -1};  // cycles
  bool activated_ = false;                         // an `act` has executed
  Marks activation_;                               // the activation output
  bool kept_ = false;                              // odd pixels wait for `wr odd`
};

}  // namespace nve::verify
