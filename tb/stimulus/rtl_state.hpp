// SPDX-License-Identifier: Apache-2.0
// The stored state of a Verilated model whose build shows it: registers and memories, found by
// Verilator's own list of variables.
//
// Registers of the RTL end in _q and memories are called mem; everything else that is stored, like
// the clock's value before, belongs to the simulator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

class VerilatedContext;

namespace nve {

/// A register, or a memory of `words` words.
struct StateField {
  std::string name;  ///< below the top module: "u_ctrl.pass_q"
  bool memory = false;
  uint64_t bits = 0;  ///< of a word
  uint64_t words = 1;
  uint64_t word_bytes = 0;  ///< from word to word
  uint8_t* data = nullptr;

  uint64_t AllBits() const { return bits * words; }
};

/// What a model of module `top` shows, in an order that is the same for every build of one RTL.
std::vector<StateField> StateOf(VerilatedContext& context, const std::string& top);

}  // namespace nve
