// SPDX-License-Identifier: Apache-2.0
// When the memory answers bursts: the models of host/memory themselves (docs/memory.md), without
// the cycles between.
//
// `ideal`, `fixed` and `tso` know the answer of a burst when it comes. `bank` finds it later, since
// its controller chooses among all bursts it has: it is run as far as events are certain, and
// stops at every answer, since that may be the cause of an earlier event.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "host/memory/memory_model.hpp"
#include "model/transfer/history.hpp"

namespace nve::transfer {

/// What happened inside a `bank` memory.
struct MemoryEvents {
  int64_t bursts = 0;
  int64_t row_misses = 0;   ///< activations
  int64_t turnarounds = 0;  ///< changes of direction
  int64_t refreshes = 0;
  MemoryEvents& operator+=(const MemoryEvents& other);
  MemoryEvents operator-(const MemoryEvents& earlier) const;
};

class MemoryTimes {
 public:
  MemoryTimes(const MemoryConfig& config, double clock_mhz)
      : model_(MakeMemoryModel(config, clock_mhz)), deferred_(model_->NeedsTick()) {}

  /// A read whose address is accepted in `now`, or a write whose last word is. Calls come in the
  /// order of `now`; the burst stays at its place until it is answered.
  void Ask(MemoryBurst& burst, Cycle now);

  /// The first cycle of a burst's answer, or kUnknown. To be asked after each RunUntil.
  Cycle AnswerOf(const MemoryBurst& burst) const;

  /// Goes on to the begin of cycle `end`; true: stopped in front of it, for an answer became known.
  bool RunUntil(Cycle end);
  /// Of these answers, some of them several times.
  std::span<const int> AnsweredPorts() const { return model_->AnsweredPorts(); }

  MemoryEvents events() const;

 private:
  std::unique_ptr<MemoryModel> model_;
  bool deferred_;
  Cycle now_ = 0;       // everything before it is done
  Cycle earliest_ = 0;  // of answers that became known last
};

}  // namespace nve::transfer
