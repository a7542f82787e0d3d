// SPDX-License-Identifier: Apache-2.0
// Shares and feeds as command lines have them.
#include "planner/best/plan_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner {
namespace {

using ::testing::ElementsAre;

TEST(PlanOptions, GapsArePercent) {
  EXPECT_DOUBLE_EQ(ParsePercent("--gap", "0"), 0);
  EXPECT_DOUBLE_EQ(ParsePercent("--gap", "0.2%"), 0.002);
  EXPECT_DOUBLE_EQ(ParsePercent("--gap", "100"), 1);
  for (const char* text : {"", "%", "-1", "100.1", "1e3", "0.2%%", "x"}) {
    ExpectInputError([&] { ParsePercent("--loss", text); }, "--loss: found '");
  }
}

TEST(PlanOptions, FeedsAreNamedOnce) {
  EXPECT_THAT(ParseFeeds("mover"), ElementsAre(Feed::kMover));
  EXPECT_THAT(ParseFeeds("column,reordered"), ElementsAre(Feed::kColumn, Feed::kReordered));
  for (const char* text : {"", "ideal", "mover,", "mover,mover"}) {
    ExpectInputError([&] { ParseFeeds(text); }, "--feed: found '");
  }
}

}  // namespace
}  // namespace nve::planner
