// SPDX-License-Identifier: Apache-2.0
// The exact register path against exhaustive search on the sequences of small windows: cycles and
// words under both goals, and each path executed on registers.
#include "compiler/schedule/register_path.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/compiler/schedule/exact_path.hpp"

namespace nve {
namespace {

using testing::ExpectExact;
using testing::PathSize;

OperationSequence SequenceOf(const Window& window, std::vector<std::vector<int>> inputs) {
  ProgramShape shape;
  shape.window = window;
  shape.inputs = 1;
  for (const std::vector<int>& list : inputs) {
    for (const int input : list) shape.inputs = std::max(shape.inputs, input + 1);
  }
  shape.inputs_of_output = std::move(inputs);
  return SequenceOf(shape);
}

TEST(RegisterPath, SmallWindowsAreExact) {
  for (const int stride : {1, 2}) {
    for (const auto& [height, width] : std::vector<std::pair<int, int>>{{1, 1},
                                                                        {1, 2},
                                                                        {1, 3},
                                                                        {2, 1},
                                                                        {2, 2},
                                                                        {3, 1},
                                                                        {3, 2},
                                                                        {3, 3},
                                                                        {4, 2},
                                                                        {5, 2},
                                                                        {6, 2}}) {
      const Window window = {height, width, stride, stride};
      SCOPED_TRACE(fmt::format("{}x{} step {}", height, width, stride));
      ExpectExact(SequenceOf(window, {{0}}), false);
      if (height * width <= 4) ExpectExact(SequenceOf(window, {{0, 1}, {1}}), false);
      if (window.CanBeHalf()) ExpectExact(SequenceOf(window.Half(), {{0, 1}, {1}}), true);
    }
  }
}

// Eight VMAC operations in eight cycles: the image operation of each mac stands in the cycle before
// it, as does what brings its coefficient. Macs 2, 4, 5 and 7 load port A's output, so no word may
// begin with them. Of two words that hold all eight one would (2 and 6, 3 and 7, 4 and 0, 5 and 1):
// words have to come before the old ones are used up.
TEST(RegisterPath, AWordComesBeforeTheOldOneIsUsedUp) {
  OperationSequence sequence;
  sequence.vmac.push_back({true, {}, 0});
  for (int mac = 1; mac <= 7; ++mac) {
    ImageStep step;
    step.word_a = mac == 2 || mac == 4 || mac == 5 || mac == 7 ? 0 : -1;
    sequence.image.push_back({step, 0, 0});
    sequence.vmac.push_back({false, {}, mac});
  }
  const RegisterPath fast = ExpectExact(sequence, false);
  EXPECT_EQ(fast.cycles, 8);
  EXPECT_EQ(fast.words, 3);
  const RegisterPath small = ShortestRegisterPath(sequence, PathGoal::kWords, false);
  EXPECT_EQ(small.cycles, 9);
  EXPECT_EQ(small.words, 2);
  // With port A shared nothing is in the way.
  const RegisterPath shared = ExpectExact(sequence, true);
  EXPECT_EQ(shared.cycles, 8);
  EXPECT_EQ(shared.words, 2);
}

// Two maps of five coefficients: three words, one of which serves both maps; apart they take four.
TEST(RegisterPath, WordsReachOverTheEndOfAMap) {
  const RegisterPath path = ExpectExact(SequenceOf({2, 2, 1, 1}, {{0}, {0}}), false);
  EXPECT_EQ(path.cycles, 10);
  EXPECT_EQ(path.words, 3);
  EXPECT_EQ(ExpectExact(SequenceOf({2, 2, 1, 1}, {{0}}), false).words, 2);
}

// Two maps of five coefficients: three words shared, four apart. In maps of ten the third word of
// four begins with a mac that loads port A's output; a shorter one saves that cycle.
TEST(RegisterPath, PackingOfTheSequenceSaysWhereWordsBegin) {
  const auto size = [](int kernel, Packing packing) {
    const ProgramShape two_maps = {{kernel, kernel, 1, 1}, 1, {{0}, {0}}};
    const RegisterPath path = ExpectExact(SequenceOf(two_maps, packing), false);
    return PathSize{path.cycles, path.words};
  };
  EXPECT_EQ(size(2, Packing::kAcross), (PathSize{10, 3}));
  EXPECT_EQ(size(2, Packing::kWords), (PathSize{10, 4}));
  EXPECT_EQ(size(2, Packing::kOff), (PathSize{10, 4}));
  EXPECT_EQ(size(3, Packing::kWords), (PathSize{20, 6}));
  EXPECT_EQ(size(3, Packing::kOff), (PathSize{22, 6}));
}

// Nine macs and a bias with an image operation of port A every third: figure 26's loop, ten cycles.
TEST(RegisterPath, Filter3x3TakesTenCycles) {
  const RegisterPath path = ExpectExact(SequenceOf({3, 3, 1, 1}, {{0}}), false);
  EXPECT_EQ(path.cycles, 10);
  EXPECT_EQ(path.words, 3);
}

// A window of height 1 sets ri for every mac: ri and rw take turns at port A's output, unless only
// port B feeds ri.
TEST(RegisterPath, HalfVectorsSetBothRegistersInOneCycle) {
  const OperationSequence full = SequenceOf({1, 1, 1, 1}, {{0, 1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(ExpectExact(full, false).cycles, 7 + 2);  // 7 sets of ri, 2 of rw
  const OperationSequence half = SequenceOf(Window{1, 1, 1, 1}.Half(), {{0, 1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(ExpectExact(half, true).cycles, 8);  // 7 macs and `set rb`
}

}  // namespace
}  // namespace nve
