// SPDX-License-Identifier: Apache-2.0
// Places and descriptors: see placement.hpp.
#include "program/placement.hpp"

#include <algorithm>
#include <utility>

#include "base/round_up.hpp"
#include "program/mover_moves.hpp"

namespace nve {

AllocateMemory AllocatorOf(const Board& board) {
  return [free = board.reserved_bytes](uint64_t bytes, uint64_t alignment) mutable {
    const uint64_t address = RoundUp(free, alignment);
    free = address + bytes;
    return address;
  };
}

Placement::Placement(const Binary& binary, const Board& board, AllocateMemory allocate,
                     uint64_t max_descriptor_bytes)
    : binary_(binary), allocate_(std::move(allocate)), max_descriptor_bytes_(max_descriptor_bytes) {
  const MemoryPlacement where = {kBurstBytes, board.row_bytes, board.banks};
  // From a multiple of all banks on, so that the layout has the same size wherever it lies.
  const uint64_t bytes =
      std::max<uint64_t>(LayoutMemory(binary, 0, where).Bytes(), arch::kWordBytes);
  layout_ =
      LayoutMemory(binary, Take(bytes, board.row_bytes * board.banks, &HostMemory::planes), where);
  for (const Program& program : binary.programs) {
    const uint64_t size = program.code.size() * arch::kWordBytes;
    code_.push_back({Take(size, kBurstBytes, &HostMemory::code), size});
  }
  const uint64_t tables = binary.tables.size() * kTableBytes;
  if (tables > 0) tables_ = Take(tables, kBurstBytes, &HostMemory::code);
}

uint64_t Placement::Take(uint64_t bytes, uint64_t alignment, uint64_t HostMemory::*purpose) {
  taken_.*purpose += RoundUp(bytes, kBurstBytes);
  return allocate_(bytes, alignment);
}

dma::Block Placement::ReserveBuffer(Lane& lane, const std::vector<Transfer>& transfers) {
  const auto bytes = static_cast<uint64_t>(TotalBytes(transfers));
  if (bytes > lane.buffer.bytes) {
    lane.buffer.bytes = std::max(bytes, 2 * lane.buffer.bytes);
    lane.buffer.address = Take(lane.buffer.bytes, kBurstBytes, &HostMemory::buffers);
  }
  return {lane.buffer.address, bytes};
}

void Placement::ReserveRing(Lane& lane, ChannelPlacement& channel) {
  if (channel.moves.size() > lane.descriptors) {
    lane.descriptors = std::max(channel.moves.size(), 2 * lane.descriptors);
    lane.ring = Take(lane.descriptors * dma::kDescriptorBytes, dma::kDescriptorBytes,
                     &HostMemory::descriptors);
  }
  channel.ring = lane.ring;
  channel.ring_capacity = lane.descriptors;
}

void Placement::PlaceRows(Lane& lane, const std::vector<Transfer>& transfers,
                          ChannelPlacement& channel) {
  MoverMoves moves = MoverMovesOf(transfers, layout_);
  if (!moves.list.empty()) {
    if (lane.list == 0) {
      lane.list = Take(dma::kListEntries * sizeof(uint32_t), kBurstBytes, &HostMemory::buffers);
    }
    const uint64_t bytes = moves.list.size() * sizeof(uint32_t);
    channel.moves.push_back({.address = lane.list,
                             .bytes = RoundUp<uint64_t>(bytes, dma::kAlignment),
                             .loads_list = true});
  }
  channel.moves.insert(channel.moves.end(), moves.moves.begin(), moves.moves.end());
  channel.list = std::move(moves.list);
  channel.list_address = lane.list;
}

ChannelPlacement Placement::PlaceChannel(Lane& lane, const std::vector<Transfer>& transfers,
                                         Feed feed, std::vector<dma::Block> loaded) {
  ChannelPlacement channel;
  if (feed == Feed::kMover) {
    channel.moves = dma::MovesOf(loaded);
    PlaceRows(lane, transfers, channel);
    return channel;
  }
  std::vector<dma::Block> blocks = std::move(loaded);
  if (!InOneBlock(feed)) {
    ForEachPiece(transfers, [&](const Piece& piece) {
      blocks.push_back({layout_.AddressOf(piece), static_cast<uint64_t>(piece.bytes)});
    });
  } else if (!transfers.empty()) {
    channel.buffer = ReserveBuffer(lane, transfers);
    blocks.push_back(channel.buffer);
  }
  channel.moves = dma::MovesOf(dma::JoinAndSplit(blocks, max_descriptor_bytes_));
  return channel;
}

std::vector<dma::Block> Placement::Loaded(int program, StartLoad load) const {
  std::vector<dma::Block> blocks;
  if (load == StartLoad::kTable) {
    blocks.push_back(Table(binary_.programs[static_cast<size_t>(program)].table));
  }
  if (load != StartLoad::kNothing) blocks.push_back(Code(program));
  return blocks;
}

StepPlacement Placement::Place(const RunStep& step, Feed feed, StartLoad load) {
  Core& core = cores_[step.core];
  StepPlacement placed;
  placed.input = PlaceChannel(core.input, step.input, feed, Loaded(step.program, load));
  placed.output = PlaceChannel(core.output, step.output, feed, {});
  ReserveRing(core.output, placed.output);
  ReserveRing(core.input, placed.input);
  return placed;
}

}  // namespace nve
