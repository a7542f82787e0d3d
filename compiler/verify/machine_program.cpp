// SPDX-License-Identifier: Apache-2.0
// Decoding, address generation, and how many passes show everything.
#include "compiler/verify/machine_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "program/settings.hpp"

namespace nve::verify {
namespace {

constexpr int kAddressMask = (1 << arch::kAguAddressBits) - 1;

// Programs with fewer iterations run all of them: they are cheap.
constexpr int64_t kAlwaysComplete = 64;

// Passes after which the update values of a slot repeat: `lead` before the cycle, then its length.
struct Rotation {
  int64_t lead = 0;
  int64_t period = 1;
};

Rotation RotationOf(const MachineProgram& program, const MemSlot& slot) {
  if (slot.op == arch::MemOp::kNop || slot.mode == 0) return {};
  std::vector<int> first_pass(size_t{1} << arch::kAguAddressBits, -1);
  int u = slot.update;
  int pass = 0;
  for (; first_pass[static_cast<size_t>(u)] < 0; ++pass) {
    first_pass[static_cast<size_t>(u)] = pass;
    u = NextUpdate(program, slot, u);
  }
  return {first_pass[static_cast<size_t>(u)], pass - first_pass[static_cast<size_t>(u)]};
}

}  // namespace

MachineProgram DecodeProgram(const Program& program, const arch::Sizes& sizes) {
  MachineProgram decoded;
  decoded.sizes = sizes;
  for (const uint64_t word : program.code)
    decoded.code.push_back(*Decode(word, kCodesOfAnyMachine));
  const auto setting = [&](const std::string& name) {
    return static_cast<int>(SettingOf(program.settings, name));
  };
  decoded.first = setting("REPEAT_FIRST");
  decoded.last = setting("REPEAT_LAST");
  decoded.iterations = setting("ITERATIONS");
  decoded.extra = setting("EXTRA");
  for (int mode = 1; mode <= arch::kAguModes; ++mode) {
    decoded.inc[static_cast<size_t>(mode)] = setting(fmt::format("AGU_INC{}", mode));
    decoded.toggle[static_cast<size_t>(mode)] = setting(fmt::format("AGU_TOGGLE{}", mode));
  }
  return decoded;
}

int NextUpdate(const MachineProgram& program, const MemSlot& slot, int u) {
  if (slot.mode == 0) return u;
  const auto mode = static_cast<size_t>(slot.mode);
  const int next = (u + program.inc[mode]) & kAddressMask;
  return next == program.toggle[mode] ? 0 : next;
}

int LocalAddress(const MachineProgram& program, const MemSlot& slot, int u) {
  return ((slot.offset + u) & kAddressMask) % program.sizes.local_words;
}

int IterationsToRun(const MachineProgram& program, int64_t settling) {
  int64_t lead = 0;
  int64_t period = 1;
  for (int pc = program.first; pc <= program.last; ++pc) {
    const Instruction& i = program.code[static_cast<size_t>(pc)];
    for (const MemSlot* slot : {&i.mema, &i.memb}) {
      const Rotation rotation = RotationOf(program, *slot);
      lead = std::max(lead, rotation.lead);
      period = std::lcm(period, rotation.period);
      if (period >= program.iterations) return program.iterations;
    }
  }
  const int64_t enough = std::max(kAlwaysComplete, lead + settling + 3 * period);
  if (program.iterations <= enough + period) return program.iterations;
  return static_cast<int>(enough + (program.iterations - enough) % period);
}

}  // namespace nve::verify
