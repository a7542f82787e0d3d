// SPDX-License-Identifier: Apache-2.0
// Local buffer allocation (thesis 4.4): physical addresses and circular patterns for the words of a
// schedule.
//
// Coefficient words lie at the beginning, in stream order. Each input map then has a circular area
// of BufferColumns() columns. Column c of the map lies at place c mod columns; iteration i means by
// "column j" its column i * stride_x + j. So the address of (map, j, word) advances by stride_x
// columns per iteration:
//
//   offset = map's area + word + (j mod stride_x) * words      fixed
//   update = (j / stride_x) * inc, then rotating               inc = stride_x * words,
//                                                              toggle = columns * words
//
// An operation of stage k works k iterations behind the pass: in the first pass for iteration -k,
// whose column j lies k * stride_x places earlier, around the area.
// `update` only takes multiples of inc and so always meets toggle; one AGU mode serves all maps.
#pragma once

#include <string>

#include "compiler/schedule/schedule.hpp"
#include "program/instruction.hpp"

namespace nve {

/// Where the words of a program lie.
struct Allocation {
  int coefficient_words = 0;
  int words_per_column = 0;
  int columns = 0;  ///< of each map's circular area
  int stride_x = 1;
  int inputs = 0;
  int Inc() const { return stride_x * words_per_column; }
  int Toggle() const { return columns * words_per_column; }
  int AreaOf(int input) const { return coefficient_words + input * Toggle(); }
  int Words() const { return coefficient_words + inputs * Toggle(); }
};

/// AGU mode of pixel words that rotate.
inline constexpr int kPixelMode = 1;

Allocation AllocateBuffer(const Schedule& schedule);

/// Address fields of a word written in the initial part.
MemSlot InitialAddress(const Allocation& allocation, const WordRef& ref);

/// Address fields of a word in the repeated part, for an operation that works for that iteration in
/// the first pass: -k for stage k.
MemSlot RepeatedAddress(const Allocation& allocation, const WordRef& ref, int iteration);

/// Address fields of a word outside the repeated part, for an operation of that iteration.
MemSlot FixedAddress(const Allocation& allocation, WordRef ref, int iteration);

}  // namespace nve
