// SPDX-License-Identifier: Apache-2.0
// What is drawn of a program before its first operation: size, repeated part and settings.
#pragma once

#include "program/binary.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// Instructions [begin, end) of a program.
struct ProgramPart {
  int begin = 0;
  int end = 0;
  bool repeated = false;
  int Length() const { return end - begin; }
};

struct ProgramShape {
  int size = 1;
  Settings settings;  ///< but for the AGU modes
  bool half_vectors = false;
  bool sends = false;  ///< output words are wanted
  ProgramPart initial;
  ProgramPart repeat;
  ProgramPart final;
};

/// A part that is no shorter has room for a `wr`, its `rd`, `set rw` and `set rb`.
inline constexpr int kRoomForSums =
    arch::kLatencyWrToRd + arch::kLatencyRdToSet + arch::kLatencySetToMac + 1;

ProgramShape DrawShape(Draw& draw);

}  // namespace nve
