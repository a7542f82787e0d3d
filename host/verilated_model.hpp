// What all Verilated models have in common. Include only where verilated.h may be seen.
#pragma once

#include <verilated.h>

namespace nve {

/// A context without worker threads. Verilator 5.006 starts one for every further processor, even
/// if no model needs them. A snapshot (fork_snapshots.hpp) has only the thread that forks: what
/// another one holds in that moment, as a lock of the allocator, nobody there ever gives back.
class ModelContext : public VerilatedContext {
 public:
  ModelContext() { threads(1); }
};

/// The end of a model. Verilator 5.006 takes a model's scopes out of the thread's context, whose
/// own is gone already if another model was the last to run and the first to end.
template <typename Top>
void FinishModel(Top& top, VerilatedContext& context) {
  top.final();
  Verilated::threadContextp(&context);
}

}  // namespace nve
