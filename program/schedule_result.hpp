// SPDX-License-Identifier: Apache-2.0
// The programs of a binary in the result of a run.
#pragma once

#include <vector>

#include "program/binary.hpp"
#include "report/result/schedule_result.hpp"

namespace nve {

/// Of every program that a step runs, in the binary's order.
std::vector<ScheduleOfRun> SchedulesOf(const Binary& binary);

}  // namespace nve
