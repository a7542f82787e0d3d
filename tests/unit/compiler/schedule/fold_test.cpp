// SPDX-License-Identifier: Apache-2.0
// Wrapping one iteration around the interval: every rule refuses what is off by one cycle and takes
// what is not.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/schedule/schedule.hpp"

namespace nve {
namespace {

WordRef Coefficients(int index) { return {WordRef::Kind::kCoefficients, index, 0, 0, 0}; }
WordRef Pixels(int word) { return {WordRef::Kind::kPixels, 0, 0, 0, word}; }

// A 1x1 window over one map: two stream words per iteration, none before, and `words` words of
// coefficients. Times are those of one iteration.
struct Iteration {
  explicit Iteration(int words = 1) {
    flat.shape = ProgramShape::OneMap({1, 1, 1, 1}, 1);
    flat.coefficient_words.resize(static_cast<size_t>(words));
  }
  Iteration& Add(Slot slot, OpKind kind, int time, const WordRef& ref = {}) {
    flat.operations.push_back({{slot, kind, ref, 0, ""}, time});
    if (kind == OpKind::kSetRb) flat.set_rb.push_back(time);
    return *this;
  }
  Iteration& ReadCoefficients(int index, int time) {
    return Add(Slot::kMemA, OpKind::kRd, time, Coefficients(index));
  }
  Iteration& ReadPixels(int time) {
    Add(Slot::kMemA, OpKind::kRd, time, Pixels(0));
    return Add(Slot::kMemB, OpKind::kRd, time, Pixels(1));
  }
  Iteration& SetRb(int time) { return Add(Slot::kVmac, OpKind::kSetRb, time); }
  FlatProgram flat;
};

// Cycle of the stream write of a word; -1: none.
int WriteCycle(const Schedule& schedule, int word) {
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind == OpKind::kWr && placed.operation.ref == Pixels(word)) {
      EXPECT_EQ(placed.stage, 0);
      return placed.cycle;
    }
  }
  return -1;
}

// The initial part ends with the last word of coefficients, one cycle before the first pass.
TEST(Fold, ReadsOfInitialWordsKeepTheirDistance) {
  static_assert(arch::kLatencyWrToRd == 2);
  EXPECT_FALSE(Fold(Iteration(1).ReadCoefficients(0, 0).SetRb(3).flat, 9, 0, false));
  EXPECT_TRUE(Fold(Iteration(1).ReadCoefficients(0, 1).SetRb(3).flat, 9, 0, false));
  EXPECT_FALSE(Fold(Iteration(2).ReadCoefficients(1, 0).SetRb(3).flat, 9, 0, false));
  EXPECT_TRUE(Fold(Iteration(2).ReadCoefficients(1, 1).SetRb(3).flat, 9, 0, false));
  EXPECT_TRUE(Fold(Iteration(2).ReadCoefficients(0, 0).SetRb(3).flat, 9, 0, false));
  // With the writes a stage ahead the first pass reads nothing.
  EXPECT_TRUE(Fold(Iteration(1).ReadCoefficients(0, 0).SetRb(3).flat, 9, 0, true));
}

// Columns that the initial part loads: one, of three words, behind the word of coefficients.
TEST(Fold, ReadsOfInitialColumnsKeepTheirDistance) {
  const auto fold = [](int column, int word, int time) {
    Iteration iteration(1);
    iteration.flat.shape = ProgramShape::OneMap({2, 2, 1, 1}, 1);
    iteration.Add(Slot::kMemB, OpKind::kRd, time, {WordRef::Kind::kPixels, 0, 0, column, word});
    return Fold(iteration.SetRb(0).flat, 12, 0, false).has_value();
  };
  EXPECT_FALSE(fold(0, 2, 0));
  EXPECT_TRUE(fold(0, 2, 1));
  EXPECT_TRUE(fold(0, 1, 0));
  EXPECT_TRUE(fold(0, 0, 0));
  // Of the other column the pass writes the words: two cycles before, in order.
  EXPECT_FALSE(fold(1, 0, 1));
  EXPECT_TRUE(fold(1, 0, 2));
  EXPECT_FALSE(fold(1, 2, 3));
  EXPECT_TRUE(fold(1, 2, 4));
}

