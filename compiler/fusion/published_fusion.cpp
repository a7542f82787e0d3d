// The fusion procedures of the sources.
#include <algorithm>
#include <numeric>

#include "compiler/fusion/input_set.hpp"

namespace nve {

std::vector<Group> BundleInOrder(const GroupingProblem& problem, const SizeOfGroup& fits) {
  std::vector<Group> groups = {{0}};
  for (int map = 1; map < static_cast<int>(problem.inputs.size()); ++map) {
    Group larger = groups.back();
    larger.push_back(map);
    if (fits(larger)) {
      groups.back() = std::move(larger);
    } else {
      groups.push_back({map});
    }
  }
  return groups;
}

std::vector<Group> FuseGreedily(const GroupingProblem& problem, const SizeOfGroup& fits) {
  const std::vector<InputSet> sets = InputSetsOf(problem);
  const auto set = [&](int map) -> const InputSet& { return sets[static_cast<size_t>(map)]; };
  std::vector<int> left(sets.size());
  std::iota(left.begin(), left.end(), 0);
  // The size of a map's own program grows with its inputs.
  const auto take_largest = [&] {
    const auto largest = std::max_element(
        left.begin(), left.end(), [&](int a, int b) { return SizeOf(set(a)) < SizeOf(set(b)); });
    const int map = *largest;
    left.erase(largest);
    return map;
  };
  std::vector<Group> groups = {{take_largest()}};
  InputSet inputs = set(groups.back().front());
  while (!left.empty()) {
    // Smallest difference, then largest intersection.
    const auto rank = [&](int map) {
      const int common = SizeOf(set(map)) - NewIn(inputs, set(map));
      return std::pair(SizeOf(inputs) + SizeOf(set(map)) - 2 * common, -common);
    };
    const auto candidate =
        std::min_element(left.begin(), left.end(), [&](int a, int b) { return rank(a) < rank(b); });
    Group larger = groups.back();
    larger.push_back(*candidate);
    if (fits(larger)) {
      groups.back() = std::move(larger);
      Include(inputs, set(*candidate));
      left.erase(candidate);
    } else {
      groups.push_back({take_largest()});
      inputs = set(groups.back().front());
    }
  }
  return groups;
}

}  // namespace nve
