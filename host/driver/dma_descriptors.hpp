// SPDX-License-Identifier: Apache-2.0
// Descriptors of the scatter-gather DMA in memory (PG021 "Scatter Gather Descriptor"). Their words
// and fields are those of nve_dma.hpp, generated from arch/parts/dma.json.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/driver/bus.hpp"
#include "nve_dma.hpp"
#include "program/moves.hpp"

namespace nve::dma {

inline constexpr int kDescriptorWords = 12;  ///< that the DMA reads, the last four in the mover
/// Pointers name descriptors; their lower bits are ignored.
inline constexpr uint32_t kPointerMask = ~(static_cast<uint32_t>(kDescriptorBytes) - 1);

enum class Direction {
  kMm2s,  ///< memory to stream
  kS2mm,  ///< stream to memory
};

/// "MM2S", "S2MM"
const char* ToString(Direction direction);

/// How the moves of a ring become packets of the stream.
enum class Packets {
  kOne,   ///< SOF in the first that moves data, EOF in the last
  kEach,  ///< every move is a packet
};

/// A ring of descriptors in memory.
class DescriptorRing {
 public:
  /// Room for `capacity` descriptors from `address` on, a multiple of their size.
  DescriptorRing(Bus& bus, uint64_t address, size_t capacity);

  /// Writes one descriptor per move; the last points to the first. Every move must be aligned, not
  /// empty and fit the descriptor's fields, and there must be room; a DriverError names the first
  /// that is not.
  void Fill(Direction direction, std::span<const Move> moves, Packets packets = Packets::kOne);

  /// Compares what the DMA wrote back: every descriptor completed without error and with its whole
  /// length, and (S2MM) packets that begin and end where they should. Throws DriverError naming the
  /// descriptor.
  void CheckCompleted(const std::string& device) const;

  uint64_t first() const { return base_; }
  uint64_t last() const { return base_ + (moves_.size() - 1) * kDescriptorBytes; }
  size_t size() const { return moves_.size(); }
  uint64_t bytes() const;

  /// The number of the descriptor at `address` and its contents, for messages.
  std::string Describe(uint64_t address) const;

 private:
  uint32_t StatusWord(size_t index) const;
  bool BeginsPacket(size_t index) const;
  bool EndsPacket(size_t index) const {
    return packets_ == Packets::kEach || index + 1 == moves_.size();
  }

  Bus& bus_;
  uint64_t base_;
  size_t capacity_;
  Direction direction_ = Direction::kMm2s;
  Packets packets_ = Packets::kOne;
  std::vector<Move> moves_;  // what the descriptors in memory say
};

}  // namespace nve::dma
