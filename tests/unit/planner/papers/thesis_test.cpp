// SPDX-License-Identifier: Apache-2.0
// The thesis's tables: which printed figures are equal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "planner/papers/thesis_charts.hpp"
#include "planner/papers/thesis_tables.hpp"

namespace nve::planner {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Column(const PaperTable& table, const std::string& title) {
  const auto found = std::ranges::find(table.columns, title);
  EXPECT_NE(found, table.columns.end()) << title;
  std::vector<std::string> cells;
  for (const auto& row : table.rows) {
    cells.push_back(row[static_cast<size_t>(found - table.columns.begin())]);
  }
  return cells;
}

TEST(ThesisTables, ScheduleCache) {
  EXPECT_THAT(Column(CacheTable(), "verdict"),
              ElementsAre("equal", "equal", "equal", "equal", "not reproducible"));
  EXPECT_THAT(Column(CacheTable(), "saved %"), ElementsAre("25.0", "58.0", "0.0", "30.8", "39.1"));
}

TEST(ThesisTables, NineOfTenFiguresOfTheNetworksAreEqual) {
  EXPECT_THAT(Column(NetworkTable(), "size"),
              ElementsAre("equal", "equal", "equal", "equal", "equal"));
  EXPECT_THAT(Column(NetworkTable(), "verdict"),
              ElementsAre("equal", "equal", "equal", "not reproducible", "equal"));
}

TEST(ThesisTables, HardwareFilesHaveThePrintedMemories) {
  EXPECT_THAT(Column(MemoryTable(), "verdict"), ElementsAre("equal", "equal", "equal", "equal"));
}

// Published mean speed-ups of rows and columns follow from the cells: no cell is mistyped.
TEST(ThesisTables, PrintedSpeedUpsHaveThePrintedMeans) {
  const double rows[] = {8.302, 3.229, 6.767, 6.180};
  const double columns[] = {2.557, 3.508, 1.328, 7.542, 15.663};
  for (size_t s = 0; s < 4; ++s) {
    double sum = 0;
    for (const double cell : kPublishedSpeedUps[s]) sum += cell;
    EXPECT_NEAR(sum / 5, rows[s], 0.0015) << s;
  }
  for (size_t n = 0; n < 5; ++n) {
    double sum = 0;
    for (const auto& row : kPublishedSpeedUps) sum += row[n];
    EXPECT_NEAR(sum / 4, columns[n], 0.0015) << n;
  }
}

// Printed percentages of table 8.5 follow from its counts.
TEST(ThesisTables, PrintedCountsHaveThePrintedShares) {
  const double shares[] = {0.00078, 0.01377, 0.00082, 0.00931, 0.00219};
  for (size_t n = 0; n < 5; ++n) {
    EXPECT_NEAR(100 * kPublishedPrunedPlans[0][n] / (kPublishedNetworks[n].non_pruned * 1e6),
                shares[n], 0.00001);
  }
}

TEST(ThesisTables, ReductionsAreThoseOfTheReference) {
  ThesisPlans all;
  all.padded = VolumeTable(Convention::kPadded);
  all.stored = VolumeTable(Convention::kStored);
  const PaperTable table = ReductionTable(all);
  EXPECT_THAT(Column(table, "padded"), ElementsAre("23.59", "18.62", "20.36", "14.56", "18.32",
                                                   "22.86", "6.36", "8.41", "40.45", "19.28"));
  EXPECT_EQ(Column(table, "stored").back(), "18.48");
}

TEST(ThesisTables, OtherMappersMoveMoreWords) {
  const PaperTable table = MapperTable();
  EXPECT_THAT(Column(table, "executed, whole rows"),
              ElementsAre("10135552", "7549952", "6691840", "5986304", "2721792", "1077792"));
  EXPECT_THAT(Column(table, "executed"),
              ElementsAre("8642816", "7411712", "6691840", "5986304", "2721792", "1077792"));
}

}  // namespace
}  // namespace nve::planner
