// SPDX-License-Identifier: Apache-2.0
// Which feed all steps have.
#include "program/step_selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

TEST(OnlyFeed, IsThatOfAllRuns) {
  for (const Feed feed : {Feed::kContiguous, Feed::kMover}) {
    EXPECT_EQ(OnlyFeedOf(WithFeed(testing::SmallBinary(), feed)), feed);
  }
}

TEST(OnlyFeed, IsNoneOfSeveralOrOfNoRun) {
  Binary binary = WithFeed(testing::SmallBinary(), Feed::kColumn);
  const auto last = std::find_if(binary.steps.rbegin(), binary.steps.rend(), [](const auto& step) {
    return std::holds_alternative<RunStep>(step);
  });
  ASSERT_NE(last, binary.steps.rend());
  std::get<RunStep>(*last).feed = Feed::kMover;
  EXPECT_EQ(OnlyFeedOf(binary), std::nullopt);
  binary.steps.clear();
  EXPECT_EQ(OnlyFeedOf(binary), std::nullopt);
}

}  // namespace
}  // namespace nve
