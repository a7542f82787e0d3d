// SPDX-License-Identifier: Apache-2.0
// S2MM: from the core's output FIFO to write bursts and their responses (rtl/nve_dma_s2mm.sv).
#pragma once

#include <deque>

#include "model/transfer/command_source.hpp"
#include "model/transfer/memory_port.hpp"

namespace nve::transfer {

class OutputChannel {
 public:
  OutputChannel(const DmaProfile& profile, ChannelWork work, WritePort& port);

  CommandSource& source() { return source_; }

  /// The core's `act` of cycle `now` makes the next word.
  void Push(Cycle now) {
    produced_.Push(now);
    Leave();
  }
  /// Cycle in which a word leaves the output FIFO, or kUnknown.
  Cycle Left(int64_t word) const { return left_.At(word); }
  /// How much of that was because of a late command.
  Cycle LateCommand(int64_t word) const { return late_words_.At(word); }
  /// Moves all words that can leave.
  void Leave();
  /// Frees the slots of bursts that were answered, as long as there is room for the status they may
  /// cause.
  void Collect();

  /// Cycle of the next write event, or kUnknown: a burst's address is offered, and taken, mostly at
  /// once, then its last word is written.
  Cycle NextWrite();
  void CommitWrite();

  /// When descriptor `number` had its last response.
  Cycle Status(int64_t number) const { return status_.At(number); }
  /// The write-back engine took the next status.
  void StatusTaken(Cycle now) {
    status_taken_.Push(now);
    Collect();
  }

 private:
  struct Burst {
    uint64_t address = 0;
    int64_t beats = 0;
    bool ends_descriptor = false;
    Cycle first = 0;  // word
    Cycle last = 0;
  };

  // A burst whose last word has been written.
  struct Written {
    int64_t number = 0;  // of the port
    bool ends_descriptor = false;
  };

  bool BeginCommand();
  Cycle NextOffer();
  void Offer();
  void BeginAtPort();

  DmaProfile profile_;
  CommandSource source_;
  WritePort& port_;

  bool active_ = false;
  Command command_;
  Cycle begin_ = 0;
  Cycle free_ = kLongAgo;  // the command before it has ended
  Burst open_;             // being collected
  std::deque<Burst> bursts_;
  Cycle begin_write_ = kUnknown;  // of the next burst
  bool offered_ = false;          // its address waits for the port
  Cycle offer_ = kUnknown;        // the next event of it
  Cycle address_ = kLongAgo;      // the port has taken the last one
  std::deque<Burst> at_port_;  // whose addresses the port took; `last`: of the words to the memory
  Cycle end_ = kUnknown;       // of the oldest of them
  int64_t collected_ = 0;      // bursts begun

  History<256> produced_;
  History<256> left_;
  History<256> late_words_;
  History<256> written_;    // words, to the port
  History<32> port_words_;  // from there to the memory
  History<32> started_;     // bursts
  Cycle last_written_ = kLongAgo;
  std::deque<Written> waiting_;  // for the channel to take their responses
  History<32> responses_;        // bursts
  History<32> status_taken_;
  History<32> status_;  // descriptors
};

}  // namespace nve::transfer
