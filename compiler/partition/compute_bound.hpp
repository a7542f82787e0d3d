// SPDX-License-Identifier: Apache-2.0
// How fast a layer could be on several cores if nothing but the repeated parts of its programs took
// time.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/partition/partition.hpp"

namespace nve {

/// The repeated part of a program.
struct RepeatedPart {
  int64_t passes = 0;  ///< of one strip, those of EXTRA included
  int64_t ii = 0;      ///< cycles of a pass
};

struct ComputeBound {
  Partition partition;  ///< the best one
  int64_t cycles = 0;   ///< of its busiest core: passes x II x strips, over its programs
};

/// Of the best partition, programs divided as UnitsOf does it. Loads, initial parts and streams
/// take no time here, so with these programs and partitions no run takes fewer cycles.
ComputeBound ComputeBoundOf(const std::vector<RepeatedPart>& programs, int strips, int cores);

}  // namespace nve
