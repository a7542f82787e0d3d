// SPDX-License-Identifier: Apache-2.0
// Events of a step in the order of their cycles: see step_model.hpp.
#include "model/transfer/step_model.hpp"

#include <algorithm>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::transfer {
namespace {

// Numbers of the ports (host/platform).
constexpr int kDescriptorPort = 0;
constexpr int kInputPort = 1;
constexpr int kOutputPort = 2;

template <typename Port>
std::vector<Port> PortsOf(MemoryTimes& memory, bool shared, int other) {
  std::vector<Port> ports = {Port(kDescriptorPort, memory)};
  if (!shared) ports.emplace_back(other, memory);
  return ports;
}

}  // namespace

TransferMachine::TransferMachine(const DmaProfile& profile, const MemoryConfig& memory,
                                 double clock_mhz, bool shared_port, const arch::Sizes& sizes)
    : sizes_(sizes),
      profile_(profile),
      memory_(memory, clock_mhz),
      reads_(PortsOf<ReadPort>(memory_, shared_port, kInputPort)),
      writes_(PortsOf<WritePort>(memory_, shared_port, kOutputPort)),
      descriptors_(profile, reads_.front(), writes_.front()) {}

void TransferMachine::Collect(InputChannel& input, OutputChannel& output) {
  for (ReadPort& port : reads_) port.Collect();
  for (WritePort& port : writes_) port.Collect();
  input.Collect();
  output.Collect();
  descriptors_.Collect();
}

bool TransferMachine::Waiting() const {
  const auto waiting = [](const auto& port) { return port.waiting(); };
  return std::any_of(reads_.begin(), reads_.end(), waiting) ||
         std::any_of(writes_.begin(), writes_.end(), waiting);
}

StepTimes TransferMachine::Run(const CoreProgram& program, StepWork work) {
  const uint64_t input_ring = work.input.ring;
  const uint64_t output_ring = work.output.ring;
  const bool reads = !work.input.moves.empty();
  const bool writes = !work.output.moves.empty();
  const bool shared = reads_.size() == 1;
  InputChannel input(profile_, std::move(work.input), reads_.back(), sizes_.input_fifo_words);
  OutputChannel output(profile_, std::move(work.output), writes_.back());
  CoreModel core(program, work.runs, work.load, work.start, sizes_.output_fifo_words);
  descriptors_.Begin(input, input_ring, output, output_ring);
  const auto pending = [&] {
    return !core.done() || (reads && descriptors_.Interrupt(0) == kUnknown) ||
           (writes && descriptors_.Interrupt(1) == kUnknown);
  };
  for (;;) {
    Collect(input, output);
    core.Advance(input, output);
    input.Enter();
    if (!pending()) break;
    const Cycle read = input.NextRead();
    const Cycle fetch = descriptors_.NextFetch();
    const Cycle write = output.NextWrite();
    const Cycle update = descriptors_.NextUpdate();
    const Cycle next = std::min({read, fetch, write, update});
    NVE_CHECK(next < kUnknown || Waiting(), "the transfer model waits for itself");
    if (memory_.RunUntil(next)) continue;
    // What comes in one cycle the memory gets port by port, of a port the read first; two addresses
    // of a port take turns.
    const bool input_first = shared && next == read && reads_.front().master() == kDescriptorMaster;
    const bool output_first =
        shared && next == write && writes_.front().master() == kDescriptorMaster;
    if (next == fetch && !input_first) {
      descriptors_.CommitFetch();
    } else if (next == read && (shared || next != update)) {
      input.CommitRead();
    } else if (next == update && !output_first) {
      descriptors_.CommitUpdate();
    } else {
      output.CommitWrite();
    }
  }
  return {.core = core.now(),
          .input = reads ? descriptors_.Interrupt(0) : kLongAgo,
          .output = writes ? descriptors_.Interrupt(1) : kLongAgo,
          .waits = core.waits()};
}

}  // namespace nve::transfer
