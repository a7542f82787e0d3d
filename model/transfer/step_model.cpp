// SPDX-License-Identifier: Apache-2.0
// Events of a step in the order of their cycles: see step_model.hpp.
#include "model/transfer/step_model.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::transfer {
namespace {

// Numbers of the ports within a tile (host/platform).
constexpr int kDescriptorPort = 0;
constexpr int kInputPort = 1;
constexpr int kOutputPort = 2;

template <typename Port>
std::vector<Port> PortsOf(MemoryTimes& memory, int first, const Board& board, int other) {
  const auto acceptance = static_cast<int64_t>(board.acceptance);
  std::vector<Port> ports = {Port(first + kDescriptorPort, memory, acceptance)};
  if (!board.shared_port) ports.emplace_back(first + other, memory, acceptance);
  return ports;
}

}  // namespace

StepModel::StepModel(const DmaProfile& profile, MemoryTimes& memory, int first_port,
                     const Board& board, const arch::Sizes& sizes)
    : sizes_(sizes),
      profile_(profile),
      reads_(PortsOf<ReadPort>(memory, first_port, board, kInputPort)),
      writes_(PortsOf<WritePort>(memory, first_port, board, kOutputPort)),
      descriptors_(profile, reads_.front(), writes_.front()) {}

void StepModel::Begin(const CoreProgram& program, StepWork work) {
  NVE_CHECK(!Pending(), "a step begins before the one before it has ended");
  const uint64_t input_ring = work.input.ring;
  const uint64_t output_ring = work.output.ring;
  const bool reads = !work.input.moves.empty();
  const bool writes = !work.output.moves.empty();
  step_.emplace(
      Step{InputChannel(profile_, std::move(work.input), reads_.back(), sizes_.input_fifo_words),
           OutputChannel(profile_, std::move(work.output), writes_.back()),
           CoreModel(program, work.runs, work.load, work.start, sizes_.output_fifo_words), reads,
           writes});
  descriptors_.Begin(step_->input, input_ring, step_->output, output_ring);
  Collect();
}

StepTimes StepModel::Times() const {
  return {.core = step_->core.done() ? step_->core.now() : kUnknown,
          .input = step_->reads ? descriptors_.Interrupt(0) : kLongAgo,
          .output = step_->writes ? descriptors_.Interrupt(1) : kLongAgo,
          .waits = step_->core.waits()};
}

bool StepModel::Pending() const {
  return step_ && (!step_->core.done() || (step_->reads && descriptors_.Interrupt(0) == kUnknown) ||
                   (step_->writes && descriptors_.Interrupt(1) == kUnknown));
}

void StepModel::Collect() {
  for (ReadPort& port : reads_) port.Collect();
  for (WritePort& port : writes_) port.Collect();
  step_->input.Collect();
  step_->output.Collect();
  descriptors_.Collect();
  step_->core.Advance(step_->input, step_->output);
  step_->input.Enter();
}

bool StepModel::Waiting() const {
  const auto waiting = [](const auto& port) { return port.waiting(); };
  return Pending() && (std::any_of(reads_.begin(), reads_.end(), waiting) ||
                       std::any_of(writes_.begin(), writes_.end(), waiting));
}

bool StepModel::Answered() const {
  const auto answered = [](const auto& port) { return port.answered(); };
  return std::any_of(reads_.begin(), reads_.end(), answered) ||
         std::any_of(writes_.begin(), writes_.end(), answered);
}

int StepModel::KnownLines() const {
  const StepTimes times = Times();
  return (times.core != kUnknown ? 1 : 0) + (times.input != kUnknown ? 1 : 0) +
         (times.output != kUnknown ? 1 : 0);
}

Cycle StepModel::Next() {
  if (!Pending()) return kUnknown;
  read_ = step_->input.NextRead();
  fetch_ = descriptors_.NextFetch();
  write_ = step_->output.NextWrite();
  update_ = descriptors_.NextUpdate();
  return std::min({read_, fetch_, write_, update_});
}

// What comes in one cycle the memory gets port by port, of a port the read first; two addresses of
// a port take turns.
void StepModel::Commit() {
  const Cycle next = std::min({read_, fetch_, write_, update_});
  const bool shared = reads_.size() == 1;
  const bool input_first = shared && next == read_ && reads_.front().master() == kDescriptorMaster;
  const bool output_first =
      shared && next == write_ && writes_.front().master() == kDescriptorMaster;
  if (next == fetch_ && !input_first) {
    descriptors_.CommitFetch();
  } else if (next == read_ && (shared || next != update_)) {
    step_->input.CommitRead();
  } else if (next == update_ && !output_first) {
    descriptors_.CommitUpdate();
  } else {
    step_->output.CommitWrite();
  }
  Collect();
}

}  // namespace nve::transfer
