// SPDX-License-Identifier: Apache-2.0
// From descriptors to the commands of a data mover, one contiguous piece each: the descriptor queue
// of a channel and, in the mover, its row generator (rtl/nve_dma_cmdq.sv, nve_dma_rows.sv).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "host/driver/dma_descriptors.hpp"
#include "model/transfer/dma_profile.hpp"
#include "model/transfer/history.hpp"

namespace nve::transfer {

/// What a channel moves in one step, and from when on.
struct ChannelWork {
  std::vector<dma::Move> moves;
  std::vector<uint32_t> list;  ///< map bases the moves refer to
  uint64_t ring = 0;           ///< address of the first descriptor
  Cycle tail = 0;              ///< handshake of the TAILDESC write
};

struct Command {
  uint64_t address = 0;
  int64_t bytes = 0;
  bool last = false;  ///< of its descriptor
  bool mark = false;  ///< moves nothing: a map list has been loaded
  Cycle pushed = 0;   ///< into the data mover's queue
};

class CommandSource {
 public:
  CommandSource(const DmaProfile& profile, ChannelWork work);

  /// From when on the channel wants its next fetch; kUnknown: not yet, or none is left.
  Cycle FetchRequest() const;
  /// A read of the descriptor port.
  struct Fetch {
    uint64_t address = 0;
    int64_t beats = 0;
    bool list = false;
  };
  /// What a fetch granted in cycle `now` reads.
  Fetch FetchAt(Cycle now) const;
  /// The fetch has been checked in cycle `checked`.
  void Fetched(const Fetch& fetch, Cycle checked);

  /// The oldest command whose time is known, or nullptr.
  const Command* Front() const { return ready_.empty() ? nullptr : &ready_.front(); }
  /// It left the data mover's queue in cycle `taken`.
  void Take(Cycle taken);

  int64_t descriptors() const { return static_cast<int64_t>(work_.moves.size()); }

 private:
  void Generate();
  bool BeginMove();
  void Emit(Command command, bool last);
  Cycle Room() const;

  DmaProfile profile_;
  ChannelWork work_;
  std::deque<Command> ready_;
  int64_t fetched_ = 0;  // descriptors
  int64_t current_ = 0;  // descriptor that is turned into commands
  bool begun_ = false;   // its first command is being made
  uint32_t column_ = 0, map_ = 0, step_ = 0;
  Cycle earliest_ = 0;     // of the next command
  int64_t list_left_ = 0;  // words of a list not asked for
  uint64_t list_address_ = 0;
  Cycle list_request_ = kUnknown;
  int64_t commands_ = 0;  // pushed
  History<16> checked_;   // descriptors
  History<16> left_;      // descriptors that left the queue
  History<8> taken_;      // commands
};

}  // namespace nve::transfer
