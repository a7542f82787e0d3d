// SPDX-License-Identifier: Apache-2.0
// Legal schedules nobody would want: every choice the machine leaves open is drawn at random,
// within what docs/isa.md, section 14, allows. Tests of everything behind the schedulers
// (addresses, code, verifier, models) take them as input that no scheduler of ours would make.
#pragma once

#include <random>

#include "compiler/schedule/schedule.hpp"

namespace nve::testing {

/// Random: the order of inputs and of window columns, the cut of the coefficients into words, idle
/// cycles, when each operation, read, stream write and activation happens, where a pass begins, and
/// how many stages overlap.
Schedule RandomSchedule(const ProgramShape& shape, std::mt19937& random);

}  // namespace nve::testing
