// SPDX-License-Identifier: Apache-2.0
// Which output maps of a layer share a program, and what that costs.
//
// A *load* is an input map that a program streams in; maps in one program share loads. The stream
// words of a 16-row strip are coefficients + loads x columns x words per column, so the fewer loads
// the better, under the capacity of the instruction buffer and of the local buffer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "compiler/schedule/bound.hpp"

namespace nve {

/// Output maps of one program, as positions in the layer: ascending, or, of FuseGreedily, in the
/// order in which they were merged.
using Group = std::vector<int>;

struct Grouping {
  std::vector<Group> groups;
  int64_t words = 0;        ///< stream words in, per strip
  int64_t lower_bound = 0;  ///< no grouping moves fewer
  bool IsExact() const { return words == lower_bound; }
};

/// Sizes of a program whose schedule is at its resource bound.
struct GroupNeeds {
  int instructions = 0;
  int local_words = 0;
  int64_t stream_words = 0;
};

/// What programs of one window cost and what a machine has; everything is linear in the counts.
class GroupCost {
 public:
  GroupCost() = default;
  GroupCost(const Window& window, int64_t out_width, int instruction_words, int local_words,
            int max_maps);
  GroupNeeds NeedsOf(const ProgramCounts& counts) const;
  bool Fits(const ProgramCounts& counts) const;
  bool Holds(const GroupNeeds& needs) const {
    return needs.instructions <= instruction_words_ && needs.local_words <= local_words_;
  }
  /// Programs need so many instructions more.
  void RaiseInstructions(double per_kernel) { more_per_kernel_ += std::max(per_kernel, 0.0); }
  /// Leaves the machine an instruction less.
  void TakeInstruction() { --instruction_words_; }

 private:
  // Per kernel: operations of the slots; per input: words.
  int taps_ = 0;
  int ireg_ = 0;
  int port_a_ = 0;
  int port_b_ = 0;
  int new_words_ = 0;
  int initial_words_ = 0;
  int area_words_ = 0;
  int64_t loaded_words_ = 0;
  double more_per_kernel_ = 0;  // instructions
  int instruction_words_ = 0;
  int local_words_ = 0;
  int max_maps_ = 0;  // 0 = no limit
};

/// A layer to be cut into programs.
struct GroupingProblem {
  Window window;
  std::vector<std::vector<int>> inputs;  ///< of every output map: input map numbers
  GroupCost cost;
  std::set<Group> too_large = {};  ///< ascending groups that do not fit although their cost does
};

/// The program of a group: its inputs in the order of first use.
ProgramShape ShapeOf(const GroupingProblem& problem, const Group& group,
                     std::vector<int>* input_maps = nullptr);

/// What the program of a group needs as the scheduler in use makes it; words moved do not matter.
using NeedsOfGroup = std::function<GroupNeeds(const Group&)>;

/// Fewest stream words among groups that fit by their cost and as they are scheduled. Exact up to
/// 20 maps (search over sets of maps, given up if it takes too long) and wherever the lower bound
/// is met; beyond, greedy merging improved by moves, with the lower bound. Every map must fit
/// alone.
Grouping GroupForFewestWords(const GroupingProblem& problem, const NeedsOfGroup& scheduled);

/// The same if every group needs what it costs.
Grouping GroupForFewestWords(const GroupingProblem& problem);

/// Greedy merging and moves only: time grows with the square of the maps.
Grouping GroupByHeuristic(const GroupingProblem& problem);

/// Whether a group fits the machine.
using SizeOfGroup = std::function<bool(const Group&)>;

/// Algorithm 2 of SCOPES 2015: maps in order; a new program begins when the next does not fit.
std::vector<Group> BundleInOrder(const GroupingProblem& problem, const SizeOfGroup& fits);

/// Algorithm 2 of the thesis (5.3): the largest map first, then always the map with the fewest
/// different inputs, among these the one with the most common inputs.
std::vector<Group> FuseGreedily(const GroupingProblem& problem, const SizeOfGroup& fits);

}  // namespace nve
