// SPDX-License-Identifier: Apache-2.0
// The exact register path against exhaustive search on random sequences, which know no machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/unit/compiler/schedule/exact_path.hpp"

namespace nve {
namespace {

using testing::ExpectExact;

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

TEST(RandomPath, RandomSequencesAreExact) {
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

TEST(RandomPath, ShortSequencesAreExact) {
  std::mt19937 random(3);
  for (int n = 0; n < 150; ++n) {
    SCOPED_TRACE(n);
    ExpectExact(RandomSequence(random, 2), n % 4 == 0);
    if (HasFailure()) break;
  }
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
TEST(RandomPath, WordsBeginWhereTheOperationsSay) {
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

}  // namespace
}  // namespace nve
