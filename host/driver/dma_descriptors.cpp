// Descriptor rings: see dma_descriptors.hpp.
#include "host/driver/dma_descriptors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace nve::dma {
namespace {

using DescriptorWords = std::array<uint32_t, kDescriptorWords>;

void CheckBlock(const Block& block, size_t index, Direction direction) {
  const auto fail = [&](const std::string& text) {
    throw DriverError(fmt::format("{} descriptor {}: {}", ToString(direction), index, text));
  };
  if (block.bytes == 0) fail("length 0, must be at least 8 bytes");
  if (block.bytes > kLengthMask) fail(fmt::format("length {} does not fit 26 bits", block.bytes));
  if (block.bytes % kAlignment != 0) {
    fail(fmt::format("length {} is not a multiple of {} bytes", block.bytes, kAlignment));
  }
  if (block.address % kAlignment != 0) {
    fail(fmt::format("buffer address 0x{:08x} is misaligned, must be a multiple of {}",
                     block.address, kAlignment));
  }
  if (block.address + block.bytes > (uint64_t{1} << 32)) {
    fail(fmt::format("buffer at 0x{:x} lies above 32 bits", block.address));
  }
}

}  // namespace

const char* ToString(Direction direction) {
  return direction == Direction::kMm2s ? "MM2S" : "S2MM";
}

std::vector<Block> JoinAndSplit(std::span<const Block> blocks, uint64_t max_length) {
  std::vector<Block> result;
  for (Block block : blocks) {
    if (!result.empty() && result.back().address + result.back().bytes == block.address) {
      // The joined block is cut again below, so lengths stay within the limit.
      block = {result.back().address, result.back().bytes + block.bytes};
      result.pop_back();
    }
    while (block.bytes > max_length) {
      result.push_back({block.address, max_length});
      block.address += max_length;
      block.bytes -= max_length;
    }
    result.push_back(block);
  }
  return result;
}

DescriptorRing::DescriptorRing(Bus& bus, size_t capacity)
    : bus_(bus),
      base_(bus.AllocateMemory(capacity * kDescriptorBytes, kDescriptorBytes)),
      capacity_(capacity) {}

void DescriptorRing::Fill(Direction direction, std::span<const Block> blocks) {
  if (blocks.empty() || blocks.size() > capacity_) {
    throw DriverError(fmt::format("{} ring: {} descriptors, must be 1 to {}", ToString(direction),
                                  blocks.size(), capacity_));
  }
  for (size_t i = 0; i < blocks.size(); ++i) CheckBlock(blocks[i], i, direction);
  direction_ = direction;
  blocks_.assign(blocks.begin(), blocks.end());
  for (size_t i = 0; i < blocks.size(); ++i) {
    const bool is_last = i + 1 == blocks.size();
    DescriptorWords words{};
    words[kWordNext] = static_cast<uint32_t>(is_last ? base_ : base_ + (i + 1) * kDescriptorBytes);
    words[kWordBuffer] = static_cast<uint32_t>(blocks[i].address);
    words[kWordControl] = static_cast<uint32_t>(blocks[i].bytes) | (i == 0 ? kStartOfFrame : 0) |
                          (is_last ? kEndOfFrame : 0);
    // Memory and the machine this runs on are both little endian.
    std::memcpy(bus_.Memory(base_ + i * kDescriptorBytes, sizeof(words)).data(), words.data(),
                sizeof(words));
  }
}

uint64_t DescriptorRing::bytes() const {
  uint64_t sum = 0;
  for (const Block& block : blocks_) sum += block.bytes;
  return sum;
}

uint32_t DescriptorRing::StatusWord(size_t index) const {
  uint32_t word = 0;
  const uint64_t address = base_ + index * kDescriptorBytes + kWordStatus * sizeof(word);
  std::memcpy(&word, bus_.Memory(address, sizeof(word)).data(), sizeof(word));
  return word;
}

void DescriptorRing::CheckCompleted(const std::string& device) const {
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const uint32_t status = StatusWord(i);
    const auto fail = [&](const std::string& text) {
      throw DriverError(fmt::format("{} {}: {}: {}", device, ToString(direction_),
                                    Describe(base_ + i * kDescriptorBytes), text));
    };
    if ((status & kCompleted) == 0) fail("was not completed although the channel is idle");
    if ((status & (kInternalError | kSlaveError | kDecodeError)) != 0)
      fail("was completed with an error");
    const uint32_t moved = status & kLengthMask;
    if (moved != blocks_[i].bytes) fail(fmt::format("{} bytes were moved", moved));
    if (direction_ == Direction::kMm2s) continue;
    if (((status & kStartOfFrame) != 0) != (i == 0)) {
      fail(i == 0 ? "lacks RXSOF, the packet began elsewhere"
                  : "has RXSOF in the middle of the packet");
    }
    if (((status & kEndOfFrame) != 0) != (i + 1 == blocks_.size())) {
      fail((status & kEndOfFrame) != 0 ? "has RXEOF, the packet ended early"
                                       : "lacks RXEOF, the packet is longer than the descriptors");
    }
  }
}

std::string DescriptorRing::Describe(uint64_t address) const {
  if (blocks_.empty() || address < base_ || address > last()) {
    return fmt::format("descriptor at 0x{:08x} (not in the ring)", address);
  }
  const size_t index = (address - base_) / kDescriptorBytes;
  return fmt::format("descriptor {} of {} at 0x{:08x} (buffer 0x{:08x}, {} bytes, status 0x{:08x})",
                     index, blocks_.size(), address, blocks_[index].address, blocks_[index].bytes,
                     StatusWord(index));
}

}  // namespace nve::dma
