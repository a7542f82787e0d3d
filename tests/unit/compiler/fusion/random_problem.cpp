// SPDX-License-Identifier: Apache-2.0
// Capacities are drawn between what the largest map and what all maps together need.
#include "tests/unit/compiler/fusion/random_problem.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace nve::testing {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// Maps i of a set whose bit i is set.
Group GroupOf(unsigned set) {
  Group group;
  for (int map = 0; set >> map != 0; ++map) {
    if ((set >> map & 1) != 0) group.push_back(map);
  }
  return group;
}

class Partitions {
 public:
  explicit Partitions(const RandomProblem& random) : maps_(random.Maps()) {
    price_.assign(size_t{1} << maps_, kNever);
    for (unsigned set = 1; set < price_.size(); ++set) {
      const Group group = GroupOf(set);
      if (Fits(random, group)) price_[set] = NeedsOfShape(random, group).stream_words;
    }
  }

  int64_t Fewest() {
    Assign(0);
    return fewest_;
  }

 private:
  // Every map joins a group of the maps before it or begins one.
  void Assign(int map) {
    if (map == maps_) {
      int64_t words = 0;
      for (const unsigned group : groups_) {
        if (price_[group] == kNever) return;
        words += price_[group];
      }
      fewest_ = std::min(fewest_, words);
      return;
    }
    for (size_t at = 0; at < groups_.size(); ++at) {
      groups_[at] ^= 1u << map;
      Assign(map + 1);
      groups_[at] ^= 1u << map;
    }
    groups_.push_back(1u << map);
    Assign(map + 1);
    groups_.pop_back();
  }

  int maps_;
  std::vector<int64_t> price_;
  std::vector<unsigned> groups_;
  int64_t fewest_ = kNever;
};

}  // namespace

RandomProblem MakeProblem(const Window& window, std::vector<std::vector<int>> inputs,
                          int64_t out_width, int instruction_words, int local_words, int max_maps) {
  return {{window, std::move(inputs),
           GroupCost(window, out_width, instruction_words, local_words, max_maps)},
          out_width,
          instruction_words,
          local_words,
          max_maps};
}

RandomProblem MakeRandomProblem(std::mt19937& random, int maps) {
  const std::array<Window, 6> windows = {{{1, 1, 1, 1},
                                          Window{1, 1, 1, 1}.Half(),
                                          {3, 3, 1, 1},
                                          {4, 4, 2, 2},
                                          {5, 2, 1, 1},
                                          {1, 3, 2, 1}}};
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const Window window = windows[random() % windows.size()];
  const int inputs = between(1, 7);
  const auto density = static_cast<unsigned>(between(20, 90));
  std::vector<std::vector<int>> sets;
  for (int map = 0; map < maps; ++map) {
    std::vector<int>& set = sets.emplace_back();
    for (int input = 0; input < inputs; ++input) {
      if (random() % 100 < density) set.push_back(input);
    }
    if (set.empty()) set.push_back(between(0, inputs - 1));
    std::shuffle(set.begin(), set.end(), random);
  }
  const RandomProblem endless =
      MakeProblem(window, sets, between(1, 400), std::numeric_limits<int>::max(),
                  std::numeric_limits<int>::max(), 0);
  GroupNeeds largest;
  for (int map = 0; map < maps; ++map) {
    const GroupNeeds needs = NeedsOfShape(endless, {map});
    largest.instructions = std::max(largest.instructions, needs.instructions);
    largest.local_words = std::max(largest.local_words, needs.local_words);
  }
  Group all(static_cast<size_t>(maps));
  std::iota(all.begin(), all.end(), 0);
  const GroupNeeds together = NeedsOfShape(endless, all);
  return MakeProblem(
      window, sets, endless.out_width, between(largest.instructions, together.instructions),
      random() % 2 == 0 ? endless.local_words : between(largest.local_words, together.local_words),
      random() % 3 == 0 ? between(1, maps) : 0);
}

GroupNeeds NeedsOfShape(const RandomProblem& random, const Group& group) {
  const ProgramShape shape = ShapeOf(random.problem, group);
  const Window& window = shape.window;
  const int words = window.WordsPerColumn();
  const int coefficients = (shape.VmacOperations() + arch::kRwEntries - 1) / arch::kRwEntries;
  const int64_t columns = (random.out_width - 1) * window.stride_x + window.SpanColumns();
  return {coefficients + shape.inputs * window.InitialColumns() * words + BoundOf(shape).Max(),
          coefficients + shape.inputs * window.BufferColumns(1) * words,
          coefficients + shape.inputs * columns * words};
}

bool Fits(const RandomProblem& random, const Group& group) {
  if (random.max_maps > 0 && static_cast<int>(group.size()) > random.max_maps) return false;
  const GroupNeeds needs = NeedsOfShape(random, group);
  return needs.instructions <= random.instruction_words && needs.local_words <= random.local_words;
}

int64_t WordsOf(const RandomProblem& random, const std::vector<Group>& groups) {
  int64_t words = 0;
  for (const Group& group : groups) words += NeedsOfShape(random, group).stream_words;
  return words;
}

int64_t FewestWordsOfAllPartitions(const RandomProblem& random) {
  return Partitions(random).Fewest();
}

}  // namespace nve::testing
