// SPDX-License-Identifier: Apache-2.0
// The NVE of this build as a machine to plan for.
//
// Its figures come from the description under arch/. What fits a program is asked of the compiler:
// instructions, local buffer and registers bound a tile, which three memory sizes cannot say. A
// program is a tile of OC maps, all their inputs, one strip of rows and whole rows; no partial sum
// leaves the chip, so every plan is output stationary with one step over IC.
#pragma once

#include <string>
#include <vector>

#include "arch/machine.hpp"
#include "convnet/network.hpp"
#include "planner/mapping/hardware.hpp"
#include "planner/mapping/tile.hpp"

namespace nve::planner {

/// Clock, stream rate, lanes along OH. The local buffer is the memory of inputs and of weights, the
/// accumulators that of outputs; in words of the stream, 64 bits.
Hardware NveHardware(const arch::Machine& machine);

/// A layer planned for the NVE.
struct NveLayerPlan {
  std::string name;
  Tile tile;                ///< of the largest program; OH: rows of a strip
  int64_t programs = 0;     ///< steps over OC
  int64_t loads = 0;        ///< input maps summed over the programs
  int64_t strips = 0;       ///< steps over OH
  int64_t strip_words = 0;  ///< stream words of one strip, in and out
  int64_t words_per_16_rows = 0;
  int64_t words = 0;  ///< of the whole layer
  int64_t macs = 0;
  int64_t cycles = 0;     ///< predicted, of the finished programs
  double intensity = 0;   ///< MACs per byte
  double compute = 0;     ///< GMAC/s at these cycles
  double memory = 0;      ///< GMAC/s that the stream feeds
  double attainable = 0;  ///< the lower of both
};

/// Why no program of the layer fits the machine, with the most inputs of a map that do; empty if it
/// fits.
std::string NveFitProblem(const Layer& layer, const arch::Machine& machine);
/// The same, before a layer is made that may be too large.
std::string NveFitProblem(const LayerShape& shape, const arch::Machine& machine);

/// The fastest programs of a layer that fits.
NveLayerPlan PlanOnNve(const Layer& layer, const arch::Machine& machine);

/// A layer shape as the compiler takes it: every map of a group reads all inputs of the group,
/// padding belongs to the input.
Layer CompilerLayer(const LayerShape& shape);

/// The shapes of a compiler's network. Maps that read a part of the inputs count as one group.
NetworkShape ShapesOf(const Network& network);

}  // namespace nve::planner
