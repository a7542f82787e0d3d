// SPDX-License-Identifier: Apache-2.0
// Run steps of one tile from the start of its channels to their interrupts: core, DMA and ports.
//
// Every event's cycle is the latest of what it waits for (docs/transfer-model.md). What several
// masters share (descriptor fetch, write-back, a memory port) is given in the order of the cycles:
// the earliest event that is known goes first. transfer_machine.hpp does the same for all tiles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/transfer/core_model.hpp"
#include "model/transfer/descriptor_engine.hpp"
#include "program/board.hpp"

namespace nve::transfer {

/// What a step does and when it was started.
struct StepWork {
  ChannelWork input;
  ChannelWork output;
  int64_t runs = 1;
  StartLoad load = StartLoad::kNothing;
  Cycle start = 0;  ///< first cycle in which the core is not idle
};

/// What comes of it. A cycle is kUnknown until it is known.
struct StepTimes {
  Cycle core = 0;   ///< interrupt of the core
  Cycle input = 0;  ///< interrupt of MM2S; long ago if nothing is moved
  Cycle output = 0;
  CoreWaits waits = {};
};

/// Memory ports of a tile: numbers for all its masters, or one that they share.
constexpr int PortsOfTile(bool shared) { return shared ? 1 : 3; }

/// Core, DMA and ports of one tile.
class StepModel {
 public:
  /// On the ports of a board, which are numbered from `first_port` on.
  StepModel(const DmaProfile& profile, MemoryTimes& memory, int first_port, const Board& board,
            const arch::Sizes& sizes);
  StepModel(const StepModel&) = delete;
  StepModel& operator=(const StepModel&) = delete;

  /// A step, after the one before it has ended. `program` must outlive it.
  void Begin(const CoreProgram& program, StepWork work);

  /// Of the last step begun.
  StepTimes Times() const;

  /// Takes the answers of the memory that have become known, and goes on as far as they allow.
  void Collect();

  /// The cycle of the next event that is known, or kUnknown.
  Cycle Next();
  /// Lets it happen.
  void Commit();

  /// A burst waits for its answer.
  bool Waiting() const;
  /// And the answer of one is there for Collect.
  bool Answered() const;

  /// How many of the last step's interrupts are known.
  int KnownLines() const;

 private:
  // The last step begun.
  struct Step {
    InputChannel input;
    OutputChannel output;
    CoreModel core;
    bool reads = false;
    bool writes = false;
  };

  bool Pending() const;

  arch::Sizes sizes_;
  DmaProfile profile_;
  std::vector<ReadPort> reads_;    // of descriptors and input; one if shared
  std::vector<WritePort> writes_;  // of descriptors and output; one if shared
  DescriptorEngine descriptors_;
  std::optional<Step> step_;
  // The next events by kind, as Next found them
  Cycle read_ = kUnknown, fetch_ = kUnknown, write_ = kUnknown, update_ = kUnknown;
};

}  // namespace nve::transfer
