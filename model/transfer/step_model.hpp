// SPDX-License-Identifier: Apache-2.0
// One run step from the start of its channels to their interrupts: core, DMA and memory together.
//
// Every event's cycle is the latest of what it waits for (docs/transfer-model.md). What several
// masters share (descriptor fetch, write-back, a memory port, the memory) is given in the order of
// the cycles: the earliest event that is known goes first, unless the memory's next answer, which
// may cause another one, comes before it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/transfer/core_model.hpp"
#include "model/transfer/descriptor_engine.hpp"

namespace nve::transfer {

/// What a step does and when it was started.
struct StepWork {
  ChannelWork input;
  ChannelWork output;
  int64_t runs = 1;
  bool load = false;
  Cycle start = 0;  ///< first cycle of the core's state load
};

/// What comes of it.
struct StepTimes {
  Cycle core = 0;   ///< interrupt of the core
  Cycle input = 0;  ///< interrupt of MM2S; long ago if nothing is moved
  Cycle output = 0;
  CoreWaits waits = {};
};

/// DMA, ports and memory of one tile.
class TransferMachine {
 public:
  /// `shared_port`: the three masters share a memory port.
  TransferMachine(const DmaProfile& profile, const MemoryConfig& memory, double clock_mhz,
                  bool shared_port, const arch::Sizes& sizes);
  TransferMachine(const TransferMachine&) = delete;
  TransferMachine& operator=(const TransferMachine&) = delete;

  StepTimes Run(const CoreProgram& program, StepWork work);

  MemoryEvents events() const { return memory_.events(); }

 private:
  /// Takes the answers of the memory that have become known.
  void Collect(InputChannel& input, OutputChannel& output);
  /// A burst waits for its answer.
  bool Waiting() const;

  arch::Sizes sizes_;
  DmaProfile profile_;
  MemoryTimes memory_;
  std::vector<ReadPort> reads_;    // of descriptors and input; one if shared
  std::vector<WritePort> writes_;  // of descriptors and output; one if shared
  DescriptorEngine descriptors_;
};

}  // namespace nve::transfer
