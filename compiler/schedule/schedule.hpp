// Terms and types of scheduling.
//
//   cycle      position in the repeated part, from 0; the printed table counts from 1
//   length     cycles of the repeated part: the distance of successive iterations, also called II
//   pass       one execution of the repeated part
//   extra      passes beyond one per iteration that a run needs until its last output has left
//
// A schedule gives every operation of a task graph a cycle. It knows names of words, not addresses.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compiler/graph/task_graph.hpp"

namespace nve {

struct Schedule {
  std::vector<int> cycles;  // for every operation of the graph, its cycle, 0 to length - 1
  int length = 0;
};

// For every cycle and slot, the number of the operation that stands there, or -1.
using SlotTable = std::vector<std::array<int, kSlots>>;
SlotTable MakeSlotTable(const TaskGraph& graph, const Schedule& schedule);

// A complete program, but for addresses: what follows from one or more task graphs.
struct ProgramSchedule {
  TaskGraph graph;
  // Words the initial part writes, one per cycle, in stream order.
  std::vector<BufferWord> initial;
  // Empty cycles between initial and repeated part.
  int gap = 0;
  Schedule repeated;
  int extra = 0;

  // Instructions before the repeated part.
  int Prologue() const { return static_cast<int>(initial.size()) + gap; }
  // Instructions in all.
  int CodeWords() const { return Prologue() + repeated.length; }
};

}  // namespace nve
