// SPDX-License-Identifier: Apache-2.0
// Driver of one tile, a core with its DMA: executes one run step at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/driver/binary_memory.hpp"
#include "host/driver/core_driver.hpp"
#include "host/driver/dma_channel.hpp"
#include "program/binary.hpp"

namespace nve {

/// Where a tile's registers and interrupts are.
struct TileAddress {
  uint64_t core_base = 0;
  uint64_t dma_base = 0;
  int core_interrupt = 0;
  dma::Engine::Interrupts dma_interrupts;
  bool mover = false;  ///< the DMA takes the mover's descriptors
};

/// How a core gets its activation table.
enum class TableBy : uint8_t {
  kStream,     ///< by START, from memory, before the program
  kRegisters,  ///< by the processor, entry by entry
};
inline constexpr std::array<const char*, 2> kTableByNames = {"stream", "registers"};

/// What one run step moved.
struct StepTraffic {
  StartLoad load = StartLoad::kNothing;  ///< before the words of its runs
  int64_t mm2s_descriptors = 0;
  int64_t mm2s_bytes = 0;
  int64_t s2mm_descriptors = 0;
  int64_t s2mm_bytes = 0;
  uint64_t mm2s_chain = 0;  ///< address of the first descriptor; the others follow it
  uint64_t s2mm_chain = 0;
};

class TileDriver {
 public:
  /// `binary` and `memory` must outlive this.
  TileDriver(Bus& bus, const TileAddress& address, int number, const Binary& binary,
             BinaryMemory& memory, TableBy table_by = TableBy::kStream);

  /// Resets core and DMA and checks that the core is the one the binary was made for.
  void Reset();

  /// Ends what core and DMA are doing, by resetting them. What the step was to write is lost.
  void Stop();

  /// Starts a step. The tile must not be busy.
  void Start(const RunStep& step, Feed feed);

  /// True when the step has ended; its output is then in the planes. Throws DriverError if the
  /// hardware reports an error.
  bool PollDone();

  bool busy() const { return step_ != nullptr; }
  const RunStep* step() const { return step_; }
  const StepTraffic& traffic() const { return traffic_; }

  /// Lines that may rise before the step has ended.
  uint64_t PendingInterrupts() const;

  /// What the step still waits for, for time-out messages.
  std::string Describe();

 private:
  // The ring of one direction, where the placement last had one.
  struct Lane {
    ChannelPlacement placed;
    std::unique_ptr<dma::DescriptorRing> ring;
  };

  StartLoad PrepareLoad(int program);
  void Take(Lane& lane, ChannelPlacement placed);
  void WriteInput(const RunStep& step, Feed feed);
  void WriteList(const ChannelPlacement& placed);
  void ScatterOutput();

  Bus& bus_;
  const Binary& binary_;
  BinaryMemory& memory_;
  TableBy table_by_;
  bool mover_;
  CoreDriver core_;
  dma::Engine dma_;
  Lane input_;
  Lane output_;
  CoreContents contents_;  // of the core

  const RunStep* step_ = nullptr;  // in execution
  Feed feed_ = Feed::kContiguous;  // its feed
  bool scatter_ = false;           // its output is in the output buffer
  StepTraffic traffic_;            // of the step in execution or the last one
  bool core_pending_ = false;      // runs not ended
  bool mm2s_pending_ = false;      // input not moved
  bool s2mm_pending_ = false;      // output not moved
};

}  // namespace nve
