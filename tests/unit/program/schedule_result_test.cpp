// SPDX-License-Identifier: Apache-2.0
// The schedule of a result is the program's, slot by slot.
#include "program/schedule_result.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

TEST(Schedules, AreThoseOfTheProgramsThatRun) {
  Binary binary = testing::SmallBinary();
  Program unused = binary.programs[0];
  unused.name = "unused";
  binary.programs.push_back(unused);
  const std::vector<ScheduleOfRun> schedules = SchedulesOf(binary);
  ASSERT_EQ(schedules.size(), 2U);
  const ScheduleOfRun& schedule = schedules[1];
  EXPECT_EQ(schedule.name, "a name, with blanks");
  EXPECT_EQ(schedule.layer, "L2");
  EXPECT_EQ(schedule.bound, 3);
  ASSERT_EQ(schedule.instructions.size(), 4U);
  EXPECT_EQ(schedule.instructions[1], "wr 1+2@1 | rd 1+0@1 | set rw | set ri | mac | act lo");
  EXPECT_EQ(schedule.instructions[3], "- | rd 2 | - | setsh ri | - | act lo hold");
}

TEST(Schedules, CountWhatSlotsDoInTheLoop) {
  Binary binary = testing::SmallBinary();
  binary.programs[0].settings["REPEAT_FIRST"] = 2;
  binary.programs[0].settings["REPEAT_LAST"] = 3;
  binary.programs[0].settings["ITERATIONS"] = 9;
  binary.programs[0].settings["EXTRA"] = 1;
  const ScheduleOfRun schedule = SchedulesOf(binary)[0];
  EXPECT_EQ(schedule.loop_first, 2);
  EXPECT_EQ(schedule.loop_last, 3);
  EXPECT_EQ(schedule.loop_cycles, 2);
  EXPECT_EQ(schedule.iterations, 9);
  EXPECT_EQ(schedule.extra, 1);
  const std::vector<std::pair<std::string, int64_t>> busy = {{"MEMA", 1}, {"MEMB", 2}, {"WREG", 1},
                                                             {"IREG", 2}, {"VMAC", 1}, {"ACT", 2}};
  ASSERT_EQ(schedule.slots.size(), busy.size());
  for (size_t k = 0; k < busy.size(); ++k) {
    EXPECT_EQ(schedule.slots[k].name, busy[k].first);
    EXPECT_EQ(schedule.slots[k].busy, busy[k].second) << busy[k].first;
  }
}

TEST(Schedules, WordsThatAreNoInstructionsAreNumbers) {
  Binary binary = testing::SmallBinary();
  binary.programs[0].code[0] = ~uint64_t{0};
  EXPECT_EQ(SchedulesOf(binary)[0].instructions[0], "0xffffffffffffffff");
}

}  // namespace
}  // namespace nve
