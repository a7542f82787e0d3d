// SPDX-License-Identifier: Apache-2.0
// The machine of docs/isa.md on symbols: one run of a program, cycle by cycle, without stalls.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/verify/run_walk.hpp"
#include "compiler/verify/sums.hpp"
#include "compiler/verify/symbols.hpp"
#include "program/instruction.hpp"

namespace nve::verify {

class SymbolicMachine {
 public:
  SymbolicMachine(const MachineProgram& program, const ProgramIntent& intent, int max_problems);

  /// Executes one run; returns the findings.
  std::vector<std::string> Run();

 private:
  // A read port: the word read last cycle, and the output.
  struct Port {
    bool reading = false;
    Word next;
    Word output;
  };

  void Execute(const Instruction& instruction);
  void ExecuteVmac(const Instruction& instruction);
  void ExecuteAct(const Instruction& instruction);
  void ExecuteWreg(arch::WregOp op);
  void ExecuteIreg(arch::IregOp op);
  void WriteStreamWord(int address, arch::WrPart part);
  void ExecuteMemory(const Instruction& instruction);
  Word Read(int address) const;
  void Write(int address, const Word& word);
  Word StreamWord(int64_t number) const;
  void CheckOutput(const Instruction& instruction);

  std::string Where(const char* slot) const;
  void Problem(const char* slot, const std::string& text);
  bool Full() const { return static_cast<int>(problems_.size()) >= max_problems_; }

  const ProgramIntent& intent_;
  int max_problems_;
  int iterations_;  // those of the repeated part and of explicit prologue and epilogue code
  std::vector<std::string> problems_;

  RunWalk walk_;
  std::vector<Word> local_;
  std::vector<int64_t> written_;  // cycle of the last write of every word
  Port port_a_;
  Port port_b_;
  std::array<Coefficient, arch::kRwEntries> rw_{};
  std::vector<Pixel> ri_;
  SumBuilder sums_;
  std::array<Sum, arch::kLatencySetrbToAct> handed_over_;  // [0] is result, the others on their way
  bool handing_over_ = false;                              // a `set rb` in this cycle
  Sum finished_;                                           // what it handed over

  Word kept_;                 // whose odd pixels the last `wr even` has kept
  int64_t stream_words_ = 0;  // words the intent's stream has
  int64_t taken_ = 0;         // words taken
  int64_t sent_ = 0;          // output words sent
};

}  // namespace nve::verify
