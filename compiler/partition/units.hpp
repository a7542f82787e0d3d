// SPDX-License-Identifier: Apache-2.0
// Units of work of a layer: a program over a range of strips, on a core.
//
// Programs go to groups of cores longest first, each to the group with the least work so far.
// Strips go to the cores of a group in ranges that follow each other and differ by one strip at
// most. Core G * ranges + R computes range R of group G.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/partition/partition.hpp"

namespace nve {

/// Strips that follow each other.
struct StripRange {
  int first = 0;
  int count = 0;
  bool operator==(const StripRange&) const = default;
};

/// A program over a range of strips, on a core.
struct Unit {
  int program = 0;  ///< its number in the binary
  int core = 0;
  StripRange strips;
  bool operator==(const Unit&) const = default;
};

/// What a program takes on a core, in cycles.
struct ProgramWork {
  int64_t once = 0;       ///< however many strips it computes
  int64_t per_strip = 0;  ///< more for every strip
};

/// All work of a layer.
struct LayerWork {
  int first_program = 0;  ///< the layer's programs follow each other in the binary
  std::vector<ProgramWork> programs;
  int strips = 0;
};

/// `count` strips in so many ranges, the longer ones first. Ranges beyond the strips are empty.
std::vector<StripRange> StripRanges(int count, int ranges);

/// The group of every program. The last groups are empty if there are more than programs.
std::vector<int> ProgramGroups(const LayerWork& work, const Partition& partition);

/// The units of a layer, none of them empty, by the cycle in which its core gets to it, then by
/// core. A core takes its programs in their order in the binary.
std::vector<Unit> UnitsOf(const LayerWork& work, const Partition& partition);

/// Whether every core of the partition has a unit.
bool IsFilled(const LayerWork& work, const Partition& partition);

/// Cycles of the core that has the most, and how many cores have work.
struct CoreLoad {
  int64_t busiest = 0;
  int working = 0;
};
CoreLoad LoadOf(const LayerWork& work, const std::vector<Unit>& units);

}  // namespace nve
