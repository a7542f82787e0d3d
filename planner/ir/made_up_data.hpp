// SPDX-License-Identifier: Apache-2.0
// Data for plans that are run: small numbers of both signs whose sums stay exact.
#pragma once

#include <cstdint>

#include "planner/ir/execute_ir.hpp"

namespace nve::planner {

/// Input and weights from -128 to 127: the highest byte of x(n+1) = 1664525 x(n) + 1013904223 (mod
/// 2^32, Numerical Recipes), less 128. The input begins with x(0) = 1, the weights with 2. Programs
/// that are made of plans have the same formula.
LayerData MadeUpData(int64_t input_words, int64_t weight_words);

}  // namespace nve::planner
