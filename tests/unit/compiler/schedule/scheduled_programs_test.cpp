// SPDX-License-Identifier: Apache-2.0
// Programs of the schedulers: the verifier proves each, no hazard is found, the golden model
// computes with some of them, and the intervals are the least there are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "arch/build_machine.hpp"
#include "compiler/schedule/ladder.hpp"
#include "compiler/schedule/optimal.hpp"
#include "compiler/schedule/register_path.hpp"
#include "compiler/verify/hazards.hpp"
#include "tests/unit/compiler/schedule/exhaustive_path.hpp"
#include "tests/unit/compiler/schedule/scheduled_program.hpp"

namespace nve {
namespace {

using testing::MakeRunnable;
using testing::RunnableProgram;

std::vector<ProgramShape> Shapes() {
  std::vector<ProgramShape> shapes;
  const std::vector<std::vector<std::vector<int>>> inputs = {
      {{0}}, {{0, 1}, {1}}, {{0}, {1}, {0, 1, 2}}};
  for (const Window& window : {Window{1, 1, 1, 1},
                               {2, 2, 1, 1},
                               {3, 3, 1, 1},
                               {3, 1, 1, 1},
                               {9, 1, 1, 2},
                               {1, 4, 1, 1},
                               {1, 1, 2, 3},
                               {4, 2, 2, 2},
                               {5, 2, 2, 1}}) {
    for (const std::vector<std::vector<int>>& list : inputs) {
      const ProgramShape shape = {window, static_cast<int>(list.back().size()), list};
      shapes.push_back(shape);
      shapes.back().inputs = list.size() == 1 ? 1 : list.size() == 2 ? 2 : 3;
      if (!window.CanBeHalf()) continue;
      shapes.push_back(shapes.back());
      shapes.back().window = window.Half();
    }
  }
  // Port A needs more cycles than the shortest register path: best are the fewest words here,
  shapes.push_back({{7, 2, 2, 4}, 2, {{0, 1}, {0, 1}}});
  // and here neither these nor the fewest cycles; with a word more than the fewest the path may be
  // a cycle above what port A needs, or below.
  shapes.push_back({{5, 1, 2, 2}, 1, {{0}, {0}, {0}, {0}}});
  shapes.push_back({{3, 3, 1, 4}, 2, {{1}, {0, 1}, {0, 1}, {0}}});
  shapes.push_back({{5, 1, 2, 1}, 1, {{0}, {0}}});
  shapes.push_back({{3, 2, 2, 1}, 3, {{0, 1, 2}, {2}, {0, 1, 2}}});
  return shapes;
}

std::string NameOf(const ProgramShape& shape) {
  return fmt::format("{}x{} step {} {}, {} rows, {} maps", shape.window.height, shape.window.width,
                     shape.window.stride_y, shape.window.stride_x, shape.window.rows,
                     shape.Outputs());
}

// Of every scheduler, if they fit this machine.
std::vector<Schedule> AllSchedules(const ProgramShape& shape) {
  std::vector<Schedule> schedules;
  const auto add = [&](Schedule schedule) {
    if (schedule.FitsBuffers()) schedules.push_back(std::move(schedule));
  };
  for (const bool packing : {false, true}) {
    for (const bool modulo : {false, true}) {
      for (const Algorithm1 variant : {Algorithm1::kThesis, Algorithm1::kScopes}) {
        add(ScheduleLadder(shape, {packing, modulo, variant}));
      }
    }
  }
  for (const Packing packing : {Packing::kOff, Packing::kWords, Packing::kAcross}) {
    add(ScheduleOptimal(shape, packing).schedule);
  }
  return schedules;
}

TEST(ScheduledPrograms, AreProvedRight) {
  int programs = 0;
  for (const ProgramShape& shape : Shapes()) {
    SCOPED_TRACE(NameOf(shape));
    unsigned seed = 0;
    for (const Schedule& schedule : AllSchedules(shape)) {
      const RunnableProgram program = MakeRunnable(schedule, 5, ++seed);
      ASSERT_EQ(fmt::format("{}", fmt::join(program.Verify(), "\n")), "") << ToText(schedule);
      EXPECT_TRUE(FindHazards(program.binary.programs.front(), arch::BuildSizes()).empty())
          << ToText(schedule);
      EXPECT_TRUE(seed % 4 != 0 || program.IsRight());
      ++programs;
    }
  }
  EXPECT_GT(programs, 200);
}

// Each word read is written, once, under the same name.
TEST(ScheduledPrograms, ReadWhatTheyWrite) {
  const auto key = [](const WordRef& ref) {
    return std::tuple(ref.kind, ref.index, ref.input, ref.column, ref.word);
  };
  for (const ProgramShape& shape : Shapes()) {
    for (const Schedule& schedule : AllSchedules(shape)) {
      std::set<decltype(key(WordRef()))> written;
      for (const Operation& write : schedule.initial) {
        EXPECT_TRUE(written.insert(key(write.ref)).second) << write.label;
      }
      for (const Placed& placed : schedule.operations) {
        if (placed.operation.kind != OpKind::kWr) continue;
        EXPECT_TRUE(written.insert(key(placed.operation.ref)).second) << placed.operation.label;
        EXPECT_EQ(placed.stage, 0);
      }
      for (const Placed& placed : schedule.operations) {
        if (placed.operation.kind != OpKind::kRd) continue;
        EXPECT_EQ(written.count(key(placed.operation.ref)), 1u) << placed.operation.label;
      }
    }
  }
}

// Without modulo scheduling an iteration of several maps takes as long as from its first operation
// to its last, activations of the one before included, unless port A needs more.
TEST(PlainSchedule, EndsWithItsLastOperation) {
  int tight = 0;
  for (const ProgramShape& shape : Shapes()) {
    if (shape.Outputs() == 1) continue;
    for (const bool packing : {false, true}) {
      const Schedule schedule = ScheduleLadder(shape, {packing, false, Algorithm1::kThesis});
      int first = schedule.length * (schedule.extra + 1);
      int last = 0;
      int port_a = 0;
      for (const Placed& placed : schedule.operations) {
        port_a += placed.operation.slot == Slot::kMemA;
        if (placed.operation.kind == OpKind::kWr) continue;
        int time = placed.stage * schedule.length + placed.cycle;
        if (placed.operation.kind == OpKind::kAct) time -= schedule.length;
        if (placed.operation.kind != OpKind::kAct) first = std::min(first, time);
        last = std::max(last, time);
      }
      EXPECT_GE(schedule.length, last - first + 1) << NameOf(shape);
      tight += schedule.length == std::max(last - first + 1, port_a);
      EXPECT_EQ(schedule.length, std::max(last - first + 1, port_a)) << NameOf(shape);
    }
  }
  EXPECT_GT(tight, 20);
}

// For every number of coefficient words the shortest path, and what port A needs beside it: the
// interval is the least of all.
TEST(ExactSchedule, HasTheLeastIntervalForAnyNumberOfWords) {
  for (const ProgramShape& shape : Shapes()) {
    SCOPED_TRACE(NameOf(shape));
    const OperationSequence sequence = SequenceOf(shape);
    const bool share = shape.window.IsHalf();
    const ProgramCounts counts = CountsOf(shape);
    const int port_a = PortASets(shape.window, counts) + NewWordCount(shape.window, counts);
    const int least_words = LeastCoefficientWords(shape.window, counts);
    EXPECT_FALSE(ShortestRegisterPathOfWords(sequence, least_words - 1, share));
    const RegisterPath fast = ShortestRegisterPath(sequence, PathGoal::kCycles, share);
    const RegisterPath small = ShortestRegisterPath(sequence, PathGoal::kWords, share);
    int least = std::max(fast.cycles, port_a + fast.words);
    int cycles = 1 << 20;
    for (int words = small.words - 1; words <= fast.words; ++words) {
      const auto path = ShortestRegisterPathOfWords(sequence, words, share);
      ASSERT_EQ(path.has_value(), words >= small.words) << words;
      if (!path) continue;
      EXPECT_EQ(testing::PathProblem(sequence, *path, share), "");
      EXPECT_LE(path->words, words);
      EXPECT_LE(path->cycles, cycles);
      cycles = path->cycles;
      EXPECT_TRUE(words != small.words || path->cycles == small.cycles) << path->cycles;
      EXPECT_TRUE(words != fast.words || path->cycles == fast.cycles) << path->cycles;
      least = std::min(least, std::max(path->cycles, port_a + path->words));
    }
    const OptimalSize size = SizeOfOptimal(shape);
    const CertifiedSchedule certified = ScheduleOptimal(shape);
    EXPECT_EQ(size.ii, least);
    EXPECT_EQ(certified.schedule.length, least);
    EXPECT_EQ(certified.certificate.register_bound, least);
    EXPECT_EQ(static_cast<int>(certified.schedule.coefficient_words.size()),
              size.coefficient_words);
  }
}

}  // namespace
}  // namespace nve
