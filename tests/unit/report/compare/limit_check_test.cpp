// SPDX-License-Identifier: Apache-2.0
// Two results against limits.
#include "report/compare/limit_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

std::vector<LimitCheck> Check(const ReportedRun& before, const ReportedRun& now,
                              const std::string& rule) {
  return CheckLimits(before, now, {*ParseLimitRule(rule)});
}

TEST(LimitCheck, EveryLayerByItsName) {
  const ReportedRun before = testing::SomeRun(0, "old");
  ReportedRun now = testing::SomeRun(1, "new");
  std::swap(now.result.layers[0], now.result.layers[1]);
  EXPECT_TRUE(Check(before, now, "layers.cycles:+0")[0].Passed());
  now.result.layers[1].cycles = 111;
  const LimitCheck check = Check(before, now, "layers.cycles:+0.5%")[0];
  EXPECT_FALSE(check.Passed());
  EXPECT_EQ(check.Text(),
            "layers.cycles:+0.5%: 1 of 2 worse than allowed\n"
            "  layers.L1.cycles: found 111, before 110, +0.91 %\n");
  EXPECT_TRUE(Check(before, now, "layers.cycles:+1%")[0].Passed());
  EXPECT_TRUE(Check(before, now, "layers.L2.cycles:+0")[0].Passed());
}

TEST(LimitCheck, ALayerThatOneLacksIsWrongInput) {
  const ReportedRun all = testing::SomeRun(0, "all");
  ReportedRun less = testing::SomeRun(1, "less");
  less.result.layers.pop_back();
  ExpectInputError([&] { Check(all, less, "layers.cycles:+2%"); },
                   "less.json: error: --fail-on layers.cycles: found no layers.L2.cycles");
  ExpectInputError([&] { Check(less, all, "layers.cycles:+2%"); },
                   "less.json: error: --fail-on layers.cycles: found no layers.L2.cycles");
}

TEST(LimitCheck, AllProblemsOfBothFiles) {
  const ReportedRun run = testing::SomeRun();
  const std::vector<LimitRule> rules = {*ParseLimitRule("x:+1"), *ParseLimitRule("y:+1")};
  for (const char* text : {"--fail-on x", "--fail-on y"}) {
    ExpectInputError([&] { CheckLimits(run, run, rules); }, text);
  }
}

TEST(LimitCheck, AnOlderFileHasNothingOfWhatCameLater) {
  const ReportedRun now = testing::SomeRun(1, "new");
  ReportedRun old = testing::SomeRun(0, "old");
  old.result.schema_version = 0;
  ExpectInputError([&] { Check(old, now, "machine.lanes:-0"); }, "found no 'machine.lanes'");
}

}  // namespace
}  // namespace nve
