// A VLIW schedule of one output map: operations with cycles, before addresses. The plain algorithm
// of thesis 4.3 makes it; later passes (packing, modulo scheduling, fusion) turn one into another.
//
// Terms: a *pass* executes the repeated part once. The sums of one pass are handed over by the
// `set rb` of the next, so the activations of iteration i stand in pass i + extra.
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/task_graph.hpp"

namespace nve {

/// An operation and its cycle in the repeated part, counted from 0.
struct Placed {
  Operation operation;
  int cycle = 0;
};

struct Schedule {
  Window window;
  int inputs = 1;
  int length = 0;                  ///< cycles of the repeated part: the initiation interval
  int extra = 1;                   ///< passes the activations lie behind the stream writes
  std::vector<Placed> operations;  ///< the repeated part, by cycle, then slot
  std::vector<Operation> initial;  ///< writes of the initial part, one per instruction
  std::vector<CoefficientWordLabels> coefficient_words;

  /// Instructions of the program: initial part and repeated part.
  int InitialInstructions() const { return static_cast<int>(initial.size()); }
  int Instructions() const { return InitialInstructions() + length; }
};

/// Cycles of the graph's vertices, the bottom vertex at 0 and all others at or before it: Algorithm
/// 1 of the thesis, a bottom-up breadth-first search with back-off.
std::vector<int> BottomUpCycles(const TaskGraph& graph);

/// The plain schedule of an output map (thesis 4.3): Algorithm 1, activations as soon as possible,
/// stream writes as late as possible in free cycles of port A; everything shifted so that the first
/// cycle is 0.
Schedule SchedulePlain(const TaskGraph& graph);

/// Lower bounds on the cycles of the repeated part of any schedule: every operation needs a cycle
/// of its slot.
struct ResourceBound {
  int vmac = 0;
  int wreg = 0;
  int ireg = 0;
  int mema = 0;  ///< reads for image sets, coefficient words, words written
  int memb = 0;  ///< reads for sets and set-shifts
  int Max() const;
};

/// The bound of an output map with `inputs` input maps, coefficients four to a word.
ResourceBound BoundOf(const Window& window, int inputs);

/// The repeated part as the thesis prints it (figures 17, 24, 26): a line per cycle, numbered from
/// 1, six slots across.
std::string ToText(const Schedule& schedule);

}  // namespace nve
