// SPDX-License-Identifier: Apache-2.0
// The exact scheduler of the two operand registers: the fewest cycles in which VMAC, WREG and IREG
// can execute one iteration of a given operation sequence over and over.
//
// rw and ri each hold one current value, so the machine's position is small: which VMAC operation
// is next, how many image operations have run ahead of it, whether its coefficient stands in rw[0],
// and how many coefficients are left behind it. Every cycle moves to a later position. The shortest
// closed path (ending where it began, one iteration later) is the least initiation interval of the
// sequence; dynamic programming over the positions finds it and proves it, in time linear in the
// operations. The search chooses the coefficient words too: a `set rw` may come before the old word
// is used up, and a word may reach over the end of a map or of the iteration, unless the operations
// say where words begin.
#pragma once

#include <optional>
#include <vector>

#include "compiler/schedule/sequence.hpp"

namespace nve {

/// What is minimised first; the other decides among equals.
enum class PathGoal { kCycles, kWords };

/// A closed path of `cycles` cycles. Times of iteration 0; operations that the iteration before
/// has executed ahead are negative. The first VMAC operation may be at a time above 0.
struct RegisterPath {
  int cycles = 0;
  int words = 0;                  ///< `set rw` operations of an iteration
  std::vector<int> vmac;          ///< time of every VMAC operation
  std::vector<int> wreg;          ///< time of the WREG operation that brings its coefficient
  std::vector<bool> wreg_is_set;  ///< whether that is a `set rw`
  std::vector<int> image;         ///< time of every image operation
};

/// The best path; `share_port_a`: a `set rw` and a `set ri` may share a cycle (half vectors, whose
/// `set ri` does not need port A). Among paths with the same first goal the one with the best
/// second.
RegisterPath ShortestRegisterPath(const OperationSequence& sequence, PathGoal goal,
                                  bool share_port_a);

/// The path with the fewest cycles among those of at most `most_words`; nothing if there is none.
/// Memory and time grow with the coefficients that many words could leave unused.
std::optional<RegisterPath> ShortestRegisterPathOfWords(const OperationSequence& sequence,
                                                        int most_words, bool share_port_a);

}  // namespace nve
