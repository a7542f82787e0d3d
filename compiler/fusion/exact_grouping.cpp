// Exact grouping by dynamic programming over sets of maps that have a program: from each set, the
// first map without one takes any companions it fits with. Costs of all programs come from two sums
// over subsets: kernels, and inputs that no map of the set reads.
//
// Every map must pay at least its smallest share, the least of words / maps over all programs it
// may be in. Sets that cannot beat the best grouping known, with the shares of the maps that are
// left, are not followed. If the search does not end in time, their sum is a lower bound, beside
// the heuristic's.
#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/fusion/input_set.hpp"

namespace nve {
namespace {

constexpr size_t kMaxMaps = 20;
// Some two seconds' work; 18 maps of which five or six fit together finish within it.
constexpr int64_t kMaxSteps = 20'000'000;
constexpr int64_t kShareUnit = 1024;  // shares are fractions of a word, rounded down
constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

using MapSet = uint32_t;

class SubsetSearch {
 public:
  SubsetSearch(const GroupingProblem& problem, Grouping incumbent)
      : maps_(static_cast<int>(problem.inputs.size())),
        all_((MapSet{1} << maps_) - 1),
        best_(std::move(incumbent)) {
    PriceGroups(problem);
    FindShares();
  }

  Grouping Run() {
    words_.assign(size_t{all_} + 1, kNever);
    last_.assign(size_t{all_} + 1, 0);
    words_[0] = 0;
    // A step leads to a larger number, so every set is complete when its turn comes.
    for (MapSet done = 0; done < all_ && steps_ <= kMaxSteps; ++done) {
      if (words_[done] == kNever) continue;
      const MapSet left = all_ ^ done;
      const MapSet first = left & (~left + 1);
      Extend(done, first, left ^ first);
    }
    if (words_[all_] < best_.words) Take();
    best_.lower_bound =
        steps_ <= kMaxSteps ? best_.words : std::max(best_.lower_bound, SharesOf(all_));
    return std::move(best_);
  }

 private:
  // Stream words of the program of every set of maps; kNever if it does not fit.
  void PriceGroups(const GroupingProblem& problem) {
    const size_t sets = size_t{all_} + 1;
    // Inputs by the set of maps that read them, then summed over the subsets.
    std::vector<int> readers(sets, 0);
    std::vector<MapSet> readers_of_input;
    for (int map = 0; map < maps_; ++map) {
      for (const int input : problem.inputs[static_cast<size_t>(map)]) {
        if (static_cast<size_t>(input) >= readers_of_input.size()) {
          readers_of_input.resize(static_cast<size_t>(input) + 1, 0);
        }
        readers_of_input[static_cast<size_t>(input)] |= MapSet{1} << map;
      }
    }
    int inputs = 0;
    for (const MapSet set : readers_of_input) {
      if (set == 0) continue;
      ++readers[set];
      ++inputs;
    }
    for (int map = 0; map < maps_; ++map) {
      for (MapSet set = 0; set <= all_; ++set) {
        if ((set >> map & 1) != 0) readers[set] += readers[set ^ MapSet{1} << map];
      }
    }
    std::vector<int> kernels(sets, 0);
    price_.assign(sets, kNever);
    for (MapSet set = 1; set <= all_; ++set) {
      const int map = std::countr_zero(set);
      kernels[set] = kernels[set & (set - 1)] +
                     static_cast<int>(problem.inputs[static_cast<size_t>(map)].size());
      const ProgramCounts counts = {kernels[set], std::popcount(set), inputs - readers[all_ ^ set]};
      if (problem.cost.Fits(counts)) price_[set] = problem.cost.NeedsOf(counts).stream_words;
    }
  }

  void FindShares() {
    share_.assign(static_cast<size_t>(maps_), kNever);
    for (MapSet set = 1; set <= all_; ++set) {
      if (price_[set] == kNever) continue;
      const int64_t share = price_[set] * kShareUnit / std::popcount(set);
      for (MapSet rest = set; rest != 0; rest &= rest - 1) {
        int64_t& least = share_[static_cast<size_t>(std::countr_zero(rest))];
        least = std::min(least, share);
      }
    }
  }

  // Words that the programs of these maps move at least.
  int64_t SharesOf(MapSet maps) const {
    int64_t sum = 0;
    for (; maps != 0; maps &= maps - 1) sum += share_[static_cast<size_t>(std::countr_zero(maps))];
    return sum / kShareUnit;
  }

  // Tries `group` as the next program after `done`, and every larger one with maps of `others`. A
  // group that does not fit has no larger one that does.
  void Extend(MapSet done, MapSet group, MapSet others) {
    if (price_[group] == kNever || ++steps_ > kMaxSteps) return;
    const MapSet now = done | group;
    const int64_t words = words_[done] + price_[group];
    if (words < words_[now] && words + SharesOf(all_ ^ now) < best_.words) {
      words_[now] = words;
      last_[now] = group;
    }
    while (others != 0) {
      const MapSet next = others & (~others + 1);
      others ^= next;
      Extend(done, group | next, others);
    }
  }

  void Take() {
    best_.words = words_[all_];
    best_.groups.clear();
    for (MapSet set = all_; set != 0; set ^= last_[set]) {
      Group group;
      for (int map = 0; map < maps_; ++map) {
        if ((last_[set] >> map & 1) != 0) group.push_back(map);
      }
      best_.groups.insert(best_.groups.begin(), std::move(group));
    }
  }

  int maps_;
  MapSet all_;
  std::vector<int64_t> price_;
  std::vector<int64_t> words_;
  std::vector<MapSet> last_;  // the program that completed a set
  std::vector<int64_t> share_;
  Grouping best_;
  int64_t steps_ = 0;
};

}  // namespace

Grouping GroupForFewestWords(const GroupingProblem& problem) {
  Grouping heuristic = GroupByHeuristic(problem);
  // One program for everything loads every input once.
  if (heuristic.groups.size() == 1) heuristic.lower_bound = heuristic.words;
  if (heuristic.IsExact() || problem.inputs.size() > kMaxMaps) return heuristic;
  return SubsetSearch(problem, std::move(heuristic)).Run();
}

}  // namespace nve
