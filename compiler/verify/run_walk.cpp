// SPDX-License-Identifier: Apache-2.0
#include "compiler/verify/run_walk.hpp"

namespace nve::verify {

RunWalk::RunWalk(const MachineProgram& program) : program_(program) {
  for (const Instruction& instruction : program.code) {
    update_.push_back({instruction.mema.update, instruction.memb.update});
  }
}

// Only the repeated part rotates, so the final part has its loaded values.
void RunWalk::Rotate() {
  for (int pc = program_.first; pc <= program_.last; ++pc) {
    const auto at = static_cast<size_t>(pc);
    const Instruction& i = program_.code[at];
    update_[at] = {NextUpdate(program_, i.mema, update_[at][0]),
                   NextUpdate(program_, i.memb, update_[at][1])};
  }
}

}  // namespace nve::verify
