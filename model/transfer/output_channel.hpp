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

  /// Cycle of the next write event, or kUnknown: a burst's address, then its last word.
  Cycle NextWrite();
  void CommitWrite();
  /// The next event is an address.
  bool AtAddress() const { return !writing_; }

  /// When descriptor `number` had its last response.
  Cycle Status(int64_t number) const { return status_.At(number); }
  /// The write-back engine took the next status.
  void StatusTaken(Cycle now) {
    status_taken_.Push(now);
    Respond();
  }

 private:
  struct Burst {
    uint64_t address = 0;
    int64_t beats = 0;
    bool ends_descriptor = false;
    Cycle first = 0;
    Cycle last = 0;
  };

  struct Response {
    Cycle ready = 0;
    bool ends_descriptor = false;
  };

  bool BeginCommand();
  /// Takes responses as long as there is room for the status they may cause.
  void Respond();

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
  bool writing_ = false;          // the oldest burst's address is with the port
  Cycle write_end_ = 0;           // its last word on the port
  int64_t collected_ = 0;         // bursts begun

  History<32> produced_;
  History<64> left_;
  History<64> late_words_;
  History<256> written_;  // words
  History<32> started_;   // bursts
  Cycle last_written_ = kLongAgo;
  std::deque<Response> waiting_;  // for the channel to take them
  History<32> responses_;         // bursts
  History<32> status_taken_;
  History<32> status_;  // descriptors
};

}  // namespace nve::transfer
