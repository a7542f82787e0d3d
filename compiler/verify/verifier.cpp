// The verifier: static checks, then symbolic execution of as many iterations as the rotation needs.
#include "compiler/verify/verifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "compiler/program/checks.hpp"
#include "compiler/program/settings.hpp"
#include "compiler/verify/intent_checks.hpp"
#include "compiler/verify/machine.hpp"

namespace nve {
namespace {

// Programs with fewer iterations run all of them: they are cheap.
constexpr int64_t kAlwaysComplete = 64;

verify::MachineProgram DecodeProgram(const Program& program) {
  verify::MachineProgram decoded;
  for (const uint64_t word : program.code) decoded.code.push_back(*Decode(word));
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

// Passes after which the update values of a slot repeat: `lead` before the cycle, then its length.
struct Rotation {
  int64_t lead = 0;
  int64_t period = 1;
};

Rotation RotationOf(const verify::MachineProgram& program, const MemSlot& slot) {
  if (slot.op == arch::MemOp::kNop || slot.mode == 0) return {};
  std::vector<int> first_pass(size_t{1} << arch::kAguAddressBits, -1);
  int u = slot.update;
  int pass = 0;
  for (; first_pass[static_cast<size_t>(u)] < 0; ++pass) {
    first_pass[static_cast<size_t>(u)] = pass;
    u = verify::NextUpdate(program, slot, u);
  }
  return {first_pass[static_cast<size_t>(u)], pass - first_pass[static_cast<size_t>(u)]};
}

// ITERATIONS, or a smaller number that shows the same: three common rotations more than everything
// that leads into the steady state, and congruent to ITERATIONS, so that a final part sees the same
// addresses.
int IterationsToRun(const verify::MachineProgram& program, const ProgramIntent& intent) {
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
  // A word may outlive its iteration by as many iterations as a window spans, and by the overlapped
  // stages.
  lead += program.extra + intent.kernel_width + intent.initial_columns;
  const int64_t enough = std::max(kAlwaysComplete, lead + 3 * period);
  if (program.iterations <= enough + period) return program.iterations;
  return static_cast<int>(enough + (program.iterations - enough) % period);
}

}  // namespace

std::vector<std::string> VerifyProgram(const Program& program, const ProgramIntent& intent,
                                       int max_problems) {
  std::vector<std::string> problems = CheckProgram(program);
  if (!problems.empty()) return problems;
  problems = verify::CheckIntent(program, intent);
  if (!problems.empty()) return problems;
  verify::MachineProgram decoded = DecodeProgram(program);
  decoded.iterations = IterationsToRun(decoded, intent);
  problems = verify::CheckWordCounts(program, intent);
  for (std::string& problem : verify::SymbolicMachine(decoded, intent, max_problems).Run()) {
    if (static_cast<int>(problems.size()) < max_problems) problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace nve
