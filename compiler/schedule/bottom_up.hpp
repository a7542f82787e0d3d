// Algorithm 1 of the thesis (4.3): reads, register and VMAC operations, from the bottom upwards.
#pragma once

#include <limits>
#include <vector>

#include "compiler/graph/task_graph.hpp"

namespace nve {

// The cycle of an operation that Algorithm 1 leaves out (writes, activations).
inline constexpr int kNotPlaced = std::numeric_limits<int>::min();

// For every operation its cycle, the bottom one at 0 and all others at or before it. All
// dependences between placed operations hold and no two `set` take port A's output in the same
// cycle.
std::vector<int> ScheduleBottomUp(const TaskGraph& graph);

}  // namespace nve
