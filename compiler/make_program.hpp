// SPDX-License-Identifier: Apache-2.0
// From a scheduled program to the program of the binary, and what it is asked to compute.
#pragma once

#include "compiler/compile_layer.hpp"
#include "compiler/verify/verifier.hpp"
#include "convnet/weights.hpp"
#include "program/binary.hpp"

namespace nve {

/// Program `number` of a layer, counted from 0.
Program MakeProgram(const Layer& layer, int number, const LayerWeights& weights,
                    const ScheduledProgram& scheduled);

/// What the verifier must find in a program made of that schedule.
ProgramIntent MakeIntent(const Layer& layer, const Schedule& schedule, const Program& program);

}  // namespace nve
