// SPDX-License-Identifier: Apache-2.0
// A memory port: one address and one word per cycle and direction, answers in the order of the
// addresses, a limited number of reads under way (docs/memory.md, section 1).
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>

#include "model/transfer/dma_profile.hpp"
#include "model/transfer/memory_times.hpp"

namespace nve::transfer {

/// Masters of a port.
inline constexpr int kDescriptorMaster = 0;
inline constexpr int kInputMaster = 1;
inline constexpr int kOutputMaster = 2;

/// Words of a master that a port holds until its address' turn comes.
inline constexpr int64_t kPortWords = 16;

/// The most bursts of a direction that a board lets a port have under way.
inline constexpr int64_t kMostAcceptance = 64;

/// What becomes of an address that is offered; kUnknown as long as an answer decides it.
struct Acceptance {
  Cycle taken = kUnknown;   ///< the port takes it from its master
  Cycle passed = kUnknown;  ///< it passes it on: a cycle later if another master's goes first
};

/// The addresses of one direction: a port takes one of each master, as long as fewer bursts than
/// `acceptance` are under way, and passes one on in a cycle, in turns.
class AddressPort {
 public:
  explicit AddressPort(int64_t acceptance, int master) : acceptance_(acceptance), master_(master) {}

  /// Of an address that `master` offers from `want` on. Two masters' that come in the same cycle
  /// find the same room. `ends`: when bursts end.
  template <typename Ends>
  Acceptance Accept(Cycle want, int master, const Ends& ends) const {
    const int64_t oldest = bursts_ - acceptance_;
    const bool beside = master != master_ && std::max(want, After(ends.At(oldest - 1))) <= last_;
    if (beside) return {last_, last_ + 1};
    const Cycle alone = std::max({want, last_ + 1, After(ends.At(oldest))});
    return {alone, alone};
  }
  /// An address of `master` is passed on: the number of its burst, from 0.
  int64_t Pass(Cycle now, int master) {
    last_ = now;
    master_ = master;
    return bursts_++;
  }
  /// Whose address was the last: the other one's turn comes first.
  int master() const { return master_; }

 private:
  int64_t acceptance_;
  int master_;
  Cycle last_ = kLongAgo;  // passed on
  int64_t bursts_ = 0;
};

/// The read side. Bursts have numbers, from 0.
class ReadPort {
 public:
  /// `acceptance`: bursts under way at most (Board::acceptance).
  ReadPort(int number, MemoryTimes& memory, int64_t acceptance)
      : number_(number), memory_(memory), addresses_(acceptance, kInputMaster) {}

  /// Of an address that `master` offers from cycle `want` on.
  Acceptance Accept(Cycle want, int master) const {
    return addresses_.Accept(want, master, last_words_);
  }

  /// A burst whose address is passed on in cycle `now`: its number.
  int64_t Read(Cycle now, uint64_t address, int64_t beats, int64_t beat_bytes, int master) {
    waiting_.push_back({.port = number_,
                        .address = address,
                        .beats = static_cast<int>(beats),
                        .beat_bytes = static_cast<int>(beat_bytes)});
    memory_.Ask(waiting_.back(), now);
    return addresses_.Pass(now, master);
  }

  /// Takes the answers that have become known.
  void Collect() {
    for (; !waiting_.empty(); waiting_.pop_front()) {
      const Cycle ready = memory_.AnswerOf(waiting_.front());
      if (ready == kUnknown) return;
      last_words_.Push(std::max(ready, last_words_.Last() + 1) + waiting_.front().beats - 1);
    }
  }
  /// Of a burst's words, one of the last bursts; kUnknown before its answer.
  Cycle LastWord(int64_t burst) const { return last_words_.At(burst); }

  /// Who read last.
  int master() const { return addresses_.master(); }

  bool waiting() const { return !waiting_.empty(); }
  /// The answer of the oldest one that waits is known.
  bool answered() const { return waiting() && memory_.AnswerOf(waiting_.front()) != kUnknown; }

 private:
  int number_;
  MemoryTimes& memory_;
  AddressPort addresses_;
  std::deque<MemoryBurst> waiting_;  // for their answer
  History<size_t{2} * kMostAcceptance> last_words_;
};

/// The write side: one word per cycle, bursts and responses in the order of the addresses. The
/// masters take a response at once; until then its burst is under way.
class WritePort {
 public:
  WritePort(int number, MemoryTimes& memory, int64_t acceptance)
      : number_(number), memory_(memory), addresses_(acceptance, kOutputMaster) {}

  /// Of an address that `master` offers from cycle `want` on.
  Acceptance Accept(Cycle want, int master) const {
    return addresses_.Accept(want, master, responses_);
  }

  /// A burst whose address is passed on in cycle `now`: the cycle of its last word.
  Cycle Begin(Cycle now, int64_t beats, int master) {
    addresses_.Pass(now, master);
    last_word_ = std::max(now, last_word_ + 1) + beats - 1;
    return last_word_;
  }
  /// Its last word has been written in cycle `now`: its number.
  int64_t End(Cycle now, uint64_t address, int64_t beats, int64_t beat_bytes) {
    waiting_.push_back({.port = number_,
                        .write = true,
                        .address = address,
                        .beats = static_cast<int>(beats),
                        .beat_bytes = static_cast<int>(beat_bytes)});
    memory_.Ask(waiting_.back(), now);
    return bursts_++;
  }

  /// Takes the responses that have become known.
  void Collect() {
    for (; !waiting_.empty(); waiting_.pop_front()) {
      const Cycle ready = memory_.AnswerOf(waiting_.front());
      if (ready == kUnknown) return;
      responses_.Push(std::max(ready, responses_.Last() + 1));
    }
  }
  /// Of one of the last bursts; kUnknown before it is known.
  Cycle Response(int64_t burst) const { return responses_.At(burst); }

  bool waiting() const { return !waiting_.empty(); }
  /// The answer of the oldest one that waits is known.
  bool answered() const { return waiting() && memory_.AnswerOf(waiting_.front()) != kUnknown; }
  /// Who wrote last.
  int master() const { return addresses_.master(); }

 private:
  int number_;
  MemoryTimes& memory_;
  AddressPort addresses_;
  Cycle last_word_ = kLongAgo;
  int64_t bursts_ = 0;               // ended
  std::deque<MemoryBurst> waiting_;  // for their response
  History<size_t{2} * kMostAcceptance> responses_;
};

}  // namespace nve::transfer