// What the first iteration takes over of a word is read in the first pass, not before.
TEST(Fold, CarriedWordsAreReadInTheFirstPass) {
  const auto fold = [](int words, int carried_from, bool ahead) {
    Iteration iteration(words);
    iteration.SetRb(3).flat.carried_from = carried_from;
    return Fold(iteration.flat, 9, 0, ahead).has_value();
  };
  EXPECT_FALSE(fold(1, 0, false));
  EXPECT_TRUE(fold(1, 1, false));
  EXPECT_FALSE(fold(2, -1, false));
  EXPECT_TRUE(fold(2, 0, false));
  EXPECT_FALSE(fold(2, -10, true));
  EXPECT_TRUE(fold(2, -9, true));
}

TEST(Fold, NothingStandsBeforeTheFirstStage) {
  const FlatProgram flat = Iteration().Add(Slot::kIreg, OpKind::kShRi, -4).SetRb(3).flat;
  EXPECT_FALSE(Fold(flat, 9, -3, false));
  const std::optional<Schedule> schedule = Fold(flat, 9, -4, false);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->operations.front().operation.kind, OpKind::kShRi);
  EXPECT_EQ(schedule->operations.front().cycle, 0);
  EXPECT_EQ(schedule->operations.front().stage, 0);
}

TEST(Fold, OperationsDoNotMeetInASlot) {
  const auto fold = [](Slot slot, int time) {
    Iteration iteration;
    iteration.Add(Slot::kIreg, OpKind::kShRi, 2).Add(slot, OpKind::kShRi, time);
    return Fold(iteration.SetRb(3).flat, 9, 0, false).has_value();
  };
  EXPECT_FALSE(fold(Slot::kIreg, 2 + 9));
  EXPECT_TRUE(fold(Slot::kIreg, 2 + 9 + 1));
  EXPECT_TRUE(fold(Slot::kIreg, 2 + 9 - 1));
  EXPECT_TRUE(fold(Slot::kWreg, 2 + 9));
}

// One map: its sums are handed over by the `set rb` of the next iteration.
TEST(Fold, ActivationsFollowTheNextSetRb) {
  static_assert(arch::kLatencySetrbToAct == 3 && arch::kLatencyActToAct == 1);
  for (int boundary = -20; boundary <= 3; ++boundary) {
    const int first = 3 + 9 + 3 - boundary;  // cycles behind the boundary
    const std::optional<Schedule> schedule = Fold(Iteration().SetRb(3).flat, 9, boundary, false);
    ASSERT_EQ(schedule.has_value(), first % 9 != 8) << boundary;
    if (!schedule) continue;
    EXPECT_EQ(schedule->extra, first / 9);
    int half = 0;
    for (const Placed& placed : schedule->operations) {
      if (placed.operation.kind != OpKind::kAct) continue;
      EXPECT_EQ(placed.stage, schedule->extra);
      EXPECT_EQ(placed.cycle, first % 9 + half);
      EXPECT_EQ(placed.operation.half, half++);
    }
    EXPECT_EQ(half, 2);
  }
}

// Two maps, the second `later` than the first: the first map's activations follow the second
// `set rb`, the second's the first of the next iteration, 12 cycles later.
TEST(Fold, AllActivationsHaveOneStage) {
  const auto fold = [](int later, int boundary) {
    Iteration iteration;
    iteration.flat.shape.inputs_of_output = {{0}, {0}};
    return Fold(iteration.SetRb(0).SetRb(later).flat, 12, boundary, false);
  };
  EXPECT_FALSE(fold(2, 0));   // cycles 5 and 6 of stage 0, 3 and 4 of stage 1
  EXPECT_FALSE(fold(2, -6));  // 11 of stage 0 and 0 of stage 1
  const std::optional<Schedule> schedule = fold(2, -7);
  ASSERT_TRUE(schedule);  // 0 and 1, 10 and 11
  EXPECT_EQ(schedule->extra, 1);
}

