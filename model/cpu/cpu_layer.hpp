// SPDX-License-Identifier: Apache-2.0
// A layer on the host CPU, in two implementations that compute the same pixels as RunLayer of
// model/reference: `auto`, left to the compiler's vectoriser, and `hand`, optimised with Highway.
#pragma once

#include <memory>
#include <string>

#include "base/images/maps.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// Extents of the maps a layer reads.
struct MapSize {
  int height = 0;
  int width = 0;
};

class CpuLayer {
 public:
  CpuLayer() = default;
  CpuLayer(const CpuLayer&) = delete;
  CpuLayer& operator=(const CpuLayer&) = delete;
  virtual ~CpuLayer() = default;

  /// `input` has the extents the layer was made for, `output` those of its maps.
  virtual void Run(const FeatureMaps& input, FeatureMaps& output) = 0;
};

/// Both keep references to `layer` and `weights`.
std::unique_ptr<CpuLayer> MakeAutoLayer(const Layer& layer, const LayerWeights& weights);
std::unique_ptr<CpuLayer> MakeHandLayer(const Layer& layer, const LayerWeights& weights,
                                        MapSize input);

/// What both were compiled for.
struct CpuTarget {
  std::string isa;       ///< Highway's name of it: AVX2, NEON, ...
  int vector_bytes = 0;  ///< of the hand version's vectors
  std::string flags;     ///< of the compiler, the same for both
  std::string compiler;
};

CpuTarget TargetOfBuild();

}  // namespace nve
