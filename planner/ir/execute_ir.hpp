// SPDX-License-Identifier: Apache-2.0
// A plan runs on arrays: DRAM, three memories, and nothing but its own steps.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/ir/ir_words.hpp"

namespace nve::planner {

/// Tensors in DRAM, each row-major as [info] has it.
struct LayerData {
  std::vector<int64_t> input;
  std::vector<int64_t> weight;
};

struct IrRun {
  std::vector<int64_t> output;  ///< the output tensor
  MovedWords moved;             ///< counted word by word as they were copied
};

/// Runs a plan that CheckIr takes on data of the sizes of [info]; InputError for another plan.
/// Words are 64-bit integers, so results are exact as long as the sums fit them. Memories and the
/// output begin with a pattern that is no result.
IrRun ExecuteIr(const PlanIr& ir, const LayerData& data);

}  // namespace nve::planner
