// SPDX-License-Identifier: Apache-2.0
// Comparisons as text.
#include "report/compare/comparison_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ComparisonText, HasChangesBehindTheLaterResult) {
  std::vector<ReportedRun> runs = {testing::SomeRun(0, "old"), testing::SomeRun(1, "new")};
  runs[1].result.layers[0].cycles = 121;
  runs[1].result.layers[0].stalls.output = 7;
  runs[1].result.layers[1].name = "L2\x1b[2J";
  const std::string text = ComparisonText(runs, Compare(runs));
  EXPECT_THAT(text, ::testing::StartsWith("old: passed\nnew: passed\n"));
  EXPECT_THAT(text, HasSubstr("old  new   change\n"));
  EXPECT_THAT(text, HasSubstr("110  121  +10.0 %\n"));
  EXPECT_THAT(text, HasSubstr("  0    7   from 0\n"));
  EXPECT_THAT(text, HasSubstr("L2?[2J")) << "no name moves the cursor of a terminal";
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(ComparisonText, SaysWhatFailedAndWhatIsOfOtherWork) {
  std::vector<ReportedRun> runs = {testing::SomeRun(0, "old"), testing::FailedRun()};
  runs[1].label = "new";
  runs[1].result.network = "Another";
  const std::string text = ComparisonText(runs, Compare(runs));
  EXPECT_THAT(text, ::testing::StartsWith("old: passed\nnew: failed: lockstep mismatch: accu[3] "
                                          "differs\nwarning: new: found network 'Another'"));
  EXPECT_THAT(text, HasSubstr("L2    | core cycles           220    -\n"))
      << "it did not come to its end";
  EXPECT_THAT(text, Not(HasSubstr("-100")));
}

TEST(ComparisonText, OfOneRunIsItsVerdict) {
  const std::vector<ReportedRun> runs = {testing::SomeRun(0, "old")};
  EXPECT_EQ(ComparisonText(runs, Compare(runs)), "old: passed\n");
}

}  // namespace
}  // namespace nve
