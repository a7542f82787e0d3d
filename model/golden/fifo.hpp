// SPDX-License-Identifier: Apache-2.0
// A plain queue of fixed depth, the two stream FIFOs of the core (docs/isa.md, section 9).
//
// Whether a word may enter or leave is decided with the level at the start of the cycle; the caller
// asks Full and Empty before it changes anything, then pops, then pushes.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace nve::golden {

template <typename Word, int kDepth>
class Fifo {
 public:
  int level() const { return level_; }
  bool Empty() const { return level_ == 0; }
  bool Full() const { return level_ == kDepth; }

  /// Place of the next word to enter, also while the queue is full.
  int enter() const { return Place(leave_ + level_); }
  /// Place of the next word to leave; enter() while the queue is empty.
  int leave() const { return leave_; }

  /// The oldest word; the queue must not be empty.
  const Word& Front() const {
    assert(!Empty());
    return words_[leave_];
  }

  /// The word behind the oldest; at least two must be in the queue.
  const Word& Second() const {
    assert(level_ >= 2);
    return words_[Place(leave_ + 1)];
  }

  void Pop() {
    assert(!Empty());
    leave_ = Place(leave_ + 1);
    --level_;
  }

  /// No word inside, the next one enters place 0. The storage keeps what it holds.
  void Clear() {
    leave_ = 0;
    level_ = 0;
  }

  /// The storage of a place, whether a word lies in it or not.
  void SetPlace(int place, const Word& word) { words_[static_cast<size_t>(place)] = word; }

  void Push(const Word& word) {
    assert(!Full());
    words_[enter()] = word;
    ++level_;
  }

 private:
  // Of an index below two depths: a comparison is cheaper than a division.
  static int Place(int index) { return index >= kDepth ? index - kDepth : index; }

  std::array<Word, kDepth> words_{};
  int leave_ = 0;  // place of the oldest word
  int level_ = 0;  // words in the queue
};

}  // namespace nve::golden
