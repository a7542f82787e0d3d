// A plain queue of fixed depth, the two stream FIFOs of the core (docs/isa.md, section 9).
//
// Whether a word may enter or leave is decided with the level at the start of the cycle; the caller
// asks Full and Empty before it changes anything, then pops, then pushes.
#pragma once

#include <array>
#include <cassert>

namespace nve::golden {

template <typename Word, int kDepth>
class Fifo {
 public:
  int level() const { return level_; }
  bool Empty() const { return level_ == 0; }
  bool Full() const { return level_ == kDepth; }

  /// The oldest word; the queue must not be empty.
  const Word& Front() const {
    assert(!Empty());
    return words_[first_];
  }

  /// The word behind the oldest; at least two must be in the queue.
  const Word& Second() const {
    assert(level_ >= 2);
    return words_[first_ + 1 == kDepth ? 0 : first_ + 1];
  }

  void Pop() {
    assert(!Empty());
    first_ = first_ + 1 == kDepth ? 0 : first_ + 1;
    --level_;
  }

  void Push(const Word& word) {
    assert(!Full());
    const int end = first_ + level_;
    words_[end >= kDepth ? end - kDepth : end] = word;
    ++level_;
  }

 private:
  std::array<Word, kDepth> words_{};
  int first_ = 0;  // index of the oldest word
  int level_ = 0;  // words in the queue
};

}  // namespace nve::golden
