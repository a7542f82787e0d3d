// SPDX-License-Identifier: Apache-2.0
// Spearman's rank correlation and its interval.
#include "base/statistics/rank_correlation.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nve {
namespace {

TEST(RankCorrelation, IsOneForTheSameOrderWhateverTheValues) {
  const std::vector<double> x = {1, 5, 2, 100};
  const std::vector<double> y = {0.1, 0.3, 0.2, 0.4};
  EXPECT_DOUBLE_EQ(Spearman(x, y), 1);
  const std::vector<double> down = {4, 2, 3, 1};
  EXPECT_DOUBLE_EQ(Spearman(x, down), -1);
}

// 1 - 6 * sum of squared differences / (n^3 - n) for ranks without ties.
TEST(RankCorrelation, IsThatOfTheTextbook) {
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const std::vector<double> y = {2, 1, 4, 3, 5};
  EXPECT_DOUBLE_EQ(Spearman(x, y), 1 - 6.0 * 4 / 120);
}

TEST(RankCorrelation, TiesHaveTheirMeanRank) {
  const std::vector<double> x = {1, 1, 2};
  const std::vector<double> y = {1, 2, 3};
  EXPECT_NEAR(Spearman(x, y), 0.8660254, 1e-6);
  const std::vector<double> flat = {7, 7, 7};
  EXPECT_EQ(Spearman(x, flat), 0);
}

TEST(RankCorrelation, IntervalHoldsTheValueAndRepeats) {
  std::vector<double> x, y;
  for (int k = 0; k < 40; ++k) {
    x.push_back(k);
    y.push_back(k + (k % 7) * 3);
  }
  const Interval interval = SpearmanInterval(x, y);
  EXPECT_LT(interval.low, Spearman(x, y));
  EXPECT_GT(interval.high, Spearman(x, y));
  EXPECT_EQ(interval.low, SpearmanInterval(x, y).low);
}

}  // namespace
}  // namespace nve
