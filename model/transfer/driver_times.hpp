// SPDX-License-Identifier: Apache-2.0
// The cycles of the driver's register accesses around the steps of a tile: settings that changed,
// the start of both channels and of the core, and the polls after an interrupt, in the order of
// host/driver (tile_driver.cpp, dma_channel.cpp, core_driver.cpp).
#pragma once

#include <functional>
#include <map>
#include <string>

#include "model/transfer/step_model.hpp"
#include "model/transfer/transfer_options.hpp"
#include "program/binary.hpp"

namespace nve::transfer {

class DriverTimes {
 public:
  explicit DriverTimes(const TransferOptions& options) : options_(options) {}

  /// Identity checks and resets, before the first step.
  Cycle Reset() const;

  /// When the channels' TAILDESC is written and the core leaves idle, and when the last access has
  /// ended.
  struct Start {
    Cycle input = 0;
    Cycle output = 0;
    Cycle core = 0;
    Cycle end = 0;
  };
  /// A step whose preparation ended in cycle `now`.
  Start StartStep(Cycle now, const Program& program, const RunStep& step, int64_t output_bytes,
                  bool reads, bool writes);

  /// Whether the step has not ended, as far as the driver has seen.
  bool busy() const { return input_pending_ || output_pending_ || core_pending_; }

  /// The earliest interrupt that the driver waits for, as far as is known.
  Cycle Line(const StepTimes& times) const;

  /// A round of polls that begins in cycle `now`: the cycle of its end. `times` says what is known
  /// when all before a cycle has happened.
  Cycle Poll(Cycle now, const std::function<StepTimes(Cycle before)>& times);

 private:
  Cycle CoreWrite() const;
  Cycle CoreRead() const;
  Cycle DmaWrite() const;
  Cycle DmaRead() const;
  Cycle StartChannel(Cycle* now, bool* running) const;

  TransferOptions options_;
  std::map<std::string, uint32_t> settings_;  // held by the core
  bool input_running_ = false;
  bool output_running_ = false;
  bool input_pending_ = false;
  bool output_pending_ = false;
  bool core_pending_ = false;
};

}  // namespace nve::transfer
