// SPDX-License-Identifier: Apache-2.0
// What a plan moves, counted from its steps without running it.
#pragma once

#include "planner/ir/plan_ir.hpp"
#include "planner/mapping/volume.hpp"

namespace nve::planner {

/// Words between DRAM and chip.
struct MovedWords {
  Words loaded;
  Words stored;

  Words Sum() const {
    return {loaded.input + stored.input, loaded.weight + stored.weight,
            loaded.output + stored.output};
  }
  bool operator==(const MovedWords&) const = default;
};

/// The figure of one tensor.
int64_t& WordsOf(Words& words, IrTensor tensor);

/// The words of every tile that a step loads or stores: convention "stored".
MovedWords IrWords(const PlanIr& ir);

}  // namespace nve::planner
