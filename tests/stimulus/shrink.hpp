// Makes a failing case small: fewer starts, runs and passes, plain settings, no stalls, then delta
// debugging of the instructions (ever smaller pieces are left out) and of their slots. A change
// stays if the case still fails on a new core, in lockstep if it did so before.
#pragma once

#include <functional>
#include <memory>

#include "tests/stimulus/case_run.hpp"

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
