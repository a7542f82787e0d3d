// SPDX-License-Identifier: Apache-2.0
// MM2S: from commands to read bursts to words of the core's input FIFO (rtl/nve_dma_mm2s.sv).
//
// A word w is read at the latest of its burst's answer and the word before it, and enters the FIFO
// when the word before it has and the word w - depth has left. A burst's address waits for its
// command, the burst before it, room for its words, and a slot.
#pragma once

#include <deque>

#include "model/transfer/command_source.hpp"
#include "model/transfer/memory_port.hpp"

namespace nve::transfer {

class InputChannel {
 public:
  InputChannel(const DmaProfile& profile, ChannelWork work, ReadPort& port, int64_t fifo_words);

  CommandSource& source() { return source_; }

  /// Cycle of the next read address, or kUnknown.
  Cycle NextRead();
  void CommitRead();

  /// The core took the next word in cycle `now`.
  void Pop(Cycle now) { popped_.Push(now); }

  /// Cycle in which word `word` enters the input FIFO, or kUnknown.
  Cycle Entered(int64_t word) {
    if (word >= entered_.count()) Enter();
    return entered_.At(word);
  }

  /// Of a word that has entered: how much later its burst was asked for because its command came
  /// late.
  Cycle LateCommand(int64_t word) const { return late_words_.At(word); }

  /// When descriptor `number` had moved its last word.
  Cycle Status(int64_t number) const { return status_.At(number); }
  /// The write-back engine took the next status.
  void StatusTaken(Cycle now) { status_taken_.Push(now); }

  /// Takes the words of bursts that have been answered.
  void Collect();
  /// Enters all words that can.
  void Enter();

 private:
  /// A burst that has been asked for.
  struct Burst {
    int64_t number = 0;  // of the port
    int64_t beats = 0;
    Cycle late = 0;
  };

  bool BeginCommand();
  bool EndDescriptors();

  DmaProfile profile_;
  CommandSource source_;
  ReadPort& port_;
  int64_t fifo_words_;  // of the core's input FIFO

  // The command in execution
  bool active_ = false;
  Command command_;
  Cycle begin_ = 0;          // first cycle for its first address
  Cycle late_ = 0;           // of it because of the command
  bool fresh_ = true;        // the next command is a descriptor's first
  int64_t descriptors_ = 0;  // begun
  Cycle next_ = kUnknown;    // the port passes the next address on
  Cycle taken_ = kUnknown;   // the port takes it
  int64_t beats_ = 0;        // of the next burst
  Cycle last_address_ = kLongAgo;

  int64_t asked_bursts_ = 0;
  int64_t asked_words_ = 0;
  std::deque<Burst> waiting_;  // for their words
  History<64> last_words_;     // answered bursts
  History<512> read_;          // words
  History<512> late_words_;
  History<512> entered_;
  History<256> popped_;

  // Descriptors that end: words up to then, cycle of a mark
  History<32> end_words_;
  History<32> marks_;
  History<32> status_;
  History<32> status_taken_;
};

}  // namespace nve::transfer
