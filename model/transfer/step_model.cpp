// Events of a step in the order of their cycles: see step_model.hpp.
#include "model/transfer/step_model.hpp"

#include <algorithm>
#include <utility>

#include "compiler/support/diagnostics.hpp"

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
                                 double clock_mhz, bool shared_port)
    : profile_(profile),
      memory_(MakeMemoryTimes(memory, clock_mhz)),
      reads_(PortsOf<ReadPort>(*memory_, shared_port, kInputPort)),
      writes_(PortsOf<WritePort>(*memory_, shared_port, kOutputPort)),
      descriptors_(profile, reads_.front(), writes_.front()) {}

StepTimes TransferMachine::Run(const CoreProgram& program, StepWork work) {
  const uint64_t input_ring = work.input.ring;
  const uint64_t output_ring = work.output.ring;
  const bool reads = !work.input.moves.empty();
  const bool writes = !work.output.moves.empty();
  InputChannel input(profile_, std::move(work.input), reads_.back());
  OutputChannel output(profile_, std::move(work.output), writes_.back());
  CoreModel core(program, work.runs, work.load, work.start);
  descriptors_.Begin(input, input_ring, output, output_ring);
  const auto pending = [&] {
    return !core.done() || (reads && descriptors_.Interrupt(0) == kUnknown) ||
           (writes && descriptors_.Interrupt(1) == kUnknown);
  };
  for (;;) {
    core.Advance(input, output);
    input.Enter();
    if (!pending()) break;
    const Cycle read = input.NextRead();
    const Cycle fetch = descriptors_.NextFetch();
    const Cycle write = output.NextWrite();
    const Cycle update = descriptors_.NextUpdate();
    const Cycle next = std::min({read, fetch, write, update});
    NVE_CHECK(next < kUnknown, "the transfer model waits for itself");
    const bool turn = output.AtAddress() && writes_.back().master() == kOutputMaster;
    if (next == write && !(next == update && turn)) {
      output.CommitWrite();
    } else if (next == update) {
      descriptors_.CommitUpdate();
    } else if (next == fetch) {
      descriptors_.CommitFetch();
    } else {
      input.CommitRead();
    }
  }
  return {.core = core.now(),
          .input = reads ? descriptors_.Interrupt(0) : kLongAgo,
          .output = writes ? descriptors_.Interrupt(1) : kLongAgo,
          .waits = core.waits()};
}

}  // namespace nve::transfer
