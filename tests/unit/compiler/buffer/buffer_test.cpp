// SPDX-License-Identifier: Apache-2.0
// Local buffer allocation: sizes and the circular addresses of thesis figures 10 and 18.
#include <gtest/gtest.h>

#include "compiler/buffer/allocation.hpp"
#include "compiler/schedule/ladder.hpp"

namespace nve {
namespace {

Allocation Allocate(const Window& window, int inputs) {
  return AllocateBuffer(SchedulePlain(ProgramShape::OneMap(window, inputs)));
}

WordRef Pixel(int input, int column, int word) {
  return {WordRef::Kind::kPixels, 0, input, column, word};
}

TEST(Allocation, WordsOfTheReference) {
  EXPECT_EQ(Allocate({3, 3, 1, 1}, 1).Words(), 15);
  EXPECT_EQ(Allocate({6, 6, 2, 2}, 1).Words(), 50);  // 10 coefficient words, 8 columns of 5
}

TEST(Allocation, CoefficientsAreFixed) {
  const Allocation allocation = Allocate({3, 3, 1, 1}, 1);
  const MemSlot slot = RepeatedAddress(allocation, {WordRef::Kind::kCoefficients, 2, 0, 0, 0}, 1);
  EXPECT_EQ(slot.offset, 2);
  EXPECT_EQ(slot.update, 0);
  EXPECT_EQ(slot.mode, 0);
}

// The address (offset + update) of a column in iteration i must be where the column was written
// before.
void ExpectSamePlace(const Window& window, int inputs) {
  const Allocation allocation = Allocate(window, inputs);
  for (int input = 0; input < inputs; ++input) {
    for (int column = 0; column < window.SpanColumns(); ++column) {
      for (int iteration = 0; iteration < 3 * allocation.columns; ++iteration) {
        for (int word = 0; word < allocation.words_per_column; ++word) {
          const MemSlot slot = RepeatedAddress(allocation, Pixel(input, column, word), 0);
          int update = slot.update;
          for (int step = 0; step < iteration; ++step) {
            update =
                update + allocation.Inc() == allocation.Toggle() ? 0 : update + allocation.Inc();
          }
          const int absolute = iteration * window.stride_x + column;
          const int place = absolute % allocation.columns;
          EXPECT_EQ(slot.offset + update, allocation.coefficient_words +
                                              input * allocation.Toggle() +
                                              place * allocation.words_per_column + word)
              << "allocation: the column is where it was written";
        }
      }
    }
  }
}

TEST(Allocation, RotatingAddressesFollowTheColumns) {
  ExpectSamePlace({3, 3, 1, 1}, 1);
  ExpectSamePlace({6, 6, 2, 2}, 2);
  ExpectSamePlace({5, 5, 2, 2}, 2);
  ExpectSamePlace({4, 3, 1, 2}, 2);
}

// One pass later, stage 1 works where stage 0 worked for the same iteration.
TEST(Allocation, LaterStagesAreOneRotationBehind) {
  const Allocation allocation = Allocate({6, 6, 2, 2}, 2);
  for (int column = 0; column < 6; ++column) {
    const MemSlot now = RepeatedAddress(allocation, Pixel(1, column, 3), 0);
    const MemSlot later = RepeatedAddress(allocation, Pixel(1, column, 3), -1);
    EXPECT_EQ(later.offset, now.offset);
    EXPECT_EQ((later.update + allocation.Inc()) % allocation.Toggle(), now.update);
  }
}

// The word an operation of the repeated part uses in a later pass.
TEST(Allocation, FixedAddressesFollowTheRotation) {
  const Allocation allocation = Allocate({6, 6, 2, 2}, 2);
  const MemSlot start = RepeatedAddress(allocation, Pixel(1, 3, 2), -1);
  int update = start.update;
  for (int pass = 0; pass < 20; ++pass) {
    const MemSlot fixed = FixedAddress(allocation, Pixel(1, 3, 2), pass - 1);
    EXPECT_EQ(fixed.mode, 0);
    EXPECT_EQ(fixed.offset, start.offset + update) << "allocation: the word of a later pass";
    update = (update + allocation.Inc()) % allocation.Toggle();
  }
}

TEST(Allocation, InitialWritesUseThePlacesOfTheFirstIteration) {
  const Allocation allocation = Allocate({6, 6, 2, 2}, 2);
  for (int column = 0; column < 4; ++column) {
    const MemSlot fixed = InitialAddress(allocation, Pixel(1, column, 3));
    const MemSlot rotating = RepeatedAddress(allocation, Pixel(1, column, 3), 0);
    EXPECT_EQ(fixed.mode, 0);
    EXPECT_EQ(fixed.offset, rotating.offset + rotating.update);
  }
}

}  // namespace
}  // namespace nve
