// SPDX-License-Identifier: Apache-2.0
// Symbolic execution of one run. Every Execute... reads the registers of the current cycle;
// consumers come before producers, as in docs/isa.md, section 6.
#include "compiler/verify/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve::verify {
namespace {

static_assert(arch::kLatencyRdToSet == 2 && arch::kLatencySetToMac == 1 &&
                  arch::kLatencySetrbHoldsAct == arch::kLatencySetrbToAct - 1,
              "the pipelines below are built for these latencies");

}  // namespace

SymbolicMachine::SymbolicMachine(const MachineProgram& program, const ProgramIntent& intent,
                                 int max_problems)
    : intent_(intent),
      max_problems_(max_problems),
      iterations_(program.iterations + intent.unrolled),
      walk_(program),
      local_(static_cast<size_t>(program.sizes.local_words)),
      written_(local_.size(), -arch::kLatencyWrToRd),
      ri_(static_cast<size_t>(program.sizes.ri_entries)),
      sums_(intent) {
  for (Sum& sum : handed_over_) sum.problem = "no `set rb` has handed over a sum";
  const int64_t columns = intent.initial_columns + int64_t{iterations_} * intent.stride_x;
  stream_words_ = static_cast<int64_t>(intent.coefficient_words.size()) +
                  columns * intent.input_count * intent.WordsPerColumn();
}

std::vector<std::string> SymbolicMachine::Run() {
  walk_.Run([this](const Instruction& instruction) {
    Execute(instruction);
    return !Full();
  });
  return std::move(problems_);
}

void SymbolicMachine::Execute(const Instruction& instruction) {
  if (intent_.rows == arch::kLanes && instruction.wreg == arch::WregOp::kSet &&
      instruction.ireg == arch::IregOp::kSet) {
    Problem("WREG", "`set rw` and `set ri` in one cycle both take port A's output");
  }
  if (instruction.act == arch::ActOp::kAct) ExecuteAct(instruction);
  handing_over_ = false;
  ExecuteVmac(instruction);
  // The result pipeline: a `set rb` in cycle t is seen by `act` from cycle t + setrb_to_act on.
  for (size_t stage = 0; stage + 1 < handed_over_.size(); ++stage) {
    handed_over_[stage] = handed_over_[stage + 1];
  }
  if (handing_over_) handed_over_.back() = std::move(finished_);
  ExecuteWreg(instruction.wreg);
  ExecuteIreg(instruction.ireg);
  ExecuteMemory(instruction);
}

void SymbolicMachine::ExecuteVmac(const Instruction& instruction) {
  if (instruction.vmac == arch::VmacOp::kSetrb) {
    finished_ = sums_.Start(rw_[0], Where("VMAC"));
    handing_over_ = true;
  } else if (instruction.vmac == arch::VmacOp::kMac) {
    const std::string problem = sums_.Add(rw_[0], ri_);
    if (!problem.empty()) sums_.SetProblem(Where("VMAC") + ": " + problem);
  }
}

void SymbolicMachine::ExecuteAct(const Instruction& instruction) {
  if (walk_.outputs_suppressed() || instruction.act_to == arch::ActTo::kHold) return;
  CheckOutput(instruction);
  ++sent_;
}

void SymbolicMachine::CheckOutput(const Instruction& instruction) {
  const auto outputs = static_cast<int64_t>(intent_.inputs_of_output.size());
  const int halves = intent_.rows / arch::kActLanes;
  const bool low = halves == 2 && sent_ % halves == 0;
  const int64_t output = sent_ / halves % outputs;
  const int64_t iteration = sent_ / (halves * outputs);
  const std::string expected = fmt::format("output word {}: iteration {}, output {}, {}", sent_,
                                           iteration, output, low ? "lo" : "hi");
  const Sum& sum = handed_over_[0];
  if (iteration >= iterations_) {
    Problem("ACT",
            fmt::format("sends word {}, a run has {}", sent_, iterations_ * outputs * halves));
  } else if ((instruction.act_half == arch::ActHalf::kLo) != low) {
    Problem("ACT", fmt::format("expected {}, found the other half", expected));
  } else if (!sum.problem.empty()) {
    Problem("ACT", fmt::format("{} is wrong: {}", expected, sum.problem));
  } else if (sum.output != output || sum.iteration != iteration) {
    Problem("ACT", fmt::format("expected {}, found iteration {}, output {}", expected,
                               sum.iteration, sum.output));
  }
}

void SymbolicMachine::ExecuteWreg(arch::WregOp op) {
  if (op == arch::WregOp::kSet) {
    for (int k = 0; k < arch::kRwEntries; ++k) {
      rw_[static_cast<size_t>(k)] = CoefficientOf(port_a_.output, k);
    }
  } else if (op == arch::WregOp::kSh) {
    std::shift_left(rw_.begin(), rw_.end(), 1);
    rw_.back() = Coefficient{};
  }
}

