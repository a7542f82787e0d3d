// SPDX-License-Identifier: Apache-2.0
// The text of the progress line.
#include "base/cli/progress.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(Progress, Line) {
  const Progress progress("simulate", 4'000'000, "cycles");
  EXPECT_EQ(progress.Line(1'000'000, 2.0, false), "simulate  25%  500.0 kcycles/s  0:06 left");
  EXPECT_EQ(progress.Line(4'000'000, 65.0, true), "simulate 100%  61.5 kcycles/s  1:05");
  EXPECT_EQ(progress.Line(0, 1.0, false), "simulate   0%  0 cycles/s");
}

TEST(Progress, UnknownTotal) {
  const Progress progress("read", 0, "words");
  EXPECT_EQ(progress.Line(950, 1.0, false), "read  950 words/s");
}

TEST(Progress, LongRunsShowHours) {
  const Progress progress("long", 7200, "steps");
  EXPECT_EQ(progress.Line(3600, 3661, false), "long  50%  1 steps/s  1:01:01 left");
}

TEST(Progress, SilentWithoutTerminal) {
  testing::internal::CaptureStderr();
  {
    Progress progress("quiet", 10, "steps");
    for (int i = 0; i <= 10; ++i) progress.Update(i);
    progress.Finish();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace nve
