// SPDX-License-Identifier: Apache-2.0
// Execution on marks. In every cycle consumers come before producers, as in docs/isa.md, section 6;
// what becomes visible in the next cycle does so in Advance.
#include "compiler/verify/hazard_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nve::verify {
namespace {

static_assert(arch::kLatencySetToMac == 1 && arch::kLatencyActToAct == 1 &&
                  arch::kLatencySetrbHoldsAct == arch::kLatencySetrbToAct - 1,
              "registers are seen in the next cycle");

void Add(Mark mark, std::vector<Mark>* marks) {
  if (mark == kClean || std::find(marks->begin(), marks->end(), mark) != marks->end()) return;
  marks->push_back(mark);
}

std::string CyclesText(int64_t cycles) {
  return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
}

}  // namespace

HazardMachine::HazardMachine(const MachineProgram& program, const HazardSettings& settings,
                             HazardLog* log)
    : program_(program),
      settings_(settings),
      log_(log),
      walk_(program),
      local_(static_cast<size_t>(program.sizes.local_words)),
      ri_(static_cast<size_t>(program.sizes.ri_entries), kNothing) {
  for (const Instruction& instruction : program.code) {
    if (instruction.act == arch::ActOp::kAct) {
      outputs_half_[static_cast<size_t>(instruction.act_half)] = true;
    }
  }
  rw_.fill(kNothing);
}

void HazardMachine::Run() {
  walk_.Run([this](const Instruction& instruction) {
    Execute(instruction);
    Advance(false);
    return true;
  });
  Advance(true);
}

void HazardMachine::Execute(const Instruction& instruction) {
  if (settings_.rows == arch::kLanes && instruction.wreg == arch::WregOp::kSet &&
      instruction.ireg == arch::IregOp::kSet) {
    log_->Report(Note(Hazard::kPortATwice, "WREG",
                      "`set rw` and `set ri` in one cycle both take port A's output"));
  }
  if (instruction.memb.op == arch::MemOp::kWr && !walk_.outputs_suppressed()) SendActivation();
  if (instruction.act == arch::ActOp::kAct) ExecuteAct(instruction);
  ExecuteVmac(instruction.vmac);
  ExecuteWreg(instruction.wreg);
  ExecuteIreg(instruction);
  ExecuteMemory(instruction);
}

void HazardMachine::SendActivation() {
  for (const Mark mark : activation_) log_->Report(mark);
  if (activated_) return;
  log_->Report(Note(Hazard::kNoActivation, "MEMB",
                    "`wr` of the activation output before any `act` has filled it"));
}

void HazardMachine::ExecuteAct(const Instruction& instruction) {
  const auto half = static_cast<size_t>(instruction.act_half);
  result_.activated[half] = true;
  last_act_[half] = walk_.cycle();
  activated_ = true;
  if (result_.sums.begun) {
    activation_ = result_.sums.marks[half];
  } else {
    const bool early = last_setrb_ >= 0 && walk_.cycle() - last_setrb_ < arch::kLatencySetrbToAct;
    activation_ = {Note(Hazard::kNoSums, "ACT",
                        fmt::format("`act {}` {}{}", arch::kActHalfMnemonics[half],
                                    "reads sums that no `set rb` has begun",
                                    early ? fmt::format("; the last `set rb` is {} before",
                                                        CyclesText(walk_.cycle() - last_setrb_))
                                          : ""))};
  }
  if (instruction.act_to == arch::ActTo::kStream && !walk_.outputs_suppressed()) {
    for (const Mark mark : activation_) log_->Report(mark);
  }
}

Mark HazardMachine::PixelsOf(size_t half) {
  for (size_t lane = half * arch::kActLanes; lane < (half + 1) * arch::kActLanes; ++lane) {
    const size_t entry = lane * static_cast<size_t>(settings_.stride);
    if (ri_[entry] != kNothing) continue;
    return Note(Hazard::kEmptyPixel, "VMAC",
                fmt::format("`mac` uses ri[{}] (lane {}), which was never loaded, or shifted in "
                            "empty",
                            entry, lane));
  }
  return kClean;
}

