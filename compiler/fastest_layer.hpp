// SPDX-License-Identifier: Apache-2.0
// Of all ways to compile a layer, the one whose finished programs take the fewest predicted cycles.
#pragma once

#include "compiler/compile_layer.hpp"

namespace nve {

/// A way that was compiled: the best of its schedulers and prologues.
struct LayerAlternative {
  bool half_vectors = false;
  Packing packing = Packing::kAcross;
  Fusion fusion = Fusion::kFewest;
  int64_t cycles = 0;  ///< predicted, of the finished programs
};

struct FastestLayer {
  ScheduledLayer layer;
  LayerAlternative chosen;
  std::vector<LayerAlternative> alternatives;  ///< empty: there was no choice
};

/// Compares everything that the passes leave open. Every output map must fit alone in one of the
/// ways (CheckLimits).
FastestLayer ScheduleFastest(const Layer& layer, const CompilerPasses& passes,
                             const arch::Sizes& sizes);

}  // namespace nve
