// SPDX-License-Identifier: Apache-2.0
// Gaps between steps, drawn by hand: two cores, the second layer reads what both have written.
#include "host/cosim/core_waits.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

StepWork Work(size_t step, int core, std::vector<size_t> waits_for = {}) {
  StepWork work;
  work.step = step;
  work.core = core;
  work.waits_for = std::move(waits_for);
  return work;
}

StepRecord Record(size_t step, int core, uint64_t start, uint64_t end) {
  StepRecord record;
  record.step_index = step;
  record.core = core;
  record.start_cycle = start;
  record.end_cycle = end;
  return record;
}

TEST(CoreWaits, OfNothingAreNothing) {
  const std::vector<CoreWaits> waits = WaitsOf({Work(0, 0)}, {}, 2);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[1].done, 0);
}

// Core 1 begins 20 cycles late, since the processor prepares core 0 first.
TEST(CoreWaits, AreTakenApart) {
  const std::vector<StepWork> works = {Work(0, 0), Work(1, 1), Work(2, 0, {0, 1}),
                                       Work(3, 1, {0, 1})};
  const std::vector<CoreWaits> waits = WaitsOf(works,
                                               {Record(0, 0, 100, 200), Record(1, 1, 120, 290),
                                                Record(2, 0, 300, 400), Record(3, 1, 330, 360)},
                                               3);
  EXPECT_EQ(waits[0].cores, 90);      // 200 to 290
  EXPECT_EQ(waits[0].processor, 10);  // to 300
  EXPECT_EQ(waits[0].done, 0);
  EXPECT_EQ(waits[1].cores, 0);
  EXPECT_EQ(waits[1].processor, 20 + 40);
  EXPECT_EQ(waits[1].done, 40);
  EXPECT_EQ(waits[2].done, 300) << "a core without steps";
}

// A border that waits for a step is a reason to wait for that step.
TEST(CoreWaits, GoThroughBorders) {
  const std::vector<StepWork> works = {Work(0, 0), Work(1, StepWork::kProcessor, {0}),
                                       Work(2, 1, {1})};
  const std::vector<CoreWaits> waits =
      WaitsOf(works, {Record(0, 0, 0, 50), Record(2, 1, 60, 80)}, 2);
  EXPECT_EQ(waits[1].cores, 50);
  EXPECT_EQ(waits[1].processor, 10);
  EXPECT_EQ(waits[0].done, 30);
}

// Of a part of the layers nobody waits for the others.
TEST(CoreWaits, StepsThatDidNotRunHoldNobody) {
  const std::vector<StepWork> works = {Work(0, 0), Work(1, 1, {0})};
  const std::vector<CoreWaits> waits = WaitsOf(works, {Record(1, 1, 10, 20)}, 2);
  EXPECT_EQ(waits[1].cores, 0);
  EXPECT_EQ(waits[1].processor, 0);
  EXPECT_EQ(waits[0].done, 10);
}

}  // namespace
}  // namespace nve
