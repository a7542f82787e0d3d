// SPDX-License-Identifier: Apache-2.0
// Stream events of a program: see core_events.hpp.
#include "model/transfer/core_events.hpp"

#include <span>

#include "program/instruction.hpp"
#include "program/settings.hpp"

namespace nve::transfer {
namespace {

CorePart PartOf(std::span<const uint64_t> code, bool takes, bool gives) {
  CorePart part;
  int64_t last = -1;
  for (size_t i = 0; i < code.size(); ++i) {
    const Instruction instruction = Decode(code[i], kCodesOfAnyMachine).value_or(Instruction{});
    const bool in = takes && instruction.mema.op == arch::MemOp::kWr;
    const bool out =
        gives && instruction.act == arch::ActOp::kAct && instruction.act_to == arch::ActTo::kStream;
    if (!in && !out) continue;
    const auto offset = static_cast<int64_t>(i);
    part.events.push_back({.gap = offset - last - 1,
                           .in = in,
                           .ahead = in && instruction.mema_part == arch::WrPart::kEven,
                           .out = out});
    last = offset;
  }
  part.tail = static_cast<int64_t>(code.size()) - last - 1;
  return part;
}

}  // namespace

CoreProgram::CoreProgram(const Program& program)
    : size_(static_cast<int64_t>(program.code.size())),
      passes_(Passes(program.settings)),
      iterations_(SettingOf(program.settings, "ITERATIONS")),
      extra_(SettingOf(program.settings, "EXTRA")) {
  const std::span<const uint64_t> code = program.code;
  const size_t first = SettingOf(program.settings, "REPEAT_FIRST");
  const size_t last = SettingOf(program.settings, "REPEAT_LAST");
  initial_ = PartOf(code.first(first), true, true);
  final_ = PartOf(code.subspan(last + 1), true, true);
  for (const bool takes : {false, true}) {
    for (const bool gives : {false, true}) {
      repeated_[takes ? 1 : 0][gives ? 1 : 0] =
          PartOf(code.subspan(first, last - first + 1), takes, gives);
    }
  }
}

const CorePart& CoreProgram::Part(int64_t index) const {
  if (index == 0) return initial_;
  const int64_t pass = index - 1;
  if (pass == passes_) return final_;
  return repeated_[pass < iterations_ ? 1 : 0][pass >= extra_ ? 1 : 0];
}

}  // namespace nve::transfer
