// The driver's allocations, counted: see host_memory.hpp.
#include "program/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>
#include <vector>

#include "nve_dma.hpp"
#include "program/plan_selection.hpp"

namespace nve {
namespace {

constexpr uint64_t kAvailable = kHostMemoryBytes - kHostReservedBytes;

uint64_t Aligned(uint64_t bytes) {
  return (bytes + kHostAlignment - 1) / kHostAlignment * kHostAlignment;
}

// Memory that is never given back: what is too small is replaced, by at least twice as much.
struct Growing {
  uint64_t size = 0;  // of the latest
  uint64_t sum = 0;   // of all
  void Reserve(uint64_t needed) {
    if (needed <= size) return;
    size = std::max(needed, 2 * size);
    sum += size;
  }
};

// One direction of one core.
struct Lane {
  Growing buffer;       // bytes
  Growing descriptors;  // descriptors
};

// Blocks that a descriptor can move.
uint64_t BlocksOf(uint64_t bytes) {
  constexpr uint64_t kLongest = (uint64_t{1} << dma::kMaxLengthBits) - dma::kAlignment;
  return (bytes + kLongest - 1) / kLongest;
}

// Descriptors of single pieces: those that touch are joined, long ones split.
uint64_t PieceBlocks(const std::vector<Transfer>& transfers, const MemoryLayout& layout) {
  uint64_t blocks = 0;
  uint64_t end = 0;     // of the joined pieces so far
  uint64_t length = 0;  // of them
  ForEachPiece(transfers, [&](const Piece& piece) {
    const uint64_t address = layout.AddressOf(piece);
    if (length == 0 || address != end) {
      blocks += BlocksOf(length);
      length = 0;
    }
    length += static_cast<uint64_t>(piece.bytes);
    end = address + static_cast<uint64_t>(piece.bytes);
  });
  return blocks + BlocksOf(length);
}

// Descriptors of the mover at most: one for each part of every strip, and one for the map list.
uint64_t MoverBlocks(const std::vector<Transfer>& transfers) {
  uint64_t blocks = 1;
  for (const Transfer& transfer : transfers) {
    blocks += static_cast<uint64_t>(transfer.count) * std::max<size_t>(transfer.body.size(), 1);
  }
  return blocks;
}

void AddTransfers(const std::vector<Transfer>& transfers, Feed feed, uint64_t code_blocks,
                  const MemoryLayout& layout, Lane* lane) {
  if (InOneBlock(feed)) {
    const auto bytes = static_cast<uint64_t>(TotalBytes(transfers));
    lane->buffer.Reserve(bytes);
    lane->descriptors.Reserve(BlocksOf(bytes) + code_blocks);
  } else if (feed == Feed::kMover) {
    lane->buffer.Reserve(dma::kListEntries * sizeof(uint32_t));
    lane->descriptors.Reserve(MoverBlocks(transfers) + code_blocks);
  } else {
    lane->descriptors.Reserve(PieceBlocks(transfers, layout) + code_blocks);
  }
}

// In whole megabytes, rounded up.
uint64_t Megabytes(uint64_t bytes) { return (bytes + (uint64_t{1} << 20) - 1) >> 20; }

// The feed for all steps with which the plan would fit, or "".
std::string FeedThatFits(const Binary& binary) {
  for (const Feed feed : {Feed::kContiguous, Feed::kColumn, Feed::kMover}) {
    const uint64_t needed = HostMemoryOf(WithFeed(binary, feed)).Sum();
    if (needed <= kAvailable) {
      return fmt::format("with --feed {} {} MB are needed, which fit", ToString(feed),
                         Megabytes(needed));
    }
  }
  return "";
}

}  // namespace

HostMemory HostMemoryOf(const Binary& binary) {
  const MemoryLayout layout = LayoutMemory(binary, kHostReservedBytes, kHostPlacement);
  HostMemory memory;
  memory.planes = Aligned(layout.Bytes());
  for (const Program& program : binary.programs) {
    memory.code += Aligned(program.code.size() * arch::kWordBytes);
  }
  std::map<int, Lane> inputs;  // by core
  std::map<int, Lane> outputs;
  for (const PlanStep& step : binary.plan) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    AddTransfers(run->input, run->feed, 1, layout, &inputs[run->core]);
    AddTransfers(run->output, run->feed, 0, layout, &outputs[run->core]);
  }
  for (const auto* lanes : {&inputs, &outputs}) {
    for (const auto& [core, lane] : *lanes) {
      memory.buffers += Aligned(lane.buffer.sum);
      memory.descriptors += Aligned(lane.descriptors.sum * dma::kDescriptorBytes);
    }
  }
  return memory;
}

void CheckHostMemory(const Binary& binary, const std::string& name) {
  const HostMemory memory = HostMemoryOf(binary);
  const uint64_t needed = memory.Sum();
  if (needed <= kAvailable) return;
  const std::string other = FeedThatFits(binary);
  throw InputError(
      {name, 0, ""},
      fmt::format("the plan needs {} MB of memory ({} MB of feature maps and coefficients, {} MB "
                  "of transfer buffers, {} MB of code and descriptors), available: {} MB; {}",
                  Megabytes(needed), Megabytes(memory.planes), Megabytes(memory.buffers),
                  Megabytes(memory.code + memory.descriptors), kAvailable >> 20,
                  other.empty() ? fmt::format("maps of about {} % of the pixels would fit",
                                              std::max<uint64_t>(1, 100 * kAvailable / needed))
                                : other));
}

}  // namespace nve
