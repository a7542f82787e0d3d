// SPDX-License-Identifier: Apache-2.0
// The verifier: static checks, then symbolic execution of as many iterations as the rotation needs.
#include "compiler/verify/verifier.hpp"

#include <utility>

#include "compiler/verify/intent_checks.hpp"
#include "compiler/verify/machine.hpp"
#include "program/checks.hpp"

namespace nve {

std::vector<std::string> VerifyProgram(const Program& program, const ProgramIntent& intent,
                                       const arch::Machine& machine, int max_problems) {
  std::vector<std::string> problems = CheckProgram(program, machine);
  if (!problems.empty()) return problems;
  problems = verify::CheckIntent(program, intent);
  if (!problems.empty()) return problems;
  verify::MachineProgram decoded = verify::DecodeProgram(program, machine.sizes);
  // A word may outlive its iteration by as many iterations as a window spans, and by the overlapped
  // stages.
  decoded.iterations = verify::IterationsToRun(
      decoded, int64_t{decoded.extra} + intent.kernel_width + intent.initial_columns);
  problems = verify::CheckWordCounts(program, intent);
  for (std::string& problem : verify::SymbolicMachine(decoded, intent, max_problems).Run()) {
    if (static_cast<int>(problems.size()) < max_problems) problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace nve
