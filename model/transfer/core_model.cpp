// SPDX-License-Identifier: Apache-2.0
// Stream events in program order: see core_model.hpp.
#include "model/transfer/core_model.hpp"

#include <algorithm>

#include "program/predicted_cycles.hpp"

namespace nve::transfer {

CoreModel::CoreModel(const CoreProgram& program, int64_t runs, StartLoad load, Cycle start,
                     int64_t output_fifo_words)
    : program_(program),
      runs_(runs),
      to_load_(LoadWords(load, program.size())),
      output_fifo_words_(output_fifo_words),
      now_(start) {
  if (to_load_ == 0) now_ += kFirstFetchCycles;
}

void CoreModel::CountWait(Cycle wait, Cycle late) {
  if (words_in_ == 0 && words_out_ == 0) {
    waits_.ramp += wait;
    return;
  }
  const Cycle descriptors = std::min(wait, late);
  waits_.descriptors += descriptors;
  waits_.memory += wait - descriptors;
}

bool CoreModel::Load(InputChannel& input) {
  while (to_load_ > 0) {
    const Cycle entered = input.Entered(words_in_);
    if (entered == kUnknown) return false;
    const Cycle taken = std::max(now_, entered + 1);
    CountWait(taken - now_, input.LateCommand(words_in_));
    input.Pop(taken);
    ++words_in_;
    now_ = taken + 1;
    if (--to_load_ == 0) now_ += kFirstFetchCycles;
  }
  return true;
}

bool CoreModel::Execute(const CoreEvent& event, InputChannel& input, OutputChannel& output) {
  const Cycle planned = now_ + event.gap;
  Cycle actual = planned;
  Cycle late = 0;
  if (event.in) {
    const int64_t word = words_in_ + (event.ahead ? 1 : 0);
    const Cycle entered = input.Entered(word);
    if (entered == kUnknown) return false;
    actual = std::max(actual, entered + 1);
    late = input.LateCommand(word);
  }
  if (event.out) {
    const int64_t word = words_out_ - output_fifo_words_;
    const Cycle left = output.Left(word);
    if (left == kUnknown) return false;
    if (left + 1 > actual) {
      actual = left + 1;
      late = output.LateCommand(word);
    }
  }
  if (actual > planned) CountWait(actual - planned, late);
  if (event.in) {
    input.Pop(actual);
    ++words_in_;
  }
  if (event.out) {
    output.Push(actual);
    ++words_out_;
  }
  now_ = actual + 1;
  return true;
}

void CoreModel::Advance(InputChannel& input, OutputChannel& output) {
  if (!Load(input)) return;
  while (run_ < runs_) {
    const CorePart& part = program_.Part(part_);
    for (; event_ < part.events.size(); ++event_) {
      if (!Execute(part.events[event_], input, output)) return;
    }
    now_ += part.tail;
    event_ = 0;
    if (++part_ < program_.parts()) continue;
    part_ = 0;
    ++run_;
  }
}

}  // namespace nve::transfer
