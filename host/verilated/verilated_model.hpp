// SPDX-License-Identifier: Apache-2.0
// What all Verilated models have in common. Include only where verilated.h may be seen.
#pragma once

#include <verilated.h>
#include <verilated_syms.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

/// A context without worker threads. Verilator 5.006 starts one for every further processor, even
/// if no model needs them. A snapshot (fork_snapshots.hpp) has only the thread that forks: what
/// another one holds in that moment, as a lock of the allocator, nobody there ever gives back.
class ModelContext : public VerilatedContext {
 public:
  /// With a seed other than 0, what the model's build leaves to chance starts with random values.
  explicit ModelContext(int random_seed = 0) {
    constexpr int kRandomValues = 2;
    threads(1);
    if (random_seed == 0) return;
    randReset(kRandomValues);
    randSeed(random_seed);
    // Verilator 5.006 draws the values for the thread's context, whatever context the model gets.
    Verilated::threadContextp(this);
  }
};

/// A signal inside a model, of at most 8 bits, by its scope ("nve_top") and the name that a .vlt
/// file makes public. Members of the model's classes have names that change with the level of
/// inlining.
inline const uint8_t& PublicByte(VerilatedContext& context, const std::string& scope,
                                 const char* name) {
  for (const auto& [path, candidate] : *context.scopeNameMap()) {
    if (scope != path && "TOP." + scope != path) continue;
    const VerilatedVar* variable = candidate->varFind(name);
    NVE_CHECK(variable != nullptr && variable->vltype() == VLVT_UINT8,
              scope + "." + name + " is not a public signal of at most 8 bits");
    return *static_cast<const uint8_t*>(variable->datap());
  }
  throw InternalError("the model shows nothing of " + scope);
}

/// All state of the only model of a context, input pins included. Verilator keeps the instances of
/// all modules by value in one object, the model's `Symbols` (Vname__Syms), which every scope
/// knows.
template <typename Symbols>
std::span<const std::byte> StateOf(VerilatedContext& context) {
  const auto& scopes = *context.scopeNameMap();
  NVE_CHECK(!scopes.empty(), "the model has no scope");
  const auto* symbols = static_cast<const Symbols*>(scopes.begin()->second->symsp());
  return std::as_bytes(std::span(symbols, 1));
}

/// The end of a model. Verilator 5.006 takes a model's scopes out of the thread's context, whose
/// own is gone already if another model was the last to run and the first to end.
template <typename Top>
void FinishModel(Top& top, VerilatedContext& context) {
  top.final();
  Verilated::threadContextp(&context);
}

}  // namespace nve
