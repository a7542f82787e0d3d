// SPDX-License-Identifier: Apache-2.0
// Where everything of a binary lies in the memory of a board, and which descriptors each step
// needs.
//
// Planes and coefficients come first, at a multiple of all banks, then the code of every program
// and the activation tables, one directly behind the other. A core has for each direction a buffer
// for streams in one block, a map list of the mover and a ring of descriptors. These are allocated
// when a step first needs them, and again, twice as large, when one needs more: memory is never
// given back. Driver, transfer model and the check of capacity ask this class; none of them places
// anything itself.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "program/binary.hpp"
#include "program/board.hpp"
#include "program/memory_image.hpp"
#include "program/moves.hpp"
#include "program/start_load.hpp"

namespace nve {

/// What one direction of a step moves, and where.
struct ChannelPlacement {
  std::vector<dma::Move> moves;  ///< a descriptor each
  std::vector<uint32_t> list;    ///< map bases the moves refer to, of the mover
  uint64_t list_address = 0;     ///< where they lie for the move that loads them
  dma::Block buffer;             ///< the stream in one block; 0 bytes: it is moved in pieces
  uint64_t ring = 0;             ///< address of the first descriptor
  size_t ring_capacity = 0;      ///< descriptors
};

struct StepPlacement {
  ChannelPlacement input;
  ChannelPlacement output;
};

/// Bytes taken from the board's memory, by what they are for.
struct HostMemory {
  uint64_t planes = 0;       ///< feature maps and coefficients
  uint64_t code = 0;         ///< instructions of all programs, activation tables
  uint64_t buffers = 0;      ///< streams in one block, map lists
  uint64_t descriptors = 0;  ///< rings
  uint64_t Sum() const { return planes + code + buffers + descriptors; }
};

/// Takes `bytes` of memory at a multiple of `alignment`, a power of two: their address.
using AllocateMemory = std::function<uint64_t(uint64_t bytes, uint64_t alignment)>;

/// One block behind the other, from the end of the board's reserved area on and without end.
AllocateMemory AllocatorOf(const Board& board);

class Placement {
 public:
  /// Places planes, coefficients, code and tables. `binary` must outlive this. One descriptor moves
  /// at most `max_descriptor_bytes`.
  Placement(const Binary& binary, const Board& board, AllocateMemory allocate,
            uint64_t max_descriptor_bytes = dma::kMaxLength);

  const MemoryLayout& layout() const { return layout_; }
  dma::Block Code(int program) const { return code_[static_cast<size_t>(program)]; }
  dma::Block Table(int table) const {
    return {tables_ + static_cast<uint64_t>(table * kTableBytes), kTableBytes};
  }

  /// The descriptors of a step on the core that it names, and memory for them; what it loads comes
  /// first.
  StepPlacement Place(const RunStep& step, Feed feed, StartLoad load);

  /// What has been taken so far.
  const HostMemory& taken() const { return taken_; }

 private:
  // One direction of one core: its latest, largest blocks.
  struct Lane {
    dma::Block buffer;
    uint64_t list = 0;
    uint64_t ring = 0;
    size_t descriptors = 0;
  };
  struct Core {
    Lane input;
    Lane output;
  };

  uint64_t Take(uint64_t bytes, uint64_t alignment, uint64_t HostMemory::*purpose);
  dma::Block ReserveBuffer(Lane& lane, const std::vector<Transfer>& transfers);
  void ReserveRing(Lane& lane, ChannelPlacement& channel);
  std::vector<dma::Block> Loaded(int program, StartLoad load) const;
  ChannelPlacement PlaceChannel(Lane& lane, const std::vector<Transfer>& transfers, Feed feed,
                                std::vector<dma::Block> loaded);
  void PlaceRows(Lane& lane, const std::vector<Transfer>& transfers, ChannelPlacement& channel);

  const Binary& binary_;
  AllocateMemory allocate_;
  uint64_t max_descriptor_bytes_;
  HostMemory taken_;
  MemoryLayout layout_;
  std::vector<dma::Block> code_;  // by program
  uint64_t tables_ = 0;           // address of the first
  std::map<int, Core> cores_;
};

}  // namespace nve
