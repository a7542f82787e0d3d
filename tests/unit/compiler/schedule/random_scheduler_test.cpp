// SPDX-License-Identifier: Apache-2.0
// Random legal schedules: the verifier accepts every one and the golden model computes the
// convolution with it; with one operation moved to another cycle, no wrong program is accepted.
#include "tests/unit/compiler/schedule/random_scheduler.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "arch/build_machine.hpp"
#include "compiler/schedule/bound.hpp"
#include "compiler/verify/hazards.hpp"
#include "tests/unit/compiler/schedule/scheduled_program.hpp"

namespace nve {
namespace {

using testing::MakeRunnable;
using testing::RunnableProgram;

ProgramShape RandomShape(std::mt19937& random) {
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  ProgramShape shape;
  Window& window = shape.window;
  window.stride_y = between(1, 2);
  window.stride_x = between(1, 3);
  window.height = between(1, between(0, 3) == 0 ? 8 + window.stride_y : 4);
  window.width = between(1, 4);
  if (window.CanBeHalf() && between(0, 1) == 0) window = window.Half();
  shape.inputs = between(1, 3);
  shape.inputs_of_output.assign(static_cast<size_t>(between(1, 3)), {});
  for (std::vector<int>& inputs : shape.inputs_of_output) {
    for (int input = 0; input < shape.inputs; ++input) {
      if (between(0, 2) > 0) inputs.push_back(input);
    }
  }
  for (std::vector<int>& inputs : shape.inputs_of_output) {
    if (inputs.empty()) inputs.push_back(shape.inputs - 1);
  }
  // Every input is read by some map.
  shape.inputs_of_output.front().clear();
  for (int input = 0; input < shape.inputs; ++input) {
    shape.inputs_of_output.front().push_back(input);
  }
  return shape;
}

// A schedule of a random shape that fits this machine.
Schedule Draw(std::mt19937& random) {
  for (;;) {
    const Schedule schedule = testing::RandomSchedule(RandomShape(random), random);
    if (schedule.Instructions() <= arch::BuildSizes().instruction_words &&
        schedule.BufferWords() <= arch::BuildSizes().local_words) {
      return schedule;
    }
  }
}

std::string Text(const std::vector<std::string>& problems) {
  return fmt::format("{}", fmt::join(problems, "\n"));
}

TEST(RandomScheduler, TheVerifierAcceptsEverySchedule) {
  std::mt19937 random(1);
  std::set<int> extras;
  int slower = 0;
  for (int n = 0; n < 1500; ++n) {
    SCOPED_TRACE(n);
    const Schedule schedule = Draw(random);
    const RunnableProgram program = MakeRunnable(schedule, 1 + n % 9, 1);
    ASSERT_EQ(Text(program.Verify()), "") << ToText(schedule);
    for (const HazardFinding& finding :
         FindHazards(program.binary.programs.front(), arch::BuildSizes())) {
      ADD_FAILURE() << finding.text << "\n" << ToText(schedule);
    }
    extras.insert(schedule.extra);
    slower += schedule.length > BoundOf(schedule.shape).Max();
  }
  EXPECT_GT(extras.size(), 4u);
  EXPECT_GT(slower, 1200);
}

TEST(RandomScheduler, TheGoldenModelComputesTheConvolution) {
  std::mt19937 random(2);
  for (unsigned n = 0; n < 300; ++n) {
    EXPECT_TRUE(MakeRunnable(Draw(random), 3 + static_cast<int>(n % 7), n).IsRight()) << n;
  }
}

// Puts an operation up to two cycles earlier or later, where its slot is free; a cycle before the
// pass is the end of the pass before, a stage less.
bool MoveOne(Schedule* schedule, std::mt19937& random) {
  Placed& placed = schedule->operations[random() % schedule->operations.size()];
  const std::array<int, 4> distances = {-2, -1, 1, 2};
  int cycle = placed.cycle + distances[random() % distances.size()];
  const int stage = placed.stage + (cycle < 0 ? -1 : cycle >= schedule->length ? 1 : 0);
  cycle = (cycle + schedule->length) % schedule->length;
  for (const Placed& other : schedule->operations) {
    if (other.operation.slot == placed.operation.slot && other.cycle == cycle) return false;
  }
  if (stage < 0) return false;
  placed.cycle = cycle;
  placed.stage = stage;
  return true;
}

TEST(RandomScheduler, NoMovedOperationMakesAWrongProgramThatIsAccepted) {
  std::mt19937 random(3);
  int moved = 0;
  int wrong = 0;
  int refused = 0;
  for (int n = 0; n < 500; ++n) {
    const Schedule schedule = Draw(random);
    for (int change = 0; change < 4; ++change) {
      Schedule changed = schedule;
      if (!MoveOne(&changed, random)) continue;
      const RunnableProgram program = MakeRunnable(changed, 5, static_cast<unsigned>(n));
      const bool accepted = program.Verify().empty();
      const bool right = program.IsRight();
      EXPECT_FALSE(accepted && !right) << n << "\n" << ToText(changed);
      ++moved;
      wrong += !right;
      refused += !accepted;
    }
  }
  fmt::print("{} moved, {} refused, {} compute something else\n", moved, refused, wrong);
  EXPECT_GT(wrong, 300);
  EXPECT_GT(moved - refused, 100);  // into a cycle that is as good
}

// The cycle just before the first read of a stream word: wr_to_rd says two.
int CycleBeforeTheRead(const Schedule& schedule, const WordRef& ref) {
  int cycle = schedule.length;
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind != OpKind::kRd || !(placed.operation.ref == ref)) continue;
    cycle = std::min(cycle, placed.stage * schedule.length + placed.cycle - 1);
  }
  return cycle;
}