void SymbolicMachine::ExecuteIreg(arch::IregOp op) {
  if (op == arch::IregOp::kNop) return;
  const bool dense = intent_.LaneStride() == 1;
  const auto load = [this](const Word& word, int at) {
    for (int k = 0; k < arch::kWordPixels; ++k) ri_[at + k] = PixelOf(word, k);
  };
  if (op == arch::IregOp::kSet) {
    const int at = dense ? 0 : arch::kLanes;
    if (!dense) std::copy_n(ri_.begin() + arch::kLanes, arch::kLanes, ri_.begin());
    load(port_a_.output, at);
    load(port_b_.output, at + arch::kWordPixels);
    return;
  }
  const int used = dense ? kRiStride1 : static_cast<int>(ri_.size());
  std::shift_left(ri_.begin(), ri_.begin() + used, 1);
  ri_[static_cast<size_t>(used - 1)] = Pixel{};
  if (op == arch::IregOp::kSetsh) load(port_b_.output, used - arch::kWordPixels);
  if (op == arch::IregOp::kSetshHi) {
    constexpr int kHalf = arch::kWordPixels / 2;
    for (int k = 0; k < arch::kWordPixels; ++k) {
      ri_[used - arch::kWordPixels + k] = k < kHalf ? PixelOf(port_b_.output, kHalf + k) : Pixel{};
    }
  }
}

Word SymbolicMachine::StreamWord(int64_t number) const {
  const auto coefficients = static_cast<int64_t>(intent_.coefficient_words.size());
  if (number < coefficients) {
    return {Word::Kind::kCoefficients, Unknown::kUndefined, static_cast<int32_t>(number), 0, 0};
  }
  const int64_t words = intent_.WordsPerColumn();
  int64_t at = number - coefficients;
  int64_t first_column = 0;
  int64_t columns = intent_.initial_columns;
  if (at >= words * columns * intent_.input_count) {
    at -= words * columns * intent_.input_count;
    columns = intent_.stride_x;
    const int64_t per_iteration = words * columns * intent_.input_count;
    first_column = intent_.initial_columns + at / per_iteration * columns;
    at %= per_iteration;
  }
  return {Word::Kind::kPixels, Unknown::kUndefined, static_cast<int32_t>(at % words),
          static_cast<int32_t>(at / (words * columns)),
          static_cast<int32_t>(first_column + at / words % columns)};
}

Word SymbolicMachine::Read(int address) const {
  const auto at = static_cast<size_t>(address);
  if (walk_.cycle() - written_[at] < arch::kLatencyWrToRd) {
    return {Word::Kind::kUnknown, Unknown::kTooFresh, 0, 0, 0};
  }
  return local_[at];
}

void SymbolicMachine::Write(int address, const Word& word) {
  local_[static_cast<size_t>(address)] = word;
  written_[static_cast<size_t>(address)] = walk_.cycle();
}

void SymbolicMachine::ExecuteMemory(const Instruction& instruction) {
  const int address_a = walk_.AddressA();
  const int address_b = walk_.AddressB();
  const auto move = [this](Port* port, const MemSlot& slot, int address) {
    if (port->reading) port->output = port->next;
    port->reading = slot.op == arch::MemOp::kRd;
    if (port->reading) port->next = Read(address);
  };
  move(&port_a_, instruction.mema, address_a);
  move(&port_b_, instruction.memb, address_b);
  const bool write_a = instruction.mema.op == arch::MemOp::kWr && !walk_.writes_suppressed();
  const bool write_b = instruction.memb.op == arch::MemOp::kWr && !walk_.outputs_suppressed();
  if (write_a && write_b && address_a == address_b) {
    Problem("MEMB", fmt::format("both ports write word {}", address_a));
  }
  if (write_b) Write(address_b, {Word::Kind::kUnknown, Unknown::kActivation, 0, 0, 0});
  if (write_a) {
    WriteStreamWord(address_a, instruction.mema_part);
  }
}

void SymbolicMachine::WriteStreamWord(int address, arch::WrPart part) {
  if (taken_ >= stream_words_) {
    Problem("MEMA", fmt::format("takes stream word {}, a run has {}", taken_, stream_words_));
  }
  const Word word = StreamWord(taken_++);
  if (part == arch::WrPart::kEven && taken_ == stream_words_) {
    Problem("MEMA", "`wr even` takes the last stream word and waits for the one behind it");
  }
  Write(address, Separate(part, word, StreamWord(taken_), kept_));
  if (part == arch::WrPart::kEven) kept_ = word;
}

std::string SymbolicMachine::Where(const char* slot) const {
  return fmt::format("cycle {} ({} pass {}, pc {}, {})", walk_.cycle(),
                     arch::kStateNames[static_cast<size_t>(walk_.state())], walk_.pass(),
                     walk_.pc(), slot);
}

void SymbolicMachine::Problem(const char* slot, const std::string& text) {
  if (!Full()) problems_.push_back(Where(slot) + ": " + text);
}

}  // namespace nve::verify
