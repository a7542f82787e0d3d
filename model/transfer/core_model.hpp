// SPDX-License-Identifier: Apache-2.0
// The core as the transfer model sees it: runs of a program whose stream events wait for words.
#pragma once

#include "model/transfer/core_events.hpp"
#include "model/transfer/input_channel.hpp"
#include "model/transfer/output_channel.hpp"
#include "program/start_load.hpp"

namespace nve::transfer {

/// Cycles in which the core waited, by what it waited for.
struct CoreWaits {
  Cycle ramp = 0;         ///< the first word of the step
  Cycle descriptors = 0;  ///< words whose descriptor came late
  Cycle memory = 0;       ///< other words
};

class CoreModel {
 public:
  /// The core leaves idle in cycle `start`; what it loads comes first.
  CoreModel(const CoreProgram& program, int64_t runs, StartLoad load, Cycle start,
            int64_t output_fifo_words);

  /// Goes on until a word is needed whose time is not known, or to the end.
  void Advance(InputChannel& input, OutputChannel& output);

  bool done() const { return run_ == runs_; }
  /// The next cycle of the core; when done, the first one after the last.
  Cycle now() const { return now_; }
  const CoreWaits& waits() const { return waits_; }

 private:
  bool Load(InputChannel& input);
  bool Execute(const CoreEvent& event, InputChannel& input, OutputChannel& output);
  void CountWait(Cycle wait, Cycle late);

  const CoreProgram& program_;
  int64_t runs_;
  int64_t to_load_;
  int64_t output_fifo_words_;
  Cycle now_;
  int64_t run_ = 0;
  int64_t part_ = 0;
  size_t event_ = 0;
  int64_t words_in_ = 0;
  int64_t words_out_ = 0;
  CoreWaits waits_;
};

}  // namespace nve::transfer
