// SPDX-License-Identifier: Apache-2.0
// Descriptor rings: see dma_descriptors.hpp.
#include "host/driver/dma_descriptors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace nve::dma {
namespace {

using DescriptorWords = std::array<uint32_t, kDescriptorWords>;

// Width of a field (docs/dma.md).
constexpr uint32_t kMaxColumns = 0x1FFF;

void CheckMove(const Move& move, size_t index, Direction direction) {
  const auto fail = [&](const std::string& text) {
    throw DriverError(fmt::format("{} descriptor {}: {}", ToString(direction), index, text));
  };
  const auto limit = [&](uint64_t value, uint64_t most, const char* what) {
    if (value > most) fail(fmt::format("{} {}, allowed: at most {}", what, value, most));
  };
  if (move.bytes == 0) fail("length 0, must be at least 8 bytes");
  if (move.TotalBytes() > kLengthMax) {
    fail(fmt::format("length {} does not fit 26 bits", move.TotalBytes()));
  }
  if (move.bytes % kAlignment != 0) {
    fail(fmt::format("length {} is not a multiple of {} bytes", move.bytes, kAlignment));
  }
  if ((move.address | move.column_stride | move.step_stride) % kAlignment != 0) {
    fail(fmt::format("buffer address 0x{:08x} is misaligned, must be a multiple of {}",
                     move.address, kAlignment));
  }
  if (move.address + move.bytes > (uint64_t{1} << 32)) {
    fail(fmt::format("buffer at 0x{:x} lies above 32 bits", move.address));
  }
  if (move.columns > 0) limit(move.bytes, kColumnBytesMax, "bytes per column");
  limit(move.columns, kMaxColumns, "columns");
  limit(move.column_stride, kColumnStrideMax, "column stride");
  limit(move.steps, kStepsMax, "steps");
  limit(move.first_map + move.maps, kListEntries, "end in the map list");
}

DescriptorWords WordsOf(const Move& move) {
  DescriptorWords words{};
  words[kWordBuffer] = static_cast<uint32_t>(move.address);
  words[kWordControl] = static_cast<uint32_t>(move.bytes) | (move.loads_list ? kLoadsList : 0);
  if (move.columns > 0) {
    words[kWordShape] = move.columns << kColumnsLsb | move.column_stride;
    words[kWordSteps] = move.steps;
    words[kWordStepStride] = move.step_stride;
  }
  words[kWordMaps] = move.first_map << kFirstMapLsb | move.maps;
  return words;
}

}  // namespace

const char* ToString(Direction direction) {
  return direction == Direction::kMm2s ? "MM2S" : "S2MM";
}

DescriptorRing::DescriptorRing(Bus& bus, uint64_t address, size_t capacity)
    : bus_(bus), base_(address), capacity_(capacity) {}

void DescriptorRing::Fill(Direction direction, std::span<const Move> moves, Packets packets) {
  if (moves.empty() || moves.size() > capacity_) {
    throw DriverError(fmt::format("{} ring: {} descriptors, must be 1 to {}", ToString(direction),
                                  moves.size(), capacity_));
  }
  for (size_t i = 0; i < moves.size(); ++i) CheckMove(moves[i], i, direction);
  direction_ = direction;
  packets_ = packets;
  moves_.assign(moves.begin(), moves.end());
  for (size_t i = 0; i < moves.size(); ++i) {
    const bool is_last = i + 1 == moves.size();
    DescriptorWords words = WordsOf(moves[i]);
    words[kWordNext] = static_cast<uint32_t>(is_last ? base_ : base_ + (i + 1) * kDescriptorBytes);
    words[kWordControl] |=
        (BeginsPacket(i) ? kStartOfFrame : 0) | (EndsPacket(i) ? kEndOfFrame : 0);
    // Memory and the machine this runs on are both little endian.
    std::memcpy(bus_.Memory(base_ + i * kDescriptorBytes, sizeof(words)).data(), words.data(),
                sizeof(words));
  }
}

bool DescriptorRing::BeginsPacket(size_t index) const {
  if (packets_ == Packets::kEach) return true;
  const auto first =
      std::find_if(moves_.begin(), moves_.end(), [](const Move& move) { return !move.loads_list; });
  return index == static_cast<size_t>(first - moves_.begin());
}

uint64_t DescriptorRing::bytes() const {
  uint64_t sum = 0;
  for (const Move& move : moves_) sum += move.TotalBytes();
  return sum;
}

uint32_t DescriptorRing::StatusWord(size_t index) const {
  uint32_t word = 0;
  const uint64_t address = base_ + index * kDescriptorBytes + kWordStatus * sizeof(word);
  std::memcpy(&word, bus_.Memory(address, sizeof(word)).data(), sizeof(word));
  return word;
}

void DescriptorRing::CheckCompleted(const std::string& device) const {
  for (size_t i = 0; i < moves_.size(); ++i) {
    const uint32_t status = StatusWord(i);
    const auto fail = [&](const std::string& text) {
      throw DriverError(fmt::format("{} {}: {}: {}", device, ToString(direction_),
                                    Describe(base_ + i * kDescriptorBytes), text));
    };
    if ((status & kCompleted) == 0) fail("was not completed although the channel is idle");
    if ((status & kErrorBits) != 0) fail("was completed with an error");
    const uint32_t moved = status & kLengthMax;
    if (moved != moves_[i].TotalBytes()) fail(fmt::format("{} bytes were moved", moved));
    if (direction_ == Direction::kMm2s || moves_[i].loads_list) continue;
    if (((status & kStartOfFrame) != 0) != BeginsPacket(i)) {
      fail(BeginsPacket(i) ? "lacks RXSOF, the packet began elsewhere"
                           : "has RXSOF in the middle of the packet");
    }
    if (((status & kEndOfFrame) != 0) != EndsPacket(i)) {
      fail((status & kEndOfFrame) != 0 ? "has RXEOF, the packet ended early"
                                       : "lacks RXEOF, the packet is longer than the descriptors");
    }
  }
}

std::string DescriptorRing::Describe(uint64_t address) const {
  if (moves_.empty() || address < base_ || address > last()) {
    return fmt::format("descriptor at 0x{:08x} (not in the ring)", address);
  }
  const size_t index = (address - base_) / kDescriptorBytes;
  return fmt::format("descriptor {} of {} at 0x{:08x} (buffer 0x{:08x}, {} bytes, status 0x{:08x})",
                     index, moves_.size(), address, moves_[index].address,
                     moves_[index].TotalBytes(), StatusWord(index));
}

}  // namespace nve::dma
