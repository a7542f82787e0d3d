// Which output maps of a layer share a program, and what that costs.
//
// A *load* is an input map that a program streams in; maps in one program share loads. The stream
// words of a 16-row strip are coefficients + loads x columns x words per column, so the fewer loads
// the better, under the capacity of the instruction buffer and of the local buffer.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/schedule/bound.hpp"

namespace nve {

/// Output maps of one program, as positions in the layer, ascending.
using Group = std::vector<int>;

struct Grouping {
  std::vector<Group> groups;
  int64_t words = 0;        ///< stream words in, per strip
  int64_t lower_bound = 0;  ///< no grouping moves fewer
  bool IsExact() const { return words == lower_bound; }
};

/// A layer to be cut into programs.
struct GroupingProblem {
  Window window;
  int64_t out_width = 1;
  std::vector<std::vector<int>> inputs;  ///< of every output map: input map numbers
  int instruction_words = 0;             ///< capacity
  int local_words = 0;                   ///< capacity
  int max_maps = 0;                      ///< at most so many maps in a program; 0 = no limit
};

/// The program of a group: its inputs in the order of first use.
ProgramShape ShapeOf(const GroupingProblem& problem, const Group& group,
                     std::vector<int>* input_maps = nullptr);

/// Sizes of a program whose schedule is at its resource bound.
struct GroupNeeds {
  int instructions = 0;
  int local_words = 0;
  int64_t stream_words = 0;
};
GroupNeeds NeedsOf(const GroupingProblem& problem, const ProgramCounts& counts);
bool Fits(const GroupingProblem& problem, const ProgramCounts& counts);

/// Fewest stream words. Exact (a search over all partitions, pruned) up to about 20 maps or wherever
/// few maps fit together; beyond, greedy merging improved by moves, with a proved lower bound. Every
/// map must fit alone.
Grouping GroupForFewestWords(const GroupingProblem& problem);

/// Greedy merging and moves only: time grows with the square of the maps.
Grouping GroupByHeuristic(const GroupingProblem& problem);

/// Instructions of the program of a group, as the scheduler in use makes it.
using SizeOfGroup = std::function<bool(const Group&)>;

/// Algorithm 2 of SCOPES 2015: maps in order; a new program begins when the next does not fit.
std::vector<Group> BundleInOrder(const GroupingProblem& problem, const SizeOfGroup& fits);

/// Algorithm 2 of the thesis (5.3): the largest map first, then always the map with the fewest
/// different inputs, among these the one with the most common inputs.
std::vector<Group> FuseGreedily(const GroupingProblem& problem, const SizeOfGroup& fits);

}  // namespace nve
