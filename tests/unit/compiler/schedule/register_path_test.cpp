// SPDX-License-Identifier: Apache-2.0
// The exact register path against exhaustive search: cycles and words under both goals, on random
// sequences and on those of small windows; and each path executed on registers.
#include "compiler/schedule/register_path.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/unit/compiler/schedule/exhaustive_path.hpp"

namespace nve {
namespace {

using testing::ExhaustivePath;
using testing::PathSize;

// Checks both goals; returns the path with the fewest cycles.
RegisterPath ExpectExact(const OperationSequence& sequence, bool share) {
  for (const PathGoal goal : {PathGoal::kCycles, PathGoal::kWords}) {
    const RegisterPath path = ShortestRegisterPath(sequence, goal, share);
    const PathSize least = ExhaustivePath(sequence, goal, share);
    EXPECT_EQ(path.cycles, least.cycles);
    EXPECT_EQ(path.words, least.words);
    EXPECT_EQ(testing::PathProblem(sequence, path, share), "");
    EXPECT_EQ(path.words, std::count(path.wreg_is_set.begin(), path.wreg_is_set.end(), true));
  }
  return ShortestRegisterPath(sequence, PathGoal::kCycles, share);
}

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

// Maps of a few macs, each after none, one or two image operations of either kind.
OperationSequence RandomSequence(std::mt19937& random, size_t most_macs = 6) {
  OperationSequence sequence;
  const auto port_a = static_cast<unsigned>(random() % 101);  // per cent of the image operations
  const auto add_image = [&] {
    ImageStep step;
    step.word_a = random() % 100 < port_a ? 0 : -1;
    sequence.image.push_back({step, 0, 0});
  };
  for (size_t maps = 1 + random() % 3; maps > 0; --maps) {
    sequence.vmac.push_back({true, {}, static_cast<int>(sequence.image.size())});
    for (size_t macs = 1 + random() % most_macs; macs > 0; --macs) {
      // Windows have one or two; none is a mac that takes the pixels of the one before again.
      for (size_t images = (random() % 6 + 3) / 4; images > 0; --images) add_image();
      if (sequence.image.empty()) add_image();
      sequence.vmac.push_back({false, {}, static_cast<int>(sequence.image.size())});
    }
  }
  return sequence;
}

TEST(RegisterPath, RandomSequencesAreExact) {
  std::mt19937 random(1);
  int above_all_slots = 0;
  int more_words_for_fewer_cycles = 0;
  int over_the_iteration = 0;
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(n);
    const OperationSequence sequence = RandomSequence(random);
    const bool share = n % 4 == 0;
    const RegisterPath fast = ExpectExact(sequence, share);
    const RegisterPath small = ShortestRegisterPath(sequence, PathGoal::kWords, share);
    above_all_slots +=
        fast.cycles > static_cast<int>(std::max(sequence.vmac.size(), sequence.image.size()));
    more_words_for_fewer_cycles += small.words < fast.words;
    over_the_iteration += fast.wreg_is_set.front() ? 0 : 1;  // its word began before it
    if (HasFailure()) break;
  }
  // The sequences ask for every freedom the path has.
  EXPECT_GT(above_all_slots, 50);
  EXPECT_GT(more_words_for_fewer_cycles, 2);
  EXPECT_GT(over_the_iteration, 20);
}

TEST(RegisterPath, ShortSequencesAreExact) {
  std::mt19937 random(3);
  for (int n = 0; n < 150; ++n) {
    SCOPED_TRACE(n);
    ExpectExact(RandomSequence(random, 2), n % 4 == 0);
    if (HasFailure()) break;
  }
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

// Says where words begin: every map with a new one, and with four to a word nowhere between.
OperationSequence WithWords(OperationSequence sequence, bool full) {
  int place = 0;
  for (VmacOperation& op : sequence.vmac) {
    place = op.set_rb ? 0 : (place + 1) % arch::kRwEntries;
    if (op.set_rb || (full && place == 0)) {
      op.word = WordStart::kMust;
    } else if (full) {
      op.word = WordStart::kMustNot;
    }
  }
  return sequence;
}

// The three packings: fewer cycles the more freedom there is.
TEST(RegisterPath, WordsBeginWhereTheOperationsSay) {
  std::mt19937 random(2);
  int shorter_words_help = 0;
  int sharing_helps = 0;
  for (int n = 0; n < 200; ++n) {
    SCOPED_TRACE(n);
    const OperationSequence free = RandomSequence(random);
    const bool share = n % 4 == 0;
    const RegisterPath across = ExpectExact(free, share);
    const RegisterPath words = ExpectExact(WithWords(free, false), share);
    const RegisterPath full = ExpectExact(WithWords(free, true), share);
    EXPECT_LE(across.cycles, words.cycles);
    EXPECT_LE(words.cycles, full.cycles);
    EXPECT_LE(full.words, words.words);
    shorter_words_help += words.cycles < full.cycles;
    sharing_helps += across.cycles < words.cycles;
    if (HasFailure()) break;
  }
  EXPECT_GT(shorter_words_help, 20);
  EXPECT_GT(sharing_helps, 10);
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
