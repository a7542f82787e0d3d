// What all Verilated models have in common. Include only where verilated.h may be seen.
#pragma once

#include <verilated.h>

namespace nve {

/// The end of a model. Verilator 5.006 takes a model's scopes out of the thread's context, whose
/// own is gone already if another model was the last to run and the first to end.
template <typename Top>
void FinishModel(Top& top, VerilatedContext& context) {
  top.final();
  Verilated::threadContextp(&context);
}

}  // namespace nve
