// SPDX-License-Identifier: Apache-2.0
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
  const auto inputs_of = [&](int map) -> const std::vector<int>& {
    return problem.inputs[static_cast<size_t>(map)];
  };
  const auto size_of = [&](int map) { return static_cast<int>(inputs_of(map).size()); };
  std::vector<int> left(problem.inputs.size());
  std::iota(left.begin(), left.end(), 0);
  // The size of a map's own program grows with its inputs.
  const auto take_largest = [&] {
    const auto largest = std::max_element(left.begin(), left.end(),
                                          [&](int a, int b) { return size_of(a) < size_of(b); });
    const int map = *largest;
    left.erase(largest);
    return map;
  };
  std::vector<Group> groups = {{take_largest()}};
  const InputSet none(InputCount(problem));
  InputSet inputs = none;
  inputs.Include(inputs_of(groups.back().front()));
  while (!left.empty()) {
    // Smallest difference, then largest intersection.
    const auto rank = [&](int map) {
      const int common = size_of(map) - inputs.NewIn(inputs_of(map));
      return std::pair(inputs.size() + size_of(map) - 2 * common, -common);
    };
    const auto candidate =
        std::min_element(left.begin(), left.end(), [&](int a, int b) { return rank(a) < rank(b); });
    Group larger = groups.back();
    larger.push_back(*candidate);
    if (fits(larger)) {
      groups.back() = std::move(larger);
      inputs.Include(inputs_of(*candidate));
      left.erase(candidate);
    } else {
      groups.push_back({take_largest()});
      inputs = none;
      inputs.Include(inputs_of(groups.back().front()));
    }
  }
  return groups;
}

}  // namespace nve
