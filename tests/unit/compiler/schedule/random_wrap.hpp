// SPDX-License-Identifier: Apache-2.0
// The second half of a random schedule: one iteration with all its times becomes a repeated part.
#pragma once

#include <random>

#include "compiler/schedule/schedule.hpp"

namespace nve::testing {

/// One iteration on a time axis of its own, to be repeated every `ii` cycles; stream writes are not
/// in it.
struct RandomIteration {
  ProgramShape shape;
  int ii = 0;
  std::vector<FlatOperation> operations;
  std::vector<CoefficientWordLabels> coefficient_words;
  int carried_word = -1;  ///< begins in the iteration before; -1: none does
  int first_act = 0;      ///< times; less than `ii` apart
  int last_act = 0;
};

/// An operation with a label that says what it is.
Operation MakeOperation(const RandomIteration& iteration, Slot slot, OpKind kind,
                        const WordRef& ref = {}, int half = 0);

/// A boundary of the passes between the last activation and the first; stream writes, in order, in
/// free cycles of port A. Where these come too late they lead by a stage more.
Schedule WrapAtRandom(const RandomIteration& iteration, std::mt19937& random);

}  // namespace nve::testing
