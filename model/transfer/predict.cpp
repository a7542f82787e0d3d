// SPDX-License-Identifier: Apache-2.0
// All steps of a binary, in every feed: see predict.hpp.
#include "model/transfer/predict.hpp"

#include <optional>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "model/transfer/driver_times.hpp"
#include "program/placement.hpp"
#include "program/predicted_cycles.hpp"

namespace nve::transfer {
namespace {

class Predictor {
 public:
  Predictor(const Binary& binary, const TransferOptions& options, Feed feed)
      : binary_(binary),
        options_(options),
        feed_(feed),
        placement_(binary, options.memory.board, AllocatorOf(options.memory.board),
                   options.max_descriptor_bytes),
        driver_(options),
        machine_(feed == Feed::kMover ? kMoverProfile : kAxiDmaProfile, options.memory,
                 options.clock_mhz, options.memory.board.shared_port, binary.machine.sizes),
        now_(driver_.Reset()) {
    for (const Program& program : binary.programs) programs_.emplace_back(program);
  }

  FeedPrediction Step(const RunStep& step, bool load) {
    const Cycle begin = now_;
    const MemoryEvents before = machine_.events();
    StepPlacement placed = placement_.Place(step, feed_, load);
    const int64_t output_bytes = TotalBytes(step.output);
    TransferTerms terms;
    const Cycle copy_in = CopyCycles(TotalBytes(step.input));
    const Cycle copy_out = CopyCycles(output_bytes);
    terms.copy = copy_in + copy_out;
    const DriverTimes::Start start =
        driver_.StartStep(begin + copy_in, binary_, step, output_bytes, !placed.input.moves.empty(),
                          !placed.output.moves.empty());
    const StepTimes times = machine_.Run(programs_[static_cast<size_t>(step.program)],
                                         {.input = WorkOf(placed.input, start.input),
                                          .output = WorkOf(placed.output, start.output),
                                          .runs = step.runs,
                                          .load = load,
                                          .start = start.core});
    const DriverTimes::End end = driver_.EndStep(times);
    now_ = end.end + copy_out;
    const Program& program = binary_.programs[static_cast<size_t>(step.program)];
    terms.core = CyclesOfStart(program, step.runs, false) - kFirstFetchCycles;
    terms.load = CyclesOfStart(program, step.runs, load) - terms.core;
    terms.ramp = times.waits.ramp;
    terms.descriptors = times.waits.descriptors;
    terms.memory = times.waits.memory;
    terms.drain = end.last_wake - times.core;
    terms.host = start.core - begin - copy_in + end.end - end.last_wake;
    return {terms, machine_.events() - before};
  }

 private:
  static ChannelWork WorkOf(ChannelPlacement& placed, Cycle tail) {
    return {.moves = std::move(placed.moves),
            .list = std::move(placed.list),
            .ring = placed.ring,
            .tail = tail};
  }

  Cycle CopyCycles(int64_t bytes) const {
    if (feed_ != Feed::kReordered) return 0;
    const uint64_t cycles = options_.CopyCycles(static_cast<uint64_t>(bytes), options_.clock_mhz);
    return static_cast<Cycle>(cycles);
  }

  const Binary& binary_;
  TransferOptions options_;
  Feed feed_;
  std::vector<CoreProgram> programs_;
  Placement placement_;
  DriverTimes driver_;
  TransferMachine machine_;
  Cycle now_;
};

}  // namespace

int64_t TransferTerms::Cycles() const {
  return core + load + host + copy + ramp + descriptors + memory + drain;
}

TransferTerms& TransferTerms::operator+=(const TransferTerms& other) {
  core += other.core;
  load += other.load;
  host += other.host;
  copy += other.copy;
  ramp += other.ramp;
  descriptors += other.descriptors;
  memory += other.memory;
  drain += other.drain;
  return *this;
}

FeedPrediction& FeedPrediction::operator+=(const FeedPrediction& other) {
  terms += other.terms;
  events += other.events;
  return *this;
}

std::vector<LayerPrediction> PredictTransfers(const Binary& binary,
                                              const TransferOptions& options) {
  std::vector<LayerPrediction> layers(binary.layers.size());
  for (size_t i = 0; i < layers.size(); ++i) layers[i].name = binary.layers[i].name;
  for (size_t f = 0; f < kFeedNames.size(); ++f) {
    Predictor predictor(binary, options, static_cast<Feed>(f));
    std::optional<int> core;
    ForEachStart(binary, [&](const RunStep& step, bool load) {
      const int layer = binary.programs[static_cast<size_t>(step.program)].layer;
      NVE_CHECK(step.core == core.value_or(step.core), "the transfer model is that of one core");
      core = step.core;
      layers[static_cast<size_t>(layer)].feeds[f] += predictor.Step(step, load);
    });
  }
  return layers;
}

}  // namespace nve::transfer
