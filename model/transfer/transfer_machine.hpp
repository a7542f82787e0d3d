// SPDX-License-Identifier: Apache-2.0
// All tiles on one memory: their steps' events in the order of the cycles.
//
// The earliest event that is known goes first, of one cycle that of the lowest tile, unless the
// memory's next answer, which may cause another one, comes before it. A processor begins steps: it
// must not do so before a cycle up to which it has let the tiles go on.
#pragma once

#include <memory>
#include <vector>

#include "model/transfer/step_model.hpp"

namespace nve::transfer {

class TransferMachine {
 public:
  TransferMachine(const DmaProfile& profile, const MemoryConfig& memory, double clock_mhz,
                  const arch::Sizes& sizes, size_t tiles = 1);

  /// A step of a tile, after its last one. `program` must outlive it.
  void Begin(size_t tile, const CoreProgram& program, StepWork work);

  /// Of a tile's last step, as far as is known.
  StepTimes Times(size_t tile) const { return tiles_[tile]->Times(); }

  /// One thing that happens before cycle `limit`; false if there is none.
  bool Advance(Cycle limit);

  /// How many interrupts have become known so far.
  int64_t known_lines() const { return known_lines_; }

  MemoryEvents events() const { return memory_.events(); }

 private:
  bool Waiting() const;
  void CollectAnswers();
  /// Lets a tile go on, and looks what has become of it.
  template <typename GoOn>
  void Change(size_t tile, const GoOn& go_on);

  MemoryTimes memory_;
  int ports_of_tile_;
  std::vector<std::unique_ptr<StepModel>> tiles_;
  std::vector<Cycle> next_;       // by tile: its next event
  std::vector<size_t> answered_;  // tiles whose bursts the memory has just answered
  int64_t known_lines_ = 0;
};

}  // namespace nve::transfer