// As late as possible: two cycles before the read, in the order of the stream, where port A is
// free.
TEST(Fold, WritesAreAsLateAsReadsAndPortAAllow) {
  struct Cycles {
    int first;
    int second;
  };
  const auto expect = [](int read, const std::vector<int>& busy, Cycles cycles) {
    Iteration iteration(2);
    for (const int time : busy) iteration.ReadCoefficients(0, time);
    const std::optional<Schedule> schedule =
        Fold(iteration.ReadPixels(read).SetRb(3).flat, 9, 0, false);
    ASSERT_EQ(schedule.has_value(), cycles.first >= 0) << read;
    if (!schedule) return;
    EXPECT_EQ(WriteCycle(*schedule, 0), cycles.first) << read;
    EXPECT_EQ(WriteCycle(*schedule, 1), cycles.second) << read;
  };
  expect(6, {}, {3, 4});
  expect(6, {4}, {2, 3});
  expect(6, {3}, {2, 4});
  expect(3, {}, {0, 1});
  expect(2, {}, {-1, -1});
  expect(4, {1}, {0, 2});
  expect(3, {1}, {-1, -1});
  expect(3, {0}, {-1, -1});
  expect(4, {0}, {1, 2});
  expect(4, {2}, {0, 1});
}

// Words that no window reads are written too, at the end of the pass.
TEST(Fold, WordsThatNobodyReadsAreWrittenLast) {
  const std::optional<Schedule> schedule =
      Fold(Iteration(2).ReadCoefficients(0, 8).SetRb(3).flat, 9, 0, false);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(WriteCycle(*schedule, 0), 6);
  EXPECT_EQ(WriteCycle(*schedule, 1), 7);
}

TEST(Fold, OperationsAreInTheOrderOfCyclesAndSlots) {
  const std::optional<Schedule> schedule =
      Fold(Iteration(2).ReadPixels(6).ReadCoefficients(1, 2).SetRb(3).flat, 9, 0, false);
  ASSERT_TRUE(schedule);
  const auto place = [](const Placed& placed) {
    return std::pair(placed.cycle, placed.operation.slot);
  };
  for (size_t k = 1; k < schedule->operations.size(); ++k) {
    EXPECT_LT(place(schedule->operations[k - 1]), place(schedule->operations[k]));
  }
}

// Where the boundary given needs more stages than the one behind the activations.
TEST(FoldBest, HasTheFewestStages) {
  const FlatProgram flat = Iteration(1).ReadCoefficients(0, 1).ReadPixels(4).SetRb(4).flat;
  EXPECT_EQ(BoundaryAfterActivations(flat), 4 + 3 + 1 + 1);
  for (int stages = 1; stages <= 4; ++stages) {
    const int boundary = 9 - 9 * stages;
    ASSERT_TRUE(Fold(flat, 9, boundary, false));
    EXPECT_EQ(Fold(flat, 9, boundary, false)->extra, stages);
    EXPECT_EQ(FoldBest(flat, 9, boundary)->extra, 1);
  }
  EXPECT_FALSE(Fold(flat, 9, 9, false));
  EXPECT_EQ(FoldBest(flat, 9, 9)->extra, 1);
}

// The first cycle of a stage reads what no cycle of the stage can have written.
TEST(FoldBest, HasOneStageMoreWhereTheWritesDoNotFit) {
  const FlatProgram flat = Iteration(2).ReadPixels(0).SetRb(4).flat;
  EXPECT_FALSE(Fold(flat, 9, 0, false));
  const std::optional<Schedule> schedule = FoldBest(flat, 9, 0);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->extra, 2);
  EXPECT_GE(WriteCycle(*schedule, 0), 0);
}

TEST(StreamWords, AreMapByMapColumnByColumn) {
  const ProgramShape shape = ProgramShape::OneMap({2, 3, 1, 2}, 2);  // columns of three words
  std::vector<WordRef> expected;
  for (const int input : {0, 1}) {
    for (const int column : {1, 2}) {
      for (const int word : {0, 1, 2}) {
        expected.push_back({WordRef::Kind::kPixels, 0, input, column, word});
      }
    }
  }
  EXPECT_EQ(NewWords(shape), expected);
  expected.clear();
  for (const int index : {0, 1}) expected.push_back(Coefficients(index));
  for (const int input : {0, 1}) {
    for (const int word : {0, 1, 2}) {
      expected.push_back({WordRef::Kind::kPixels, 0, input, 0, word});
    }
  }
  std::vector<WordRef> initial;
  for (const Operation& write : InitialWrites(shape, std::vector<CoefficientWordLabels>(2))) {
    EXPECT_EQ(write.kind, OpKind::kWr);
    EXPECT_EQ(write.slot, Slot::kMemA);
    initial.push_back(write.ref);
  }
  EXPECT_EQ(initial, expected);
}

}  // namespace
}  // namespace nve
