// SPDX-License-Identifier: Apache-2.0
// The hazard check: decode, run, report.
#include "compiler/verify/hazards.hpp"

#include "compiler/verify/hazard_machine.hpp"
#include "program/settings.hpp"

namespace nve {

std::vector<HazardFinding> FindHazards(const Program& program, const arch::Sizes& sizes,
                                       int max_per_rule) {
  verify::MachineProgram decoded = verify::DecodeProgram(program, sizes);
  // No entry of a register outlives the passes that always run.
  decoded.iterations = verify::IterationsToRun(decoded, decoded.extra);
  verify::HazardLog log(max_per_rule);
  const verify::HazardSettings settings = {static_cast<int>(SettingOf(program.settings, "STRIDE")),
                                           program.outputs_per_iteration};
  verify::HazardMachine(decoded, settings, &log).Run();
  return log.Take();
}

}  // namespace nve
