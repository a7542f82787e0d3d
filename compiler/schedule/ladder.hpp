// SPDX-License-Identifier: Apache-2.0
// The schedulers of the sources: the thesis's plain algorithm, coefficient packing and modulo
// scheduling, and the SCOPES 2015 variant. Every output map is scheduled alone by Algorithm 1 and
// maps are then put one behind the other (thesis chapters 4 and 5).
#pragma once

#include <array>

#include "compiler/schedule/schedule.hpp"

namespace nve {

/// Which text of Algorithm 1.
enum class Algorithm1 {
  kThesis,  ///< thesis 4.3, with revised vertices queued again until every distance holds
  kScopes,  ///< SCOPES 2015: revising a vertex also un-visits its queued parents
};

/// Cycles of the graph's vertices, the bottom vertex at 0 and all others at or before it: a
/// bottom-up breadth-first search with back-off.
std::vector<int> BottomUpCycles(const TaskGraph& graph, Algorithm1 variant = Algorithm1::kThesis);

/// The coefficient layout of thesis 5.1: words are shortened one by one, in order, until no load of
/// rw would meet a load of ri. The plain layout if that search finds none.
CoefficientLayout PackedLayout(const ProgramShape& shape, int output);

struct LadderOptions {
  bool packing = false;  ///< thesis 5.1
  bool modulo = false;   ///< thesis 5.2: fold to the least initiation interval
  Algorithm1 variant = Algorithm1::kThesis;
};

/// The schedule of a program. Without modulo scheduling an iteration begins when the one before has
/// executed its last operation.
Schedule ScheduleLadder(const ProgramShape& shape, const LadderOptions& options);

/// What a map adds to the interval of any program it is in: between neighbours, and from the last
/// map back to the first, the operations of a map on VMAC, WREG and IREG must not begin before the
/// map before is done with the registers. One term for each such pair; the interval of a program is
/// at least the largest of the terms' sums over its maps.
inline constexpr size_t kChainTerms = 5;
using ChainTerms = std::array<int, kChainTerms>;
ChainTerms ChainTermsOf(const ProgramShape& one_map, const LadderOptions& options);

/// The plain schedule of one output map (thesis 4.3).
inline Schedule SchedulePlain(const ProgramShape& shape) { return ScheduleLadder(shape, {}); }

}  // namespace nve
