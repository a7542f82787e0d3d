// SPDX-License-Identifier: Apache-2.0
// The operations of one iteration of a program in their fixed order: what VMAC executes, and the
// image-register operations that feed it. Schedulers choose the cycles and the coefficient words.
#pragma once

#include <vector>

#include "compiler/graph/task_graph.hpp"

namespace nve {

/// How coefficients fill their words.
enum class Packing {
  kOff,     ///< four to a word, every map beginning a new one
  kWords,   ///< words of a map may be shorter (thesis 5.1)
  kAcross,  ///< words may reach over the end of a map and of the iteration too
};

/// Whether a word begins with an operation's coefficient.
enum class WordStart { kMay, kMust, kMustNot };

struct VmacOperation {
  bool set_rb = false;
  CoefficientLabel coefficient;  ///< what must stand in rw[0]
  int image_steps = 0;  ///< image operations that must have executed, no more and no fewer;
                        ///< for `set rb`, those of the mac before
  WordStart word = WordStart::kMay;
};

struct ImageOperation {
  ImageStep step;
  int input = 0;
  int column = 0;
};

struct OperationSequence {
  std::vector<VmacOperation> vmac;
  std::vector<ImageOperation> image;
};

/// Map by map, input by input, column by column, row by row in the order of the image steps.
OperationSequence SequenceOf(const ProgramShape& shape, Packing packing = Packing::kAcross);

}  // namespace nve