void HazardMachine::ExecuteVmac(arch::VmacOp op) {
  if (op == arch::VmacOp::kNop) return;
  const bool begins = op == arch::VmacOp::kSetrb;
  if (begins) {
    coming_.push_back({Here(), std::exchange(sums_, Sums{}), {}, {}});
    last_setrb_ = walk_.cycle();
    sums_.begun = true;
  }
  if (!sums_.begun) return;
  const Mark weight =
      rw_[0] != kNothing
          ? rw_[0]
          : Note(Hazard::kEmptyWeight, "VMAC",
                 fmt::format("`{}` uses rw[0], which was never loaded, or shifted in empty",
                             arch::kVmacOpMnemonics[static_cast<size_t>(op)]));
  for (size_t half = 0; half < kHalves; ++half) {
    Marks* marks = &sums_.marks[half];
    Add(weight, marks);
    if (begins) continue;
    Add(PixelsOf(half), marks);
    for (size_t lane = half * arch::kActLanes; lane < (half + 1) * arch::kActLanes; ++lane) {
      const Mark pixel = ri_[lane * static_cast<size_t>(settings_.stride)];
      if (pixel != kNothing) Add(pixel, marks);
    }
  }
  sums_.has_products |= !begins;
}

Mark HazardMachine::Take(Port* port, const char* slot, const char* operation) {
  port->output.taken = true;
  for (Read& read : port->coming) read.set_after = walk_.cycle() - read.place.cycle;
  if (port->output.mark != kNothing) return port->output.mark;
  const std::string coming =
      port->coming.empty()
          ? "there was none"
          : fmt::format("the first is {} before",
                        CyclesText(walk_.cycle() - port->coming.front().place.cycle));
  return Note(Hazard::kNothingRead, slot,
              fmt::format("`{}` takes {}'s output, which shows no `rd` yet: {}", operation,
                          port->name, coming));
}

void HazardMachine::ExecuteWreg(arch::WregOp op) {
  if (op == arch::WregOp::kSet) {
    rw_.fill(Take(&port_a_, "WREG", "set rw"));
  } else if (op == arch::WregOp::kSh) {
    std::shift_left(rw_.begin(), rw_.end(), 1);
    rw_.back() = kNothing;
  }
}

void HazardMachine::ExecuteIreg(const Instruction& instruction) {
  const arch::IregOp op = instruction.ireg;
  if (op == arch::IregOp::kNop) return;
  const char* operation = arch::kIregOpMnemonics[static_cast<size_t>(op)];
  const bool dense = settings_.stride == 1;
  const auto load = [this](int at, int count, Mark mark) {
    std::fill_n(ri_.begin() + at, count, mark);
  };
  if (op == arch::IregOp::kSet) {
    const int at = dense ? 0 : arch::kLanes;
    if (!dense) std::copy_n(ri_.begin() + arch::kLanes, arch::kLanes, ri_.begin());
    // With half vectors only port B's pixels reach lanes that count: port A's word is meant for
    // `set rw`, and may be there or not.
    const bool needs_a = settings_.rows == arch::kLanes || !dense;
    load(at, arch::kWordPixels, needs_a ? Take(&port_a_, "IREG", operation) : port_a_.output.mark);
    load(at + arch::kWordPixels, arch::kWordPixels, Take(&port_b_, "IREG", operation));
    return;
  }
  const int used = dense ? kRiStride1 : static_cast<int>(ri_.size());
  std::shift_left(ri_.begin(), ri_.begin() + used, 1);
  ri_[static_cast<size_t>(used - 1)] = kNothing;
  if (op == arch::IregOp::kSh) return;
  const bool whole = op == arch::IregOp::kSetsh;
  load(used - arch::kWordPixels, arch::kWordPixels, kNothing);
  load(used - arch::kWordPixels, whole ? arch::kWordPixels : arch::kWordPixels / 2,
       Take(&port_b_, "IREG", operation));
}

void HazardMachine::Push(Port* port, const MemSlot& slot, int address) {
  if (slot.op != arch::MemOp::kRd) return;
  const Word& word = local_[static_cast<size_t>(address)];
  Mark mark = word.mark;
  if (mark == kNothing) {
    mark = Note(Hazard::kUnwritten, port->slot,
                fmt::format("reads word {}, which nothing has written", address));
  } else if (walk_.cycle() - word.written < arch::kLatencyWrToRd) {
    mark = Note(Hazard::kTooFresh, port->slot,
                fmt::format("reads word {} {} after its `wr` (pc {})", address,
                            CyclesText(walk_.cycle() - word.written), word.writer));
  }
  port->coming.push_back({Here(), mark, false, -1});
}

