// SPDX-License-Identifier: Apache-2.0
// What counts as right, wrong and not compared.
#include "report/html/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Verdict, WhatIsWrong) {
  EXPECT_EQ(VerdictOf(testing::SomeResult()), Verdict::kRight);
  RunResult pixels = testing::SomeResult();
  pixels.reference->bit_exact = false;
  EXPECT_EQ(VerdictOf(pixels), Verdict::kWrong);
  RunResult mismatch = testing::SomeResult();
  mismatch.lockstep.value->mismatches = 1;
  EXPECT_EQ(VerdictOf(mismatch), Verdict::kWrong);
  RunResult stopped = testing::SomeResult();
  stopped.failure.emplace();
  EXPECT_EQ(VerdictOf(stopped), Verdict::kWrong);
}

TEST(Verdict, NothingComparedIsNotRight) {
  RunResult result = testing::SomeResult();
  result.lockstep.value.reset();
  EXPECT_EQ(VerdictOf(result), Verdict::kRight) << "the reference is enough";
  result.reference.reset();
  EXPECT_EQ(VerdictOf(result), Verdict::kNotCompared);
  result.lockstep.value = LockstepOfRun{};
  EXPECT_EQ(VerdictOf(result), Verdict::kNotCompared) << "0 cycles";
}

TEST(Verdict, ALineWithSources) {
  const std::string right = VerdictLine(testing::SomeRun(), false).Finished();
  EXPECT_THAT(right, HasSubstr("<strong>Passed</strong>."));
  EXPECT_THAT(right, HasSubstr("<span data-source=\"0#/lockstep/cycles\">360</span>"));
  EXPECT_THAT(right, HasSubstr("<span data-source=\"0#/reference/pixels\">40</span>"));
  const std::string wrong = VerdictLine(testing::FailedRun(), true).Finished();
  EXPECT_THAT(wrong, HasSubstr("verdict wrong"));
  EXPECT_THAT(wrong, HasSubstr("accu[3] differs. Lockstep"));
  EXPECT_THAT(wrong, Not(HasSubstr("and more"))) << "one line";
  EXPECT_THAT(wrong, HasSubstr("href=\"#run0\""));
}

}  // namespace
}  // namespace nve
