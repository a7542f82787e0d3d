// SPDX-License-Identifier: Apache-2.0
// Column generation: a revised simplex over a pool of sets, at first those of one map; all others
// are searched for those whose words their maps' prices exceed, and the worst of every kind join
// the pool. The arithmetic is floating point; what it finds is rounded down and then lowered until
// it is proved.
#include "compiler/fusion/shares.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace nve {
namespace {

constexpr int kMaxPivots = 5000;      // far more than ever seen
constexpr double kTolerance = 1e-9;   // what is less is zero
constexpr double kWorthwhile = 1e-3;  // words by which a set must be too cheap

// The basis of the linear program: as many sets as classes, in parts that cover every map once.
class Simplex {
 public:
  Simplex(const std::vector<MapSet>& classes, const std::vector<PricedSet>& sets)
      : classes_(classes),
        inverse_(classes.size(), std::vector<double>(classes.size(), 0)),
        words_(classes.size(), 0) {
    for (size_t row = 0; row < classes.size(); ++row) {
      inverse_[row][row] = 1;
      part_.push_back(std::popcount(classes[row]));
      const MapSet first = classes[row] & (~classes[row] + 1);
      for (const PricedSet& priced : sets) {
        if (priced.set == first) words_[row] = static_cast<double>(priced.words);
      }
    }
  }

  /// Of every map, what the sets of the basis charge.
  std::vector<double> Prices() const {
    MapSet all = 0;
    for (const MapSet maps : classes_) all |= maps;
    std::vector<double> prices(static_cast<size_t>(std::bit_width(all)), 0);
    for (size_t column = 0; column < classes_.size(); ++column) {
      double price = 0;
      for (size_t row = 0; row < classes_.size(); ++row) {
        price += words_[row] * inverse_[row][column];
      }
      for (MapSet rest = classes_[column]; rest != 0; rest &= rest - 1) {
        prices[static_cast<size_t>(std::countr_zero(rest))] = price;
      }
    }
    return prices;
  }

  /// The set replaces one of the basis.
  void Enter(const PricedSet& priced) {
    std::vector<double> step(classes_.size(), 0);
    for (size_t column = 0; column < classes_.size(); ++column) {
      const int maps = std::popcount(priced.set & classes_[column]);
      if (maps == 0) continue;
      for (size_t row = 0; row < classes_.size(); ++row) step[row] += maps * inverse_[row][column];
    }
    size_t leaving = classes_.size();
    double part = std::numeric_limits<double>::max();
    for (size_t row = 0; row < classes_.size(); ++row) {
      if (step[row] <= kTolerance || part_[row] / step[row] >= part) continue;
      part = part_[row] / step[row];
      leaving = row;
    }
    if (leaving == classes_.size()) return;  // only by rounding: the parts of a set are bounded
    for (size_t row = 0; row < classes_.size(); ++row) {
      part_[row] = std::max(0.0, part_[row] - part * step[row]);
    }
    part_[leaving] = part;
    words_[leaving] = static_cast<double>(priced.words);
    for (double& entry : inverse_[leaving]) entry /= step[leaving];
    for (size_t row = 0; row < classes_.size(); ++row) {
      if (row == leaving || step[row] == 0) continue;
      for (size_t column = 0; column < classes_.size(); ++column) {
        inverse_[row][column] -= step[row] * inverse_[leaving][column];
      }
    }
  }

 private:
  const std::vector<MapSet>& classes_;
  std::vector<std::vector<double>> inverse_;  // of the numbers of maps, sets by classes
  std::vector<double> part_;                  // of every set of the basis
  std::vector<double> words_;                 // likewise
};

double TooCheapBy(const PricedSet& priced, const SetSums<double>& prices) {
  return prices.Of(priced.set) - static_cast<double>(priced.words);
}

// Adds the sets that are too cheap to the pool, the worst for each first map and number of maps.
// False if there is none.
bool AddTooCheap(const std::vector<PricedSet>& sets, const SetSums<double>& prices,
                 std::vector<PricedSet>& pool) {
  constexpr size_t kMost = std::numeric_limits<MapSet>::digits;
  std::array<std::array<PricedSet, kMost + 1>, kMost> worst{};
  std::array<std::array<double, kMost + 1>, kMost> most{};
  for (const PricedSet& priced : sets) {
    const double by = TooCheapBy(priced, prices);
    if (by <= kWorthwhile) continue;
    const auto first = static_cast<size_t>(std::countr_zero(priced.set));
    const auto maps = static_cast<size_t>(std::popcount(priced.set));
    if (by <= most[first][maps]) continue;
    most[first][maps] = by;
    worst[first][maps] = priced;
  }
  const size_t before = pool.size();
  for (const auto& kinds : worst) {
    std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(pool),
                 [](const PricedSet& priced) { return priced.set != 0; });
  }
  return pool.size() > before;
}

// Lowers all shares by what the worst set is too cheap, per map.
void Prove(const std::vector<PricedSet>& sets, std::vector<int64_t>& shares) {
  const SetSums<int64_t> sums(shares);
  int64_t lower = 0;
  for (const PricedSet& priced : sets) {
    const int64_t by = sums.Of(priced.set) - priced.words * kShareUnit;
    const int maps = std::popcount(priced.set);
    if (by > 0) lower = std::max(lower, (by + maps - 1) / maps);
  }
  for (int64_t& share : shares) share -= lower;
}

}  // namespace

std::vector<int64_t> LargestShares(const std::vector<MapSet>& classes,
                                   const std::vector<PricedSet>& sets) {
  Simplex simplex(classes, sets);
  std::vector<PricedSet> pool;
  std::vector<double> prices = simplex.Prices();
  for (int pivots = 0; pivots < kMaxPivots; ++pivots) {
    const SetSums<double> sums(prices);
    const auto worst =
        std::max_element(pool.begin(), pool.end(), [&](const PricedSet& a, const PricedSet& b) {
          return TooCheapBy(a, sums) < TooCheapBy(b, sums);
        });
    if (worst != pool.end() && TooCheapBy(*worst, sums) > kWorthwhile) {
      simplex.Enter(*worst);
      prices = simplex.Prices();
    } else if (!AddTooCheap(sets, sums, pool)) {
      break;
    }
  }
  std::vector<int64_t> shares(prices.size());
  std::transform(prices.begin(), prices.end(), shares.begin(),
                 [](double price) { return static_cast<int64_t>(price * kShareUnit); });
  Prove(sets, shares);
  return shares;
}

}  // namespace nve
