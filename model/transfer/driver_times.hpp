// SPDX-License-Identifier: Apache-2.0
// The cycles of the driver's register accesses around a step: settings and table entries that
// changed, the start of both channels and of the core, and the polls after every interrupt, in the
// order of host/driver (tile_driver.cpp, dma_channel.cpp, core_driver.cpp).
#pragma once

#include <map>
#include <optional>
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

  /// When the channels' TAILDESC is written and the core leaves idle.
  struct Start {
    Cycle input = 0;
    Cycle output = 0;
    Cycle core = 0;
  };
  /// A step whose preparation ended in cycle `now`.
  Start StartStep(Cycle now, const Binary& binary, const RunStep& step, int64_t output_bytes,
                  bool reads, bool writes);

  /// The driver's waiting for the three interrupts.
  struct End {
    Cycle last_wake = 0;  ///< the last interrupt was seen
    Cycle end = 0;        ///< the step is done
  };
  /// It begins when the last register access of StartStep has ended.
  End EndStep(const StepTimes& times) const;

 private:
  Cycle CoreWrite() const;
  Cycle CoreRead() const;
  Cycle DmaWrite() const;
  Cycle DmaRead() const;
  Cycle StartChannel(Cycle* now, bool* running) const;

  TransferOptions options_;
  std::map<std::string, uint32_t> settings_;  // held by the core
  std::optional<ActivationTable> table_;      // held by the core
  bool input_running_ = false;
  bool output_running_ = false;
  Cycle started_ = 0;  // all of a step's accesses before its wait
};

}  // namespace nve::transfer
