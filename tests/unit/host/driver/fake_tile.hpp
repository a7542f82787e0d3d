// SPDX-License-Identifier: Apache-2.0
// A bus with fake tiles behind it, on the level of registers: a DMA that moves whole rings at once
// and a core that returns the words of its input inverted. Time passes with every access.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "host/driver/bus.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "host/driver/tile_driver.hpp"

namespace nve {

class FakeBus : public Bus {
 public:
  explicit FakeBus(int tiles = 1, uint64_t memory_bytes = uint64_t{1} << 20);

  static TileAddress AddressOf(int tile);

  BusResponse Read32(uint64_t address, uint32_t& value) override;
  BusResponse Write32(uint64_t address, uint32_t value) override;
  std::span<uint8_t> Memory(uint64_t address, uint64_t bytes) override;
  uint64_t AllocateMemory(uint64_t bytes, uint64_t alignment) override;
  uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) override;
  uint64_t Now() override { return now_; }
  void SpendCopyTime(uint64_t bytes) override { copied_bytes += bytes; }

  uint32_t Word(uint64_t address);
  void SetWord(uint64_t address, uint32_t value);

  /// Every register write as "DMA0+0x10=0x40" or "core0+0x0=0x1", in order.
  std::vector<std::string> log;
  /// Responses to writes by "core0+0x0"; kOkay for others.
  std::map<std::string, BusResponse> responses;
  /// Values of registers by "core0+0x80"; what was written last for others.
  std::map<std::string, uint32_t> values;
  uint64_t copied_bytes = 0;
  /// The DMA does not answer TAILDESC.
  bool stuck = false;
  /// The table the core of a tile has got from the stream; empty before.
  const std::vector<uint8_t>& TableOf(int tile) const {
    return tiles_[static_cast<size_t>(tile)].table;
  }
  /// A tile that has everything it needs completes if this says so, asked again and again while the
  /// driver waits. All that complete at once do it together.
  std::function<bool(int tile)> completes = [](int) { return true; };
  /// The DMA of this tile reports an error of MM2S where it should complete.
  int error_tile = -1;
  /// Steps that were in execution at the same time at most.
  int most_busy = 0;

 private:
  struct Channel {
    uint32_t control = 0;
    uint32_t status = 1;  // halted
    uint32_t current = 0;
    uint32_t tail = 0;
    bool pending = false;
  };
  struct Tile {
    Channel mm2s;
    Channel s2mm;
    bool running = false;
    bool loads_table = false;
    bool done = false;
    size_t load_words = 0;  // of table and program, before the data
    std::vector<uint8_t> table;
  };

  uint32_t ReadDma(Tile& tile, uint32_t offset);
  void WriteDma(Tile& tile, uint32_t offset, uint32_t value);
  void Complete(Tile& tile);
  void Fail(Tile& tile);
  bool EndSome();
  uint64_t LinesUp() const;
  std::vector<uint64_t> Ring(const Channel& channel);

  std::vector<Tile> tiles_;
  std::vector<uint8_t> memory_;
  uint64_t free_ = 64;  // address 0 would hide errors
  uint64_t now_ = 0;
};

}  // namespace nve
