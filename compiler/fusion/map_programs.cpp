// SPDX-License-Identifier: Apache-2.0
// Costs of all programs come from two sums over subsets: kernels, and inputs that no map of the set
// reads.
#include "compiler/fusion/map_programs.hpp"

#include <iterator>
#include <map>
#include <numeric>

#include "compiler/fusion/input_set.hpp"

namespace nve {
namespace {

// The maps in their order, but twins one behind the other.
std::vector<int> TwinsTogether(const GroupingProblem& problem) {
  std::map<std::vector<int>, int> first;
  for (size_t map = 0; map < problem.inputs.size(); ++map) {
    first.try_emplace(problem.inputs[map], static_cast<int>(map));
  }
  std::vector<int> maps(problem.inputs.size());
  std::iota(maps.begin(), maps.end(), 0);
  const auto first_twin = [&](int map) {
    return first.at(problem.inputs[static_cast<size_t>(map)]);
  };
  std::stable_sort(maps.begin(), maps.end(),
                   [&](int a, int b) { return first_twin(a) < first_twin(b); });
  return maps;
}

}  // namespace

MapPrograms::MapPrograms(const GroupingProblem& problem)
    : order_(TwinsTogether(problem)), all_((MapSet{1} << order_.size()) - 1) {
  for (size_t place = 1; place < order_.size(); ++place) {
    const auto inputs = [&](size_t at) { return problem.inputs[static_cast<size_t>(order_[at])]; };
    if (inputs(place) == inputs(place - 1)) twins_ |= MapSet{1} << place;
  }
  const std::vector<PricedSet> sets = PricedSets(problem);
  std::vector<PricedSet> first_twins;
  std::copy_if(sets.begin(), sets.end(), std::back_inserter(first_twins),
               [this](const PricedSet& priced) { return HasFirstTwins(priced.set); });
  const std::vector<int64_t> shares = LargestShares(Classes(), first_twins);
  sum_of_shares_ = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  const SetSums<int64_t> sums(shares);
  programs_.resize(order_.size());
  excess_.assign(size_t{all_} + 1, kNoProgram);
  for (const PricedSet& priced : sets) {
    const int64_t excess = priced.words * kShareUnit - sums.Of(priced.set);
    excess_[priced.set] = excess;
    programs_[static_cast<size_t>(std::countr_zero(priced.set))].push_back({excess, priced.set});
  }
  for (std::vector<Program>& programs : programs_) {
    std::sort(programs.begin(), programs.end(), [](const Program& a, const Program& b) {
      return std::pair(a.excess, a.set) < std::pair(b.excess, b.set);
    });
  }
  for (const Group& group : problem.too_large) Exclude(group);
}

Group MapPrograms::GroupOf(MapSet set) const {
  Group group;
  for (; set != 0; set &= set - 1) {
    group.push_back(order_[static_cast<size_t>(std::countr_zero(set))]);
  }
  std::sort(group.begin(), group.end());
  return group;
}

MapSet MapPrograms::SetOf(const Group& group) const {
  MapSet set = 0;
  for (size_t place = 0; place < order_.size(); ++place) {
    if (std::find(group.begin(), group.end(), order_[place]) != group.end()) {
      set |= MapSet{1} << place;
    }
  }
  return set;
}

void MapPrograms::Exclude(const Group& group) {
  const MapSet set = SetOf(group);
  excess_[set] = kNoProgram;
  std::erase_if(programs_[static_cast<size_t>(std::countr_zero(set))],
                [set](const Program& program) { return program.set == set; });
}

// Every set of maps that fits, with the stream words of its program.
std::vector<PricedSet> MapPrograms::PricedSets(const GroupingProblem& problem) const {
  const size_t sets = size_t{all_} + 1;
  // Inputs by the set of maps that read them, then summed over the subsets.
  std::vector<int> readers(sets, 0);
  std::vector<MapSet> readers_of_input(static_cast<size_t>(InputCount(problem)), 0);
  std::vector<int> kernels_of_map;
  for (size_t place = 0; place < order_.size(); ++place) {
    const std::vector<int>& inputs = problem.inputs[static_cast<size_t>(order_[place])];
    kernels_of_map.push_back(static_cast<int>(inputs.size()));
    for (const int input : inputs) {
      readers_of_input[static_cast<size_t>(input)] |= MapSet{1} << place;
    }
  }
  int inputs = 0;
  for (const MapSet set : readers_of_input) {
    if (set == 0) continue;
    ++readers[set];
    ++inputs;
  }
  for (size_t place = 0; place < order_.size(); ++place) {
    for (MapSet set = 0; set <= all_; ++set) {
      if ((set >> place & 1) != 0) readers[set] += readers[set ^ MapSet{1} << place];
    }
  }
  std::vector<int> kernels(sets, 0);
  std::vector<PricedSet> priced;
  for (MapSet set = 1; set <= all_; ++set) {
    kernels[set] =
        kernels[set & (set - 1)] + kernels_of_map[static_cast<size_t>(std::countr_zero(set))];
    const ProgramCounts counts = {kernels[set], std::popcount(set), inputs - readers[all_ ^ set]};
    if (!problem.cost.Fits(counts)) continue;
    priced.push_back({set, problem.cost.NeedsOf(counts).stream_words});
  }
  return priced;
}

// The maps that are twins of each other, together.
std::vector<MapSet> MapPrograms::Classes() const {
  std::vector<MapSet> classes;
  for (size_t place = 0; place < order_.size(); ++place) {
    if ((twins_ >> place & 1) == 0) classes.push_back(0);
    classes.back() |= MapSet{1} << place;
  }
  return classes;
}

}  // namespace nve
