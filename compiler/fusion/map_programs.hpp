// SPDX-License-Identifier: Apache-2.0
// Every set of a layer's maps that fits one program, by what the program moves above its maps'
// shares: its *excess*. What a grouping moves above the sum of all shares is the sum of the excess
// of its programs.
//
// Maps that read the same inputs are *twins*. They can change places, so a search may give them
// programs in their order: with each map the twins before it. Maps are numbered so that twins stand
// one behind the other.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/fusion/grouping.hpp"
#include "compiler/fusion/shares.hpp"

namespace nve {

/// Excess of what is no program.
inline constexpr int64_t kNoProgram = std::numeric_limits<int64_t>::max();

class MapPrograms {
 public:
  /// Of a problem of at most 20 maps, without the groups it calls too large.
  explicit MapPrograms(const GroupingProblem& problem);

  MapSet All() const { return all_; }
  int64_t SumOfShares() const { return sum_of_shares_; }
  int64_t ExcessOf(MapSet set) const { return excess_[set]; }
  Group GroupOf(MapSet set) const;
  /// Takes a group that fits no program after all out.
  void Exclude(const Group& group);

  /// Visits the programs that the first map after `done` may have next, each with its excess, of
  /// at most `most`, and the set: those of the list, or all sets of the maps that are left,
  /// whichever are fewer. At most `looks` of the list, those of least excess. Returns how many
  /// were looked at.
  template <typename Visit>
  int64_t ForEach(MapSet done, int64_t most, int64_t looks, const Visit& visit) const {
    const MapSet left = all_ ^ done;
    const MapSet first = left & (~left + 1);
    const MapSet others = left ^ first;
    const std::vector<Program>& list = programs_[static_cast<size_t>(std::countr_zero(first))];
    const auto end = std::upper_bound(
        list.begin(), list.end(), most,
        [](int64_t excess, const Program& program) { return excess < program.excess; });
    const int64_t listed = std::min<int64_t>(end - list.begin(), looks);
    const int64_t sets = int64_t{1} << std::popcount(others);
    if (sets >= listed) {
      for (auto program = list.begin(); program != list.begin() + listed; ++program) {
        const bool is_free = (done & program->set) == 0;
        if (is_free && HasFirstTwins(done | program->set)) visit(program->excess, program->set);
      }
      return listed;
    }
    for (MapSet set = others;; set = (set - 1) & others) {
      const int64_t excess = excess_[set | first];
      if (excess <= most && HasFirstTwins(done | set | first)) visit(excess, set | first);
      if (set == 0) return sets;
    }
  }

 private:
  struct Program {
    int64_t excess = 0;
    MapSet set = 0;
  };

  std::vector<PricedSet> PricedSets(const GroupingProblem& problem) const;
  std::vector<MapSet> Classes() const;
  MapSet SetOf(const Group& group) const;
  bool HasFirstTwins(MapSet set) const { return ((set & twins_) >> 1 & ~set) == 0; }

  std::vector<int> order_;  // maps by their place in a set
  MapSet all_;
  MapSet twins_ = 0;  // that read what the map before reads
  int64_t sum_of_shares_ = 0;
  std::vector<std::vector<Program>> programs_;  // by their first map, by excess
  std::vector<int64_t> excess_;                 // of every set
};

}  // namespace nve
