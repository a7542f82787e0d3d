// SPDX-License-Identifier: Apache-2.0
// Which instructions of which pass move stream words.
#include "model/transfer/core_events.hpp"

#include <gtest/gtest.h>

#include "tests/unit/model/transfer/loop_program.hpp"

namespace nve::transfer {
namespace {

TEST(CoreEvents, SuppressedWordsAreNoEvents) {
  const Program program = LoopProgram({{}, Take(), {}, {}, Give()}, 3, 1);
  const CoreProgram events(program);
  ASSERT_EQ(events.parts(), 6);  // initial, 3 + 1 passes, final
  EXPECT_TRUE(events.Part(0).events.empty());
  EXPECT_TRUE(events.Part(5).events.empty());

  const CorePart& first = events.Part(1);  // outputs suppressed
  ASSERT_EQ(first.events.size(), 1U);
  EXPECT_TRUE(first.events[0].in);
  EXPECT_EQ(first.events[0].gap, 1);
  EXPECT_EQ(first.tail, 3);

  const CorePart& middle = events.Part(2);
  ASSERT_EQ(middle.events.size(), 2U);
  EXPECT_TRUE(middle.events[1].out);
  EXPECT_EQ(middle.events[1].gap, 2);
  EXPECT_EQ(middle.tail, 0);

  const CorePart& last = events.Part(4);  // stream writes suppressed
  ASSERT_EQ(last.events.size(), 1U);
  EXPECT_TRUE(last.events[0].out);
  EXPECT_EQ(last.events[0].gap, 4);
}

TEST(CoreEvents, InitialAndFinalPartAreOutsideTheLoop) {
  Program program = LoopProgram({Take(), {}, Give(), {}}, 2);
  program.settings["REPEAT_FIRST"] = 1;
  program.settings["REPEAT_LAST"] = 1;
  const CoreProgram events(program);
  EXPECT_EQ(events.size(), 4);
  EXPECT_TRUE(events.Part(0).events.at(0).in);
  EXPECT_TRUE(events.Part(1).events.empty());
  EXPECT_EQ(events.Part(1).tail, 1);
  EXPECT_TRUE(events.Part(3).events.at(0).out);
  EXPECT_EQ(events.Part(3).tail, 1);
}

TEST(CoreEvents, HeldResultsAreNoWords) {
  Instruction hold = Give();
  hold.act_to = arch::ActTo::kHold;
  EXPECT_TRUE(CoreProgram(LoopProgram({hold}, 1)).Part(1).events.empty());
}

}  // namespace
}  // namespace nve::transfer
