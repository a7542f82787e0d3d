// SPDX-License-Identifier: Apache-2.0
// Dynamic programming over sets of maps that have a program: from each set, the first map without
// one takes any companions it fits with. Only programs are followed whose excess, with that of the
// programs before, is at most what is tried: first little, then always twice as much, so the first
// grouping that is found is the best, and what was tried without success is a lower bound.
//
// If that takes too long, a beam is searched: the sets of least excess with one program, with two
// and so on, each with the best one or two programs for the rest.
#include "compiler/fusion/subset_search.hpp"

#include <tuple>

namespace nve {
namespace {

constexpr int64_t kMaxLooks = 100'000'000;  // some tenths of a second
constexpr int64_t kFirstPart = 64;          // of the excess that may lead to a better grouping
constexpr size_t kBeam = 500;               // sets that are followed
constexpr size_t kBranches = 200;           // programs of each
constexpr int64_t kBeamLooks = 10'000;      // programs of each that are looked at
constexpr int64_t kPairLooks = 4'000'000;   // pairs of last programs of a beam

// Maps that have a program, the last of these and the place in the beam that it was added to.
struct Partial {
  int64_t excess = 0;
  MapSet done = 0;
  MapSet program = 0;
  size_t before = 0;
};

bool IsLess(const Partial& a, const Partial& b) {
  return std::tie(a.excess, a.done, a.program) < std::tie(b.excess, b.done, b.program);
}

void KeepLeast(std::vector<Partial>& partials, size_t count) {
  if (partials.size() <= count) return;
  const auto end = partials.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(partials.begin(), end, partials.end(), IsLess);
  partials.erase(end, partials.end());
}

// Of the same maps only the least.
void KeepOneOfEach(std::vector<Partial>& partials) {
  std::sort(partials.begin(), partials.end(), [](const Partial& a, const Partial& b) {
    return a.done != b.done ? a.done < b.done : IsLess(a, b);
  });
  const auto same = [](const Partial& a, const Partial& b) { return a.done == b.done; };
  partials.erase(std::unique(partials.begin(), partials.end(), same), partials.end());
}

}  // namespace

Grouping SubsetSearch::Run(Grouping known) {
  const int64_t shares = programs_.SumOfShares();
  // A grouping of more is not better than the one known.
  int64_t worst = (known.words - 1) * kShareUnit - shares;
  std::optional<Found> best;
  int64_t most = std::max(excluded_ + 1, worst / kFirstPart);
  while (excluded_ < worst && looks_ <= kMaxLooks) {
    most = std::min(most, worst);
    const bool complete = SearchAll(most);
    if (excess_.back() != kNoProgram) {
      best = Trace();
      worst = best->excess - 1;
    }
    if (complete) excluded_ = std::min(most, worst);
    most = 2 * most + 1;
  }
  if (excluded_ < worst) {
    std::optional<Found> good = SearchBeam(worst);
    if (good) best = std::move(good);
  }
  if (best) {
    known.words = (shares + best->excess) / kShareUnit;
    known.groups.clear();
    for (const MapSet set : best->programs) known.groups.push_back(programs_.GroupOf(set));
    std::sort(known.groups.begin(), known.groups.end());
  }
  const int64_t least = (shares + excluded_ + kShareUnit) / kShareUnit;
  known.lower_bound = std::max(known.lower_bound, std::min(known.words, least));
  return known;
}

// Finds the best programs of every set of maps with at most that excess; false if that takes too
// long. Of equal groupings the one stays whose programs before the last have the smallest number.
bool SubsetSearch::SearchAll(int64_t most) {
  const MapSet all = programs_.All();
  excess_.assign(size_t{all} + 1, kNoProgram);
  last_.assign(size_t{all} + 1, 0);
  excess_[0] = 0;
  // A program leads to a larger number, so every set is complete when its turn comes.
  for (MapSet done = 0; done < all; ++done) {
    const int64_t before = excess_[done];
    if (before > most) continue;
    constexpr int64_t kEvery = std::numeric_limits<int64_t>::max();
    looks_ += programs_.ForEach(done, most - before, kEvery, [&](int64_t excess, MapSet program) {
      const MapSet now = done | program;
      if (before + excess >= excess_[now]) return;
      excess_[now] = before + excess;
      last_[now] = program;
    });
    most = std::min(most, excess_[all]);
    if (looks_ > kMaxLooks) return false;
  }
  return true;
}

// The grouping that the search of all sets has found.
SubsetSearch::Found SubsetSearch::Trace() const {
  Found found;
  found.excess = excess_.back();
  for (MapSet set = programs_.All(); set != 0; set ^= last_[set]) {
    found.programs.push_back(last_[set]);
  }
  return found;
}

// A good grouping of at most that excess, if one is found.
std::optional<SubsetSearch::Found> SubsetSearch::SearchBeam(int64_t most) const {
  std::vector<std::vector<Partial>> beams(1, std::vector<Partial>(1));
  std::optional<Found> found;
  const auto take = [&](const Partial& last, std::vector<MapSet> programs, int64_t excess) {
    most = excess - 1;
    found = Found{std::move(programs), excess};
    const Partial* partial = &last;
    for (size_t level = beams.size() - 1; level > 0; --level) {
      found->programs.push_back(partial->program);
      partial = &beams[level - 1][partial->before];
    }
  };
  while (!beams.back().empty()) {
    std::vector<Partial> next;
    const int64_t looks = kPairLooks / static_cast<int64_t>(beams.back().size());
    for (size_t place = 0; place < beams.back().size(); ++place) {
      const Partial& from = beams.back()[place];
      if (from.excess > most) continue;
      if (const auto last = LastPrograms(from.done, most - from.excess, looks)) {
        take(from, last->programs, from.excess + last->excess);
      }
      std::vector<Partial> branches;
      programs_.ForEach(
          from.done, most - from.excess, kBeamLooks, [&](int64_t excess, MapSet program) {
            branches.push_back({from.excess + excess, from.done | program, program, place});
          });
      KeepLeast(branches, kBranches);
      next.insert(next.end(), branches.begin(), branches.end());
    }
    KeepOneOfEach(next);
    if (!next.empty() && next.back().done == programs_.All()) next.pop_back();
    KeepLeast(next, kBeam);
    beams.push_back(std::move(next));
  }
  return found;
}

// The best program for all maps that are left, or two if there are not too many ways.
std::optional<SubsetSearch::Found> SubsetSearch::LastPrograms(MapSet done, int64_t most,
                                                              int64_t looks) const {
  const MapSet left = programs_.All() ^ done;
  std::optional<Found> best;
  const auto take = [&](int64_t excess, std::vector<MapSet> programs) {
    most = excess - 1;
    best = Found{std::move(programs), excess};
  };
  if (programs_.ExcessOf(left) <= most) take(programs_.ExcessOf(left), {left});
  const MapSet others = left & (left - 1);
  if (int64_t{1} << std::popcount(others) > looks) return best;
  for (MapSet second = others; second != 0; second = (second - 1) & others) {
    const int64_t excess = programs_.ExcessOf(second);
    if (excess > most) continue;
    const int64_t of_first = programs_.ExcessOf(left ^ second);
    if (of_first <= most - excess) take(of_first + excess, {left ^ second, second});
  }
  return best;
}

}  // namespace nve