// Moves one write there, if that leaves the order of the stream and a cycle of port A is free.
bool WriteTooLate(Schedule* schedule) {
  std::set<int> busy;
  std::vector<Placed*> writes;
  for (Placed& placed : schedule->operations) {
    if (placed.operation.slot == Slot::kMemA) busy.insert(placed.cycle);
    if (placed.operation.kind == OpKind::kWr) writes.push_back(&placed);
  }
  for (size_t k = 0; k < writes.size(); ++k) {
    const int cycle = CycleBeforeTheRead(*schedule, writes[k]->operation.ref);
    const int before = k == 0 ? -1 : writes[k - 1]->cycle;
    const int behind = k + 1 == writes.size() ? schedule->length : writes[k + 1]->cycle;
    if (cycle <= before || cycle >= behind || busy.count(cycle) != 0) continue;
    writes[k]->cycle = cycle;
    return true;
  }
  return false;
}

TEST(RandomScheduler, AReadOneCycleTooSoonIsRefused) {
  std::mt19937 random(5);
  int moved = 0;
  for (int n = 0; n < 1000; ++n) {
    Schedule schedule = Draw(random);
    if (!WriteTooLate(&schedule)) continue;
    ++moved;
    const RunnableProgram program = MakeRunnable(schedule, 5, 1);
    EXPECT_FALSE(program.Verify().empty()) << n << "\n" << ToText(schedule);
    EXPECT_TRUE(program.IsRight());  // the model writes at once; a slower buffer may not
  }
  EXPECT_GT(moved, 10);
}

// Stream words of columns that no window reads may stand in any place, but not where a `wr even`
// would be the last: it waits for the word behind, which never comes.
TEST(RandomScheduler, AWriteThatWaitsForeverIsRefused) {
  if (!arch::BuildSizes().split) GTEST_SKIP() << "no `wr even`";
  std::mt19937 random(4);
  ProgramShape shape;
  shape.window = {1, 1, 2, 2};
  Schedule schedule = testing::RandomSchedule(shape, random);
  std::vector<Placed*> writes;
  for (Placed& placed : schedule.operations) {
    if (placed.operation.kind == OpKind::kWr) writes.push_back(&placed);
  }
  EXPECT_TRUE(MakeRunnable(schedule, 5, 1).IsRight());
  std::swap(writes[writes.size() - 2]->operation, writes.back()->operation);
  const RunnableProgram program = MakeRunnable(schedule, 5, 1);
  EXPECT_FALSE(program.IsRight());
  EXPECT_FALSE(program.Verify().empty());
}

}  // namespace
}  // namespace nve
