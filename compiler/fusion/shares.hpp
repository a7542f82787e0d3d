// SPDX-License-Identifier: Apache-2.0
// Shares of the words that maps must pay, whatever programs they are in: the dual prices of the
// linear relaxation of the partition.
//
// With shares that no program's maps together exceed its words, the shares of a set of maps are
// words that its programs move at least. The largest sum is that of the linear program in which
// every map is in parts of programs that add up to one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nve {

/// Bit m: map m, of at most 20.
using MapSet = uint32_t;

/// A set of maps that fit one program, and the program's stream words.
struct PricedSet {
  MapSet set = 0;
  int64_t words = 0;
};

/// Sums of the maps' values over sets, by two look-ups.
template <typename Value>
class SetSums {
 public:
  explicit SetSums(const std::vector<Value>& values) {
    for (size_t part = 0; part < sums_.size(); ++part) {
      for (size_t set = 1; set < kSets; ++set) {
        const size_t map = part * kMaps + static_cast<size_t>(std::countr_zero(set));
        sums_[part][set] = sums_[part][set & (set - 1)] + (map < values.size() ? values[map] : 0);
      }
    }
  }
  Value Of(MapSet set) const { return sums_[0][set % kSets] + sums_[1][set / kSets]; }

 private:
  static constexpr size_t kMaps = 10;  // of a part
  static constexpr size_t kSets = size_t{1} << kMaps;
  std::array<std::array<Value, kSets>, 2> sums_{};
};

/// Shares are fractions of a word.
inline constexpr int64_t kShareUnit = 1024;

/// The share of every map, in units: a sum as large as possible, and for each of the sets proved
/// not to exceed its words. Maps of a class are alike and pay alike; the first so many of every
/// class stand for all sets of as many. All sets of a single first map must be there.
std::vector<int64_t> LargestShares(const std::vector<MapSet>& classes,
                                   const std::vector<PricedSet>& sets);

}  // namespace nve
