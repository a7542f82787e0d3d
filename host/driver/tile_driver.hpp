// SPDX-License-Identifier: Apache-2.0
// Driver of one tile, a core with its DMA: executes one run step at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

/// What one run step moved.
struct StepTraffic {
  bool loaded = false;  ///< the program was loaded first
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
             BinaryMemory& memory);

  /// Resets core and DMA and checks that the core is the one the binary was made for.
  void Reset();

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

  void Take(Lane& lane, ChannelPlacement placed);
  void WriteInput(const RunStep& step, Feed feed);
  void WriteList(const ChannelPlacement& placed);
  void ScatterOutput();

  Bus& bus_;
  const Binary& binary_;
  BinaryMemory& memory_;
  bool mover_;
  CoreDriver core_;
  dma::Engine dma_;
  Lane input_;
  Lane output_;
  std::optional<int> loaded_program_;  // what the instruction buffer holds

  const RunStep* step_ = nullptr;  // in execution
  Feed feed_ = Feed::kContiguous;  // its feed
  bool scatter_ = false;           // its output is in the output buffer
  StepTraffic traffic_;            // of the step in execution or the last one
  bool core_pending_ = false;      // runs not ended
  bool mm2s_pending_ = false;      // input not moved
  bool s2mm_pending_ = false;      // output not moved
};

}  // namespace nve
