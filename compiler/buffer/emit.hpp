// SPDX-License-Identifier: Apache-2.0
// From an allocated schedule to a program: instruction words, coefficient words and settings.
#pragma once

#include "compiler/buffer/allocation.hpp"
#include "compiler/buffer/ramps.hpp"
#include "convnet/weights.hpp"
#include "program/binary.hpp"

namespace nve {

/// Instruction words: initial part (writes, prologue), repeated part, final part (epilogue).
std::vector<uint64_t> EmitCode(const Schedule& schedule, const Allocation& allocation,
                               const Ramps& ramps = {});

/// Coefficient words in stream order: the values of the schedule's labels; `outputs` are the
/// program's output maps as positions in the layer's list.
std::vector<uint64_t> EmitCoefficients(const Schedule& schedule, const LayerWeights& weights,
                                       const std::vector<int>& outputs);

/// Settings of the program except those of a run step (RUNS, PACKET_WORDS).
Settings EmitSettings(const Schedule& schedule, const Allocation& allocation, const Layer& layer,
                      const LayerWeights& weights, const Ramps& ramps = {});

}  // namespace nve
