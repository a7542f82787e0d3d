// SPDX-License-Identifier: Apache-2.0
// Shares of programs' words: what they promise, and how much they promise, against linear programs
// solved by hand.
#include "compiler/fusion/shares.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace nve {
namespace {

std::vector<MapSet> EachAlone(int maps) {
  std::vector<MapSet> classes;
  for (int map = 0; map < maps; ++map) classes.push_back(MapSet{1} << map);
  return classes;
}

int64_t Sum(const std::vector<int64_t>& shares) {
  return std::accumulate(shares.begin(), shares.end(), int64_t{0});
}

// The sum in words, at most a word too small.
int64_t WordsOf(const std::vector<int64_t>& shares) {
  return (Sum(shares) + kShareUnit - 1) / kShareUnit;
}

void ExpectPromise(const std::vector<int64_t>& shares, const std::vector<PricedSet>& sets) {
  const SetSums<int64_t> sums(shares);
  for (const PricedSet& priced : sets) {
    EXPECT_LE(sums.Of(priced.set), priced.words * kShareUnit) << priced.set;
  }
}

// Any two of three maps share a program: one and a half programs, half of each pair.
TEST(Shares, HalvesOfThreePairs) {
  const std::vector<PricedSet> sets = {{1, 90}, {2, 90}, {4, 90}, {3, 100}, {5, 100}, {6, 100}};
  const std::vector<int64_t> shares = LargestShares(EachAlone(3), sets);
  ExpectPromise(shares, sets);
  EXPECT_EQ(WordsOf(shares), 150);
}

// Two families: maps 0 and 1 together cost less than each pays elsewhere, map 2 pays alone.
TEST(Shares, AreTheWordsOfTheBestPartitionWhereThatIsUnique) {
  const std::vector<PricedSet> sets = {{1, 70}, {2, 80}, {4, 60}, {3, 100}, {5, 125}, {6, 139}};
  const std::vector<int64_t> shares = LargestShares(EachAlone(3), sets);
  ExpectPromise(shares, sets);
  EXPECT_EQ(WordsOf(shares), 160);
}

// Five maps alike, two or three in a program: of 2 and 3 maps for 40 and 45 words, 5/3 programs.
TEST(Shares, MapsAlikePayAlike) {
  const std::vector<PricedSet> sets = {{1, 30}, {3, 40}, {7, 45}};
  const std::vector<int64_t> shares = LargestShares({31}, sets);
  ASSERT_EQ(shares.size(), 5u);
  EXPECT_EQ(shares, std::vector<int64_t>(5, shares[0]));
  EXPECT_LE(3 * shares[0], 45 * kShareUnit);
  EXPECT_EQ(WordsOf(shares), 75);
}

// Nothing above the cheapest partition, nothing below equal shares, every promise kept.
TEST(Shares, RandomSetsKeepTheirPromise) {
  std::mt19937 random(1);
  int above_equal_shares = 0;
  for (int n = 0; n < 200; ++n) {
    const int maps = 2 + n % 7;
    std::vector<PricedSet> sets;
    for (MapSet set = 1; set < MapSet{1} << maps; ++set) {
      const bool single = (set & (set - 1)) == 0;
      if (single || random() % 3 != 0) {
        const int words = 200 + 60 * std::popcount(set) + static_cast<int>(random() % 200);
        sets.push_back({set, words});
      }
    }
    // The least of all partitions, and of equal shares.
    std::vector<int64_t> least(size_t{1} << maps, int64_t{1} << 40);
    std::vector<double> equal(static_cast<size_t>(maps), 1e9);
    least[0] = 0;
    for (MapSet done = 0; done < least.size(); ++done) {
      for (const PricedSet& priced : sets) {
        if ((done & priced.set) != 0) continue;
        int64_t& to = least[done | priced.set];
        to = std::min(to, least[done] + priced.words);
      }
    }
    for (const PricedSet& priced : sets) {
      for (int map = 0; map < maps; ++map) {
        if ((priced.set >> map & 1) == 0) continue;
        double& share = equal[static_cast<size_t>(map)];
        share = std::min(share, static_cast<double>(priced.words) / std::popcount(priced.set));
      }
    }
    const double equal_sum = std::accumulate(equal.begin(), equal.end(), 0.0);
    const std::vector<int64_t> shares = LargestShares(EachAlone(maps), sets);
    ExpectPromise(shares, sets);
    EXPECT_LE(Sum(shares), least.back() * kShareUnit);
    EXPECT_GE(static_cast<double>(Sum(shares)) / kShareUnit, equal_sum - 1);
    above_equal_shares += static_cast<double>(Sum(shares)) / kShareUnit > equal_sum + 10;
  }
  EXPECT_GT(above_equal_shares, 50);
}

}  // namespace
}  // namespace nve
