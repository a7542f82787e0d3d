// Where the driver puts what a plan needs, and the descriptors it makes of a step: the same calls
// in the same order as host/driver (plan_memory.cpp, tile_driver.cpp), without memory behind them.
#pragma once

#include <vector>

#include "model/transfer/command_source.hpp"
#include "model/transfer/transfer_options.hpp"
#include "program/memory_image.hpp"

namespace nve::transfer {

class DriverMemory {
 public:
  DriverMemory(const Binary& binary, Feed feed, uint64_t max_descriptor_bytes);

  struct Step {
    ChannelWork input;
    ChannelWork output;
    int64_t input_bytes = 0;   ///< copied by the processor with `reordered`
    int64_t output_bytes = 0;  ///< of the output stream
  };
  /// The descriptors of a step; `load`: its program comes first.
  Step Prepare(const RunStep& step, bool load);

 private:
  struct Lane {
    uint64_t address = 0;
    uint64_t bytes = 0;
    uint64_t list = 0;
    uint64_t descriptors = 0;
    uint64_t ring = 0;
  };

  uint64_t Allocate(uint64_t bytes, uint64_t alignment);
  void ReserveBytes(Lane& lane, uint64_t bytes);
  void ReserveRing(Lane& lane, size_t descriptors);
  void PrepareMover(Lane& lane, const std::vector<Transfer>& transfers, ChannelWork& work);
  std::vector<dma::Block> PiecesOf(const std::vector<Transfer>& transfers) const;

  Feed feed_;
  uint64_t max_descriptor_bytes_;
  uint64_t free_;
  MemoryLayout layout_;
  std::vector<dma::Block> code_;  // by program
  Lane input_;
  Lane output_;
};

}  // namespace nve::transfer
