// SPDX-License-Identifier: Apache-2.0
// Our own schedule of a program, with its certificate.
#pragma once

#include "compiler/schedule/bound.hpp"
#include "compiler/schedule/schedule.hpp"
#include "compiler/schedule/sequence.hpp"

namespace nve {

/// What is known of a schedule's initiation interval.
struct Certificate {
  ResourceBound bound;
  /// Least cycles of the register path and its words on port A, for this order of macs; 0: not
  /// known.
  int register_bound = 0;
  int LowerBound() const { return std::max(bound.Max(), register_bound); }
};

struct CertifiedSchedule {
  Schedule schedule;
  Certificate certificate;
  bool IsOptimal() const { return schedule.length == certificate.LowerBound(); }
};

/// The whole program scheduled as one: exact register path, reads just in time, kernel-only. The
/// initiation interval is the larger of the path's cycles and what port A needs, the least there is
/// with that packing; a bound for every packing only if words are packed across maps.
CertifiedSchedule ScheduleOptimal(const ProgramShape& shape, Packing packing = Packing::kAcross);

/// The initiation interval and the coefficient words of that schedule, without building it.
struct OptimalSize {
  int ii = 0;
  int coefficient_words = 0;
};
OptimalSize SizeOfOptimal(const ProgramShape& shape);

}  // namespace nve
