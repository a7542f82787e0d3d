// SPDX-License-Identifier: Apache-2.0
// Which steps wait for which: what a plan demands of whoever executes its steps on several cores.
//
// A step waits for every earlier step that touches a byte which it touches too, if one of the two
// writes it. All steps that follow these waits in some order compute what they compute one after
// the other, on whichever cores. Waits go to earlier steps only, so no steps wait for each other in
// a circle.
//
// A clear step is taken apart: the rows below the pixels must wait for the strips that reach beyond
// them, the columns behind the pixels need not.
#pragma once

#include <cstddef>
#include <vector>

#include "program/binary.hpp"
#include "program/step_regions.hpp"

namespace nve {

/// A run step, or one border of a clear step.
struct StepWork {
  static constexpr int kProcessor = -1;

  size_t step = 0;        ///< of the binary
  int core = kProcessor;  ///< kProcessor: borders are cleared by the processor
  std::vector<PlaneRegion> reads;
  std::vector<PlaneRegion> writes;
  std::vector<size_t> waits_for;  ///< earlier works, ascending
};

/// The works of all steps, in their order. A binary that has not passed CheckBinary must have
/// planes for all its transfers.
std::vector<StepWork> WorksOf(const Binary& binary);

}  // namespace nve
