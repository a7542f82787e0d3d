// SPDX-License-Identifier: Apache-2.0
// Whether the output maps of a layer fit the machine, each in a program of its own.
#pragma once

#include <vector>

#include "compiler/compile_layer.hpp"

namespace nve {

/// A layer's output maps in every way that the passes leave open. Keeps a reference to the layer.
class MapLimits {
 public:
  MapLimits(const Layer& layer, const CompilerPasses& passes, const arch::Sizes& sizes);

  /// The first way in which every map of the layer fits; null if there is none.
  const CompilerPasses* Fitting();

  /// Whether a map of so many inputs fits in one way or another.
  bool Fits(int inputs);

  /// The schedule of a map with the fewest instructions, of the ways that differ in the vector
  /// size.
  const Schedule& Shortest(int inputs);

  /// The most inputs of an output map that fit, below `inputs`, which do not; all needs grow with
  /// the inputs.
  int MostInputs(int inputs);

 private:
  struct Way {
    CompilerPasses passes;
    ShapeScheduler scheduler;
  };

  const Layer& layer_;
  std::vector<Way> ways_;
};

}  // namespace nve
