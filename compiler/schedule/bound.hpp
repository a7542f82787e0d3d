// SPDX-License-Identifier: Apache-2.0
// Lower bounds on the cycles of the repeated part of any schedule: every operation needs a cycle of
// its slot (the resource-minimum initiation interval).
#pragma once

#include "compiler/graph/task_graph.hpp"

namespace nve {

struct ResourceBound {
  int vmac = 0;
  int wreg = 0;
  int ireg = 0;
  int mema = 0;  ///< reads for image sets, coefficient words, words written
  int memb = 0;  ///< reads for sets and set-shifts
  int Max() const;
};

/// Numbers of a program that its bound depends on.
struct ProgramCounts {
  int kernels = 0;  ///< kernels per output pixel, summed over the output maps
  int outputs = 0;
  int inputs = 0;  ///< maps loaded
};
ProgramCounts CountsOf(const ProgramShape& shape);

/// The bound of a program, coefficients four to a word, words shared by its maps and iterations.
ResourceBound BoundOf(const Window& window, const ProgramCounts& counts);
inline ResourceBound BoundOf(const ProgramShape& shape) {
  return BoundOf(shape.window, CountsOf(shape));
}

/// Image-register operations of one iteration that take port A's output.
int PortASets(const Window& window, const ProgramCounts& counts);

/// Stream words of one iteration.
int NewWordCount(const Window& window, const ProgramCounts& counts);

/// Coefficient words if each is full.
int LeastCoefficientWords(const Window& window, const ProgramCounts& counts);

}  // namespace nve
