// SPDX-License-Identifier: Apache-2.0
// The grouping of fewest words by search over sets of maps that have a program.
#pragma once

#include <optional>

#include "compiler/fusion/map_programs.hpp"

namespace nve {

class SubsetSearch {
 public:
  /// At most 20 maps.
  explicit SubsetSearch(const GroupingProblem& problem) : programs_(problem) {}

  /// A group that fits no program after all.
  void Exclude(const Group& group) { programs_.Exclude(group); }

  /// The best grouping, `known` if none is better. All calls together take limited time; when it is
  /// up, a good grouping and a lower bound.
  Grouping Run(Grouping known);

 private:
  struct Found {
    std::vector<MapSet> programs;
    int64_t excess = 0;
  };

  bool SearchAll(int64_t most);
  Found Trace() const;
  std::optional<Found> SearchBeam(int64_t most) const;
  std::optional<Found> LastPrograms(MapSet done, int64_t most, int64_t looks) const;

  MapPrograms programs_;
  int64_t excluded_ = -1;  // no grouping has so little excess, and none will with fewer programs
  int64_t looks_ = 0;
  std::vector<int64_t> excess_;  // of the best programs for a set of maps
  std::vector<MapSet> last_;     // the program that completed a set
};

}  // namespace nve
