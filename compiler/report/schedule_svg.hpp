// SPDX-License-Identifier: Apache-2.0
// A program's schedule as a drawing, like thesis figure 26: cycles downwards, six slots across.
#pragma once

#include <string>

#include "compiler/schedule/schedule.hpp"
#include "program/binary.hpp"

namespace nve {

/// The repeated part as an SVG file: every operation with its stage, memory operations with the
/// address fields of the program's code (offset+update@mode). The ground of a cell shows the stage,
/// the stripe at its left the output map.
std::string ScheduleSvg(const Program& program, const Schedule& schedule);

}  // namespace nve
