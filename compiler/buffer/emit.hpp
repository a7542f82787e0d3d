// From an allocated schedule to a program: instruction words, coefficient words and settings.
#pragma once

#include "compiler/buffer/allocation.hpp"
#include "compiler/frontend/weights.hpp"
#include "compiler/program/binary.hpp"

namespace nve {

/// Instruction words: initial part, then repeated part.
std::vector<uint64_t> EmitCode(const Schedule& schedule, const Allocation& allocation);

/// Coefficient words in stream order: the labels' values from output map `output` of the weights.
std::vector<uint64_t> EmitCoefficients(const std::vector<CoefficientWordLabels>& labels,
                                       const LayerWeights& weights, int output, int kernel_width);

/// Settings of the program except those of a run step (RUNS, PACKET_WORDS).
Settings EmitSettings(const Schedule& schedule, const Allocation& allocation, const Layer& layer,
                      const LayerWeights& weights);

}  // namespace nve
