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

/// The most bursts of a direction that a board lets a port have under way.
inline constexpr int64_t kMostAcceptance = 64;

/// The read side. Bursts have numbers, from 0.
class ReadPort {
 public:
  /// `acceptance`: bursts under way at most (Board::acceptance).
  ReadPort(int number, MemoryTimes& memory, int64_t acceptance)
      : number_(number), memory_(memory), acceptance_(acceptance) {}

  /// When an address offered from cycle `want` on is the port's. Masters that offer theirs in the
  /// same cycle find the same room: the second follows the first.
  Cycle Accept(Cycle want) const {
    const int64_t oldest = bursts_ - acceptance_;
    if (std::max(want, After(last_words_.At(oldest - 1))) <= address_) return address_ + 1;
    return std::max(want, After(last_words_.At(oldest)));
  }

  /// A burst whose address became the port's in cycle `now`: its number.
  int64_t Read(Cycle now, uint64_t address, int64_t beats, int64_t beat_bytes, int master) {
    address_ = now;
    master_ = master;
    waiting_.push_back({.port = number_,
                        .address = address,
                        .beats = static_cast<int>(beats),
                        .beat_bytes = static_cast<int>(beat_bytes)});
    memory_.Ask(waiting_.back(), now);
    return bursts_++;
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

  /// Who read last: the other one's turn comes first.
  int master() const { return master_; }

  bool waiting() const { return !waiting_.empty(); }
  /// The answer of the oldest one that waits is known.
  bool answered() const { return waiting() && memory_.AnswerOf(waiting_.front()) != kUnknown; }

 private:
  int number_;
  MemoryTimes& memory_;
  Cycle address_ = kLongAgo;  // the last one
  int master_ = kInputMaster;
  int64_t bursts_ = 0;               // asked for
  std::deque<MemoryBurst> waiting_;  // for their answer
  int64_t acceptance_;
  History<size_t{2} * kMostAcceptance> last_words_;
};

/// The write side: one word per cycle, bursts and responses in the order of the addresses. The
/// masters take a response at once; until then its burst is under way.
class WritePort {
 public:
  WritePort(int number, MemoryTimes& memory, int64_t acceptance)
      : number_(number), memory_(memory), acceptance_(acceptance) {}

  /// When an address offered from `want` on is the port's; kUnknown as long as an answer decides
  /// it. An address that waited beside the last one came with it.
  Cycle Accept(Cycle want) const {
    if (want <= address_) return address_;
    return std::max(want, After(responses_.At(begun_ - acceptance_)));
  }

  /// A burst whose address becomes the port's in cycle `now`: the cycle of its last word.
  Cycle Begin(Cycle now, int64_t beats, int master) {
    last_word_ = std::max(now, last_word_ + 1) + beats - 1;
    address_ = now;
    master_ = master;
    ++begun_;
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
  /// Who wrote last: the other one's turn comes first.
  int master() const { return master_; }

 private:
  int number_;
  MemoryTimes& memory_;
  Cycle address_ = kLongAgo;  // the last one
  Cycle last_word_ = kLongAgo;
  int master_ = kOutputMaster;
  int64_t begun_ = 0;                // bursts
  int64_t bursts_ = 0;               // ended
  std::deque<MemoryBurst> waiting_;  // for their response
  int64_t acceptance_;
  History<size_t{2} * kMostAcceptance> responses_;
};

}  // namespace nve::transfer
