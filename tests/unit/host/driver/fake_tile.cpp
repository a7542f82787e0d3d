// SPDX-License-Identifier: Apache-2.0
// The fake bus: see fake_tile.hpp.
#include "tests/unit/host/driver/fake_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "arch/build_machine.hpp"
#include "host/driver/dma_registers.hpp"
#include "nve_isa.hpp"

namespace nve {
namespace {

constexpr uint64_t kDmaBase = 0x10000000;
constexpr uint64_t kCoreBase = 0x20000000;
constexpr uint64_t kStride = 0x10000;

}  // namespace

FakeBus::FakeBus(int tiles, uint64_t memory_bytes)
    : tiles_(static_cast<size_t>(tiles)), memory_(memory_bytes) {
  for (int i = 0; i < tiles; ++i) {
    values[fmt::format("core{}+0x{:x}", i, arch::kRegId.offset)] = arch::kRegId.reset;
    values[fmt::format("core{}+0x{:x}", i, arch::kRegArchId.offset)] = arch::BuildMachine().id;
  }
}

TileAddress FakeBus::AddressOf(int tile) {
  const auto offset = static_cast<uint64_t>(tile) * kStride;
  return {.core_base = kCoreBase + offset,
          .dma_base = kDmaBase + offset,
          .core_interrupt = 3 * tile,
          .dma_interrupts = {.mm2s = 3 * tile + 1, .s2mm = 3 * tile + 2}};
}

BusResponse FakeBus::Read32(uint64_t address, uint32_t& value) {
  ++now_;
  const auto index = static_cast<size_t>(address % kDmaBase / kStride);
  if (address < kDmaBase || index >= tiles_.size()) return BusResponse::kDecodeError;
  const auto offset = static_cast<uint32_t>(address % kStride);
  if (address < kCoreBase) {
    value = ReadDma(tiles_[index], offset);
  } else if (offset == arch::kRegIrq.offset) {
    value = tiles_[index].done ? arch::kIrqDone : 0;
  } else {
    value = values[fmt::format("core{}+0x{:x}", index, offset)];
  }
  return BusResponse::kOkay;
}

BusResponse FakeBus::Write32(uint64_t address, uint32_t value) {
  ++now_;
  const auto index = static_cast<size_t>(address % kDmaBase / kStride);
  if (address < kDmaBase || index >= tiles_.size()) return BusResponse::kDecodeError;
  const auto offset = static_cast<uint32_t>(address % kStride);
  const std::string key =
      fmt::format("{}{}+0x{:x}", address < kCoreBase ? "DMA" : "core", index, offset);
  log.push_back(fmt::format("{}=0x{:x}", key, value));
  const auto response = responses.find(key);
  if (response != responses.end()) return response->second;
  Tile& tile = tiles_[index];
  if (address < kCoreBase) {
    WriteDma(tile, offset, value);
  } else if (offset == arch::kRegControl.offset && (value & arch::kControlStart) != 0) {
    tile.running = true;
    tile.loads_table = (value & arch::kControlTable) != 0;
    tile.load_words = 0;
    if ((value & arch::kControlLoad) != 0) {
      tile.load_words = values[fmt::format("core{}+0x{:x}", index, arch::kRegProgramSize.offset)];
    }
    if (tile.loads_table) tile.load_words += kTableWords;
  } else if (offset == arch::kRegControl.offset && (value & arch::kControlReset) != 0) {
    tile.running = false;
    tile.done = false;
  } else if (offset == arch::kRegIrq.offset) {
    tile.done = tile.done && (value & arch::kIrqDone) == 0;
  } else {
    values[key] = value;
  }
  const auto busy =
      std::count_if(tiles_.begin(), tiles_.end(), [](const Tile& t) { return t.running; });
  most_busy = std::max(most_busy, static_cast<int>(busy));
  return BusResponse::kOkay;
}

uint32_t FakeBus::ReadDma(Tile& tile, uint32_t offset) {
  const Channel& channel = offset < dma::kS2mmBase ? tile.mm2s : tile.s2mm;
  switch (offset % dma::kS2mmBase) {
    case dma::kControl:
      return channel.control;
    case dma::kStatus:
      return channel.status;
    case dma::kCurrent:
      return channel.current;
    default:
      return channel.tail;
  }
}

void FakeBus::WriteDma(Tile& tile, uint32_t offset, uint32_t value) {
  Channel& channel = offset < dma::kS2mmBase ? tile.mm2s : tile.s2mm;
  switch (offset % dma::kS2mmBase) {
    case dma::kControl:
      if ((value & dma::kControlReset) != 0) tile.mm2s = tile.s2mm = {};
      channel.control = value & ~dma::kControlReset;
      channel.status = (value & dma::kControlRun) != 0 ? channel.status & ~dma::kStatusHalted
                                                       : dma::kStatusHalted;
      break;
    case dma::kStatus:
      channel.status &= ~(value & dma::kStatusAllIrqs);
      break;
    case dma::kCurrent:
      channel.current = value;
      break;
    case dma::kTail:
      channel.tail = value;
      channel.status &= ~dma::kStatusIdle;
      channel.pending = !stuck;
      break;
    default:
      break;
  }
}

std::vector<uint64_t> FakeBus::Ring(const Channel& channel) {
  std::vector<uint64_t> ring = {channel.current};
  while (ring.back() != channel.tail) ring.push_back(Word(ring.back()));
  return ring;
}

void FakeBus::Complete(Tile& tile) {
  std::vector<uint8_t> stream;
  for (const uint64_t descriptor : Ring(tile.mm2s)) {
    const uint32_t length = Word(descriptor + 4 * dma::kWordControl) & dma::kLengthMax;
    const auto bytes = Memory(Word(descriptor + 4 * dma::kWordBuffer), length);
    stream.insert(stream.end(), bytes.begin(), bytes.end());
    SetWord(descriptor + 4 * dma::kWordStatus, dma::kCompleted | length);
  }
  if (tile.loads_table) tile.table.assign(stream.begin(), stream.begin() + kTableBytes);
  size_t position = tile.load_words * sizeof(uint64_t);
  const std::vector<uint64_t> outputs = Ring(tile.s2mm);
  for (const uint64_t descriptor : outputs) {
    const uint32_t length = Word(descriptor + 4 * dma::kWordControl) & dma::kLengthMax;
    for (uint8_t& byte : Memory(Word(descriptor + 4 * dma::kWordBuffer), length)) {
      byte = static_cast<uint8_t>(~stream.at(position++));
    }
    SetWord(descriptor + 4 * dma::kWordStatus,
            dma::kCompleted | length | (descriptor == outputs.front() ? dma::kStartOfFrame : 0) |
                (descriptor == outputs.back() ? dma::kEndOfFrame : 0));
  }
  for (Channel* channel : {&tile.mm2s, &tile.s2mm}) {
    channel->pending = false;
    channel->status |= dma::kStatusIdle | dma::kStatusIocIrq;
  }
  tile.running = false;
  tile.done = true;
}

std::span<uint8_t> FakeBus::Memory(uint64_t address, uint64_t bytes) {
  if (address + bytes > memory_.size()) throw DriverError("outside the fake memory");
  return std::span(memory_).subspan(address, bytes);
}

uint64_t FakeBus::AllocateMemory(uint64_t bytes, uint64_t alignment) {
  const uint64_t address = (free_ + alignment - 1) & ~(alignment - 1);
  free_ = address + bytes;
  return address;
}

void FakeBus::Fail(Tile& tile) {
  tile.mm2s.pending = false;
  tile.mm2s.status |= dma::kStatusHalted | dma::kStatusSlaveError | dma::kStatusErrorIrq;
}

// Whether one of the tiles that have everything they need has ended.
bool FakeBus::EndSome() {
  bool ended = false;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    Tile& tile = tiles_[i];
    const auto number = static_cast<int>(i);
    const bool ready = tile.running && tile.mm2s.pending && tile.s2mm.pending;
    if (!ready || !completes(number)) continue;
    number == error_tile ? Fail(tile) : Complete(tile);
    ended = true;
  }
  return ended;
}

uint64_t FakeBus::LinesUp() const {
  uint64_t up = 0;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    const Tile& tile = tiles_[i];
    const bool error = ((tile.mm2s.status | tile.s2mm.status) & dma::kStatusErrorIrq) != 0;
    if (tile.done || error) up |= uint64_t{7} << (3 * i);
  }
  return up;
}

uint64_t FakeBus::WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) {
  constexpr int kMostAsked = 1000;
  for (int asked = 0; !EndSome() && (LinesUp() & lines) == 0 && asked < kMostAsked; ++asked) {
  }
  const uint64_t up = LinesUp() & lines;
  now_ += up != 0 ? 1 : timeout_cycles;
  return up;
}

uint32_t FakeBus::Word(uint64_t address) {
  uint32_t value = 0;
  std::memcpy(&value, Memory(address, sizeof(value)).data(), sizeof(value));
  return value;
}

void FakeBus::SetWord(uint64_t address, uint32_t value) {
  std::memcpy(Memory(address, sizeof(value)).data(), &value, sizeof(value));
}

}  // namespace nve
