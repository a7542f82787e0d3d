// Descriptors of the scatter-gather DMA in memory (PG021 "Scatter Gather Descriptor").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/program/host_memory.hpp"
#include "host/driver/bus.hpp"

namespace nve::dma {

inline constexpr uint64_t kDescriptorBytes = 64;
inline constexpr int kDescriptorWords = 8;
/// Longest transfer of one descriptor: 23 length bits, rounded down to whole words of 8 bytes.
inline constexpr uint64_t kMaxLength = kHostBlockBytes;
/// The DMA has no realignment engine: addresses and lengths are multiples of the bus width.
inline constexpr uint64_t kAlignment = 8;

/// Word numbers in a descriptor.
inline constexpr int kWordNext = 0;
inline constexpr int kWordBuffer = 2;
inline constexpr int kWordControl = 6;
inline constexpr int kWordStatus = 7;

/// Bits of CONTROL and STATUS.
inline constexpr uint32_t kLengthMask = (1u << 26) - 1;
inline constexpr uint32_t kEndOfFrame = 1u << 26;
inline constexpr uint32_t kStartOfFrame = 1u << 27;
inline constexpr uint32_t kInternalError = 1u << 28;
inline constexpr uint32_t kSlaveError = 1u << 29;
inline constexpr uint32_t kDecodeError = 1u << 30;
inline constexpr uint32_t kCompleted = 1u << 31;

enum class Direction {
  kMm2s,  ///< memory to stream
  kS2mm,  ///< stream to memory
};

/// "MM2S", "S2MM"
const char* ToString(Direction direction);

/// A contiguous block of memory.
struct Block {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

/// Adjacent blocks joined, then cut at `max_length` bytes; order is kept.
std::vector<Block> JoinAndSplit(std::span<const Block> blocks, uint64_t max_length = kMaxLength);

/// A ring of descriptors in memory that moves one packet.
class DescriptorRing {
 public:
  /// Room for `capacity` descriptors.
  DescriptorRing(Bus& bus, size_t capacity);

  /// Writes one descriptor per block: SOF in the first, EOF in the last, the last points to the
  /// first. Every block must be aligned, not empty and not longer than 26 bits can say, and there
  /// must be room; a DriverError names the first that is not.
  void Fill(Direction direction, std::span<const Block> blocks);

  /// Compares what the DMA wrote back: every descriptor completed without error and with its whole
  /// length, and (S2MM) one packet from the first to the last. Throws DriverError naming the
  /// descriptor.
  void CheckCompleted(const std::string& device) const;

  uint64_t first() const { return base_; }
  uint64_t last() const { return base_ + (blocks_.size() - 1) * kDescriptorBytes; }
  size_t size() const { return blocks_.size(); }
  uint64_t bytes() const;

  /// The number of the descriptor at `address` and its contents, for messages.
  std::string Describe(uint64_t address) const;

 private:
  uint32_t StatusWord(size_t index) const;

  Bus& bus_;
  uint64_t base_;
  size_t capacity_;
  Direction direction_ = Direction::kMm2s;
  std::vector<Block> blocks_;  // what the descriptors in memory say
};

}  // namespace nve::dma
