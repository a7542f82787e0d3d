// SPDX-License-Identifier: Apache-2.0
// Steps of compiled networks cut apart, dealt out to cores and put into another order, at random.
#pragma once

#include <cstdint>
#include <utility>

#include "program/binary.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// The first `rounds` rounds of a step's outermost loops, which are strips or pictures, and the
/// others, as steps of their own. The compiler's steps have as many rounds of input as of output.
std::pair<RunStep, RunStep> SplitRounds(const RunStep& step, int64_t rounds);

/// Rounds of a step's outermost loops.
int64_t RoundsOf(const RunStep& step);

/// The binary with steps split now and then, cores 0 to `cores` - 1 dealt out, every step's feed
/// drawn, and half of the time an order that its steps allow.
Binary RandomPlan(const Binary& binary, int cores, bool mover, Draw& draw);

}  // namespace nve
