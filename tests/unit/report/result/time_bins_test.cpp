// SPDX-License-Identifier: Apache-2.0
// Bins against sums that are added up again, for runs of any length.
#include "report/result/time_bins.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nve {
namespace {

// What two series add in a clock cycle.
uint64_t Added(size_t series, uint64_t cycle) { return series == 0 ? 1 : cycle * 7 % 5; }

TEST(TimeBins, HoldWhatWasAddedInTheirCycles) {
  constexpr size_t kMost = 8;
  for (const uint64_t cycles : {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 100, 1000}) {
    SCOPED_TRACE(cycles);
    TimeBins bins(kMost);
    TimeBins::Sums sums = {0, 0};
    for (uint64_t cycle = 0; cycle < cycles; ++cycle) {
      for (size_t series = 0; series < 2; ++series) sums[series] += Added(series, cycle);
      if (cycle + 1 == bins.due()) bins.End(sums);
    }
    for (size_t series = 0; series < 2; ++series) {
      const std::vector<uint64_t> got = bins.Bins(series, cycles, sums);
      EXPECT_LE(got.size(), kMost);
      EXPECT_EQ(got.size(), (cycles + bins.width() - 1) / bins.width());
      for (uint64_t k = 0; k < got.size(); ++k) {
        uint64_t expected = 0;
        for (uint64_t c = k * bins.width(); c < std::min(cycles, (k + 1) * bins.width()); ++c) {
          expected += Added(series, c);
        }
        EXPECT_EQ(got[k], expected) << "bin " << k;
      }
    }
    EXPECT_LT(cycles, kMost * bins.width() + 1);
    EXPECT_TRUE(bins.width() == 1 || cycles * 2 >= kMost * bins.width())
        << "as fine as there is room";
  }
}

TEST(TimeBins, AreTwoThousandAtMost) {
  TimeBins bins;
  for (uint64_t cycle = 0; cycle < 1'000'000; ++cycle) {
    if (cycle + 1 == bins.due()) bins.End({cycle + 1});
  }
  const std::vector<uint64_t> got = bins.Bins(0, 1'000'000, {1'000'000});
  EXPECT_LE(got.size(), 2000U);
  EXPECT_GT(got.size(), 900U);
  EXPECT_EQ(std::accumulate(got.begin(), got.end(), uint64_t{0}), 1'000'000U);
}

}  // namespace
}  // namespace nve
