// SPDX-License-Identifier: Apache-2.0
// The board's memory against what is placed in it: see host_memory.hpp.
#include "program/host_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "program/predicted_cycles.hpp"
#include "program/step_selection.hpp"

namespace nve {
namespace {

uint64_t AvailableOn(const Board& board) { return board.memory_bytes - board.reserved_bytes; }

// Pieces of transfers, or parts of strips for the mover: as many descriptors at most.
uint64_t MostDescriptors(const std::vector<Transfer>& transfers, Feed feed) {
  if (InOneBlock(feed)) return 1;
  uint64_t most = 0;
  for (const Transfer& transfer : transfers) {
    const uint64_t inside = transfer.IsLoop() ? MostDescriptors(transfer.body, feed) : 1;
    const auto count =
        static_cast<uint64_t>(std::max<int64_t>(transfer.IsLoop() ? transfer.count : 1, 0));
    if (inside != 0 && count > UINT32_MAX / inside) return UINT32_MAX;
    most = std::min<uint64_t>(most + inside * count, UINT32_MAX);
  }
  return most;
}

// In whole megabytes, rounded up.
uint64_t Megabytes(uint64_t bytes) { return (bytes + (uint64_t{1} << 20) - 1) >> 20; }

// The feed for all steps with which the steps would fit, or "".
std::string FeedThatFits(const Binary& binary, const Board& board) {
  for (const Feed feed : {Feed::kContiguous, Feed::kColumn, Feed::kMover}) {
    const uint64_t needed = HostMemoryOf(WithFeed(binary, feed), board).Sum();
    if (needed <= AvailableOn(board)) {
      return fmt::format("with --feed {} {} MB are needed, which fit", ToString(feed),
                         Megabytes(needed));
    }
  }
  return "";
}

}  // namespace

HostMemory HostMemoryOf(const Binary& binary, const Board& board) {
  Placement placement(binary, board, AllocatorOf(board));
  HostMemory more;
  ForEachStart(binary, [&](const RunStep& run, StartLoad load) {
    const uint64_t most =
        std::max(MostDescriptors(run.input, run.feed), MostDescriptors(run.output, run.feed));
    // Not placed where the rings alone are larger than the board: making them takes long, and much
    // of this computer's memory.
    if (most > AvailableOn(board) / dma::kDescriptorBytes) {
      more.descriptors += most * dma::kDescriptorBytes;
    } else {
      placement.Place(run, run.feed, load);
    }
  });
  HostMemory taken = placement.taken();
  taken.descriptors += more.descriptors;
  return taken;
}

void CheckHostMemory(const Binary& binary, const std::string& name, const Board& board) {
  const HostMemory memory = HostMemoryOf(binary, board);
  const uint64_t available = AvailableOn(board);
  const uint64_t needed = memory.Sum();
  if (needed <= available) return;
  const std::string other = FeedThatFits(binary, board);
  throw InputError(
      {name, 0, ""},
      fmt::format("the steps need {} MB of memory ({} MB of feature maps and coefficients, {} MB "
                  "of transfer buffers, {} MB of code and descriptors), available: {} MB; {}",
                  Megabytes(needed), Megabytes(memory.planes), Megabytes(memory.buffers),
                  Megabytes(memory.code + memory.descriptors), available >> 20,
                  other.empty() ? fmt::format("maps of about {} % of the pixels would fit",
                                              std::max<uint64_t>(1, 100 * available / needed))
                                : other));
}

}  // namespace nve
