// SPDX-License-Identifier: Apache-2.0
// A schedule as a program of a small network, so that it can be verified and executed.
#pragma once

#include "compiler/schedule/schedule.hpp"
#include "convnet/weights.hpp"
#include "program/binary.hpp"

namespace nve::testing {

struct RunnableProgram {
  Network network;  ///< one layer, whose output maps are the schedule's
  Weights weights;
  Binary binary;  ///< one program, and the step that runs it
  ProgramIntent intent;

  std::vector<std::string> Verify() const;
  /// Whether the golden model ends, with what the functional reference computes of a random
  /// picture.
  bool IsRight() const;
};

/// `out_width` iterations over two strips. `seed`: of weights and picture. `explicit_prologue`:
/// with prologue and epilogue as code.
RunnableProgram MakeRunnable(const Schedule& schedule, int out_width, unsigned seed,
                             bool explicit_prologue = false);

}  // namespace nve::testing