Mark HazardMachine::Write(int address, arch::WrPart part) {
  if (part == arch::WrPart::kEven) kept_ = true;
  if (part != arch::WrPart::kOdd || std::exchange(kept_, false)) return kClean;
  return Note(Hazard::kNothingKept, "MEMA",
              fmt::format("`wr odd {}` with no odd pixels kept", address));
}

void HazardMachine::ExecuteMemory(const Instruction& instruction) {
  const int address_a = walk_.AddressA();
  const int address_b = walk_.AddressB();
  Push(&port_a_, instruction.mema, address_a);
  Push(&port_b_, instruction.memb, address_b);
  const bool write_a = instruction.mema.op == arch::MemOp::kWr && !walk_.writes_suppressed();
  const bool write_b = instruction.memb.op == arch::MemOp::kWr && !walk_.outputs_suppressed();
  if (write_a && write_b && address_a == address_b) {
    log_->Report(Note(Hazard::kWordTwice, "MEMB",
                      fmt::format("both ports write word {} in one cycle", address_a)));
  }
  // What port B writes has been reported if it was broken.
  if (write_b) local_[static_cast<size_t>(address_b)] = {kClean, walk_.cycle(), walk_.pc()};
  if (write_a) {
    local_[static_cast<size_t>(address_a)] = {Write(address_a, instruction.mema_part),
                                              walk_.cycle(), walk_.pc()};
  }
}

void HazardMachine::Advance(bool at_end) {
  for (Port* port : {&port_a_, &port_b_}) {
    while (
        !port->coming.empty() &&
        (at_end || port->coming.front().place.cycle + arch::kLatencyRdToSet <= walk_.cycle() + 1)) {
      CloseRead(std::exchange(port->output, port->coming.front()), port->slot, at_end);
      port->coming.pop_front();
    }
    if (at_end) CloseRead(port->output, port->slot, at_end);
  }
  while (!coming_.empty() &&
         (at_end || coming_.front().place.cycle + arch::kLatencySetrbToAct <= walk_.cycle() + 1)) {
    CloseResult(std::exchange(result_, std::move(coming_.front())));
    coming_.pop_front();
    for (size_t half = 0; half < kHalves; ++half) {
      result_.too_early[half] = last_act_[half] > result_.place.cycle;
    }
  }
  if (at_end) CloseResult(result_);
}

void HazardMachine::CloseRead(const Read& read, const char* slot, bool at_end) {
  if (read.taken) return;
  // The last pass may read for a pass that does not come.
  const bool in_repeat = !at_end && walk_.state() == arch::State::kRepeat;
  if (read.place.state == arch::State::kRepeat && Repeats() && !in_repeat) return;
  const std::string early =
      read.set_after < 0 ? ""
                         : fmt::format("; the one {} after the `rd` still takes the word before",
                                       CyclesText(read.set_after));
  log_->Report(
      log_->Note(Hazard::kUntaken, read.place, slot,
                 "no `set` or `setsh` takes the word read while the port shows it" + early));
}

void HazardMachine::CloseResult(const Result& result) {
  const bool steady = result.place.state == arch::State::kRepeat &&
                      result.place.pass >= program_.extra &&
                      result.place.pass < program_.iterations;
  if (!steady || !result.sums.begun || !result.sums.has_products) return;
  for (size_t half = 0; half < kHalves; ++half) {
    if (!IsOutput(half) || result.activated[half]) continue;
    const bool early = result.too_early[half];
    log_->Report(log_->Note(
        early ? Hazard::kActTooEarly : Hazard::kActNotInWindow, result.place, "VMAC",
        fmt::format("`set rb` hands over sums of which no `act {}` takes the half while they are "
                    "there{}",
                    arch::kActHalfMnemonics[half],
                    early ? "; the one right after it still takes the sums before" : "")));
  }
}

}  // namespace nve::verify
