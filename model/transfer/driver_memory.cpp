// The driver's allocations and descriptors: see driver_memory.hpp.
#include "model/transfer/driver_memory.hpp"

#include <algorithm>
#include <utility>

#include "host/driver/mover_plan.hpp"
#include "program/host_memory.hpp"

namespace nve::transfer {

DriverMemory::DriverMemory(const Binary& binary, Feed feed, uint64_t max_descriptor_bytes)
    : feed_(feed), max_descriptor_bytes_(max_descriptor_bytes), free_(kHostReservedBytes) {
  const uint64_t bytes =
      std::max<uint64_t>(LayoutMemory(binary, 0, kHostPlacement).Bytes(), arch::kWordBytes);
  const uint64_t base = Allocate(bytes, kHostBankBytes * kHostBanks);
  layout_ = LayoutMemory(binary, base, kHostPlacement);
  for (const Program& program : binary.programs) {
    const uint64_t size = program.code.size() * arch::kWordBytes;
    code_.push_back({Allocate(size, kHostAlignment), size});
  }
}

uint64_t DriverMemory::Allocate(uint64_t bytes, uint64_t alignment) {
  const uint64_t address = (free_ + alignment - 1) / alignment * alignment;
  free_ = address + bytes;
  return address;
}

void DriverMemory::ReserveBytes(Lane& lane, uint64_t bytes) {
  if (bytes <= lane.bytes) return;
  lane.bytes = std::max(bytes, 2 * lane.bytes);
  lane.address = Allocate(lane.bytes, kHostAlignment);
}

void DriverMemory::ReserveRing(Lane& lane, size_t descriptors) {
  if (descriptors <= lane.descriptors) return;
  lane.descriptors = std::max<uint64_t>(descriptors, 2 * lane.descriptors);
  lane.ring = Allocate(lane.descriptors * dma::kDescriptorBytes, dma::kDescriptorBytes);
}

std::vector<dma::Block> DriverMemory::PiecesOf(const std::vector<Transfer>& transfers) const {
  std::vector<dma::Block> blocks;
  ForEachPiece(transfers, [&](const Piece& piece) {
    blocks.push_back({layout_.AddressOf(piece), static_cast<uint64_t>(piece.bytes)});
  });
  return blocks;
}

void DriverMemory::PrepareMover(Lane& lane, const std::vector<Transfer>& transfers,
                                ChannelWork& work) {
  MoverPlan plan = MoverPlanOf(transfers, layout_);
  if (!plan.list.empty()) {
    const uint64_t bytes = (plan.list.size() * sizeof(uint32_t) + 7) / 8 * 8;
    if (lane.list == 0) {
      lane.list = Allocate(dma::kListEntries * sizeof(uint32_t), kHostAlignment);
    }
    work.moves.push_back({.address = lane.list, .bytes = bytes, .loads_list = true});
  }
  work.moves.insert(work.moves.end(), plan.moves.begin(), plan.moves.end());
  work.list = std::move(plan.list);
}

DriverMemory::Step DriverMemory::Prepare(const RunStep& step, bool load) {
  Step result;
  const bool block = InOneBlock(feed_);
  result.input_bytes = TotalBytes(step.input);
  result.output_bytes = TotalBytes(step.output);
  const dma::Block code = code_[static_cast<size_t>(step.program)];
  if (feed_ == Feed::kMover) {
    if (load) result.input.moves.push_back({.address = code.address, .bytes = code.bytes});
    PrepareMover(input_, step.input, result.input);
    PrepareMover(output_, step.output, result.output);
  } else {
    std::vector<dma::Block> in;
    if (load) in.push_back(code);
    std::vector<dma::Block> out;
    if (block) {
      if (result.input_bytes > 0) {
        ReserveBytes(input_, static_cast<uint64_t>(result.input_bytes));
        in.push_back({input_.address, static_cast<uint64_t>(result.input_bytes)});
      }
      if (result.output_bytes > 0) {
        ReserveBytes(output_, static_cast<uint64_t>(result.output_bytes));
        out.push_back({output_.address, static_cast<uint64_t>(result.output_bytes)});
      }
    } else {
      const std::vector<dma::Block> pieces = PiecesOf(step.input);
      in.insert(in.end(), pieces.begin(), pieces.end());
      out = PiecesOf(step.output);
    }
    result.input.moves = dma::MovesOf(dma::JoinAndSplit(in, max_descriptor_bytes_));
    result.output.moves = dma::MovesOf(dma::JoinAndSplit(out, max_descriptor_bytes_));
  }
  ReserveRing(output_, result.output.moves.size());
  ReserveRing(input_, result.input.moves.size());
  result.input.ring = input_.ring;
  result.output.ring = output_.ring;
  return result;
}

}  // namespace nve::transfer
