// SPDX-License-Identifier: Apache-2.0
// Makes a failing case small: fewer starts, runs and passes, plain settings, no stalls, then delta
// debugging of the instructions (ever smaller pieces are left out) and of their slots. A change
// stays if the case still fails on a new core, and in the same way: in lockstep, by an output that
// is another one than without stalls, or by what its text asks for.
#pragma once

#include <functional>
#include <memory>

#include "tb/stimulus/case_run.hpp"

namespace nve {

using MakeCore = std::function<std::unique_ptr<CoreModel>()>;

struct ShrunkCase {
  RandomCase random;
  RunSetup setup;
  CaseResult result;  ///< without a problem if the case does not fail alone
  int trials = 0;
};

ShrunkCase Shrink(const MakeCore& make_core, const RandomCase& random, const RunSetup& setup);

}  // namespace nve
