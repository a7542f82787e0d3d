// SPDX-License-Identifier: Apache-2.0
// All steps of a binary, in every feed: see predict.hpp.
#include "model/transfer/predict.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "base/processes/parallel_for.hpp"
#include "model/transfer/driver_times.hpp"
#include "model/transfer/transfer_machine.hpp"
#include "program/first_strip.hpp"
#include "program/placement.hpp"
#include "program/predicted_cycles.hpp"
#include "program/step_queues.hpp"
#include "program/step_selection.hpp"

namespace nve::transfer {
namespace {

// The processor and the tiles: what host/driver/step_executor.cpp does, in cycles.
class Predictor {
 public:
  /// In `feed`, or in those of the steps.
  Predictor(const Binary& binary, const TransferOptions& options, std::optional<Feed> feed,
            bool mover)
      : binary_(binary),
        options_(options),
        feed_(feed),
        placement_(binary, options.memory.board, AllocatorOf(options.memory.board),
                   options.max_descriptor_bytes),
        first_strips_(WritesFirstStrip(binary)),
        queues_(WorksOf(binary)),
        tiles_(TilesOf(binary), Tile(options)),
        machine_(mover ? kMoverProfile : kAxiDmaProfile, options.memory, options.clock_mhz,
                 binary.machine.sizes, tiles_.size()) {
    for (const Program& program : binary.programs) programs_.emplace_back(program);
    ForEachStart(binary, [&](const RunStep& step, StartLoad load) { loads_[&step] = load; });
    for (const Tile& tile : tiles_) now_ += tile.driver.Reset();
  }

  /// By layer.
  std::vector<FeedPrediction> Run() {
    layers_.resize(binary_.layers.size());
    while (!queues_.finished()) {
      if (const std::optional<size_t> work = queues_.Next()) {
        Begin(*work);
      } else {
        WaitForSome();
      }
    }
    return layers_;
  }

 private:
  struct Tile {
    explicit Tile(const TransferOptions& options) : driver(options) {}
    DriverTimes driver;
    // The step in execution
    size_t work = 0;
    const RunStep* step = nullptr;
    Cycle begin = 0;
    Cycle start = 0;  // of the core
    Cycle copy_in = 0;
  };

  static size_t TilesOf(const Binary& binary) {
    const std::set<int> cores = CoresOf(binary.steps);
    return cores.empty() ? 1 : static_cast<size_t>(*cores.rbegin()) + 1;
  }

  static ChannelWork WorkOf(ChannelPlacement& placed, Cycle tail) {
    return {.moves = std::move(placed.moves),
            .list = std::move(placed.list),
            .ring = placed.ring,
            .tail = tail};
  }

  Feed FeedOf(const RunStep& step) const { return feed_.value_or(step.feed); }

  Cycle CopyCycles(const RunStep& step, int64_t bytes) const {
    if (FeedOf(step) != Feed::kReordered) return 0;
    const uint64_t cycles = options_.CopyCycles(static_cast<uint64_t>(bytes), options_.clock_mhz);
    return static_cast<Cycle>(cycles);
  }

  // Borders are cleared in no time.
  void Begin(size_t work) {
    queues_.Begin(work);
    const AnyStep& step = binary_.steps[queues_.works()[work].step];
    if (const auto* run = std::get_if<RunStep>(&step)) {
      BeginRun(work, *run);
    } else {
      queues_.End(work);
    }
  }

  void BeginRun(size_t work, const RunStep& step) {
    const auto number = static_cast<size_t>(step.core);
    const auto program = static_cast<size_t>(step.program);
    Tile& tile = tiles_[number];
    const StartLoad load = loads_.at(&step);
    StepPlacement placed = placement_.Place(step, FeedOf(step), load);
    tile.work = work;
    tile.step = &step;
    tile.begin = now_;
    tile.copy_in = CopyCycles(step, TotalBytes(step.input));
    const DriverTimes::Start start = tile.driver.StartStep(
        now_ + tile.copy_in, binary_.programs[program], step, TotalBytes(step.output),
        !placed.input.moves.empty(), !placed.output.moves.empty());
    tile.start = start.core;
    machine_.Begin(number, programs_[program],
                   {.input = WorkOf(placed.input, start.input),
                    .output = WorkOf(placed.output, start.output),
                    .runs = step.runs,
                    .load = load,
                    .start = start.core});
    now_ = start.end;
  }

  /// The earliest interrupt that the driver waits for, as far as is known.
  Cycle FirstLine() const {
    Cycle first = kUnknown;
    for (size_t i = 0; i < tiles_.size(); ++i) {
      if (tiles_[i].driver.busy()) {
        first = std::min(first, tiles_[i].driver.Line(machine_.Times(i)));
      }
    }
    return first;
  }

  void GoOnTo(Cycle limit) {
    while (machine_.Advance(limit)) {
    }
  }

  void WaitForSome() {
    Cycle line = FirstLine();
    int64_t known = machine_.known_lines();
    while (machine_.Advance(line)) {
      if (machine_.known_lines() == known) continue;
      known = machine_.known_lines();
      line = FirstLine();
    }
    NVE_CHECK(line < kUnknown, "the transfer model waits for itself");
    const Cycle seen = std::max(now_, line);
    GoOnTo(seen + 1);
    std::vector<bool> risen;
    for (size_t i = 0; i < tiles_.size(); ++i) {
      risen.push_back(tiles_[i].driver.busy() && tiles_[i].driver.Line(machine_.Times(i)) <= seen);
    }
    now_ = seen + options_.interrupt_cycles;
    for (size_t i = 0; i < tiles_.size(); ++i) {
      if (risen[i]) Poll(i);
    }
  }

  void Poll(size_t number) {
    Tile& tile = tiles_[number];
    const Cycle wake = now_;
    now_ = tile.driver.Poll(now_, [&](Cycle before) {
      GoOnTo(before);
      return machine_.Times(number);
    });
    if (!tile.driver.busy()) EndRun(number, wake);
  }

  // What the polls that ended it began with is `wake`.
  void EndRun(size_t number, Cycle wake) {
    const Tile& tile = tiles_[number];
    const RunStep& step = *tile.step;
    const Program& program = binary_.programs[static_cast<size_t>(step.program)];
    const StepTimes times = machine_.Times(number);
    const Cycle polled = now_;
    const Cycle copy_out = CopyCycles(step, TotalBytes(step.output));
    now_ += copy_out;
    FeedPrediction ended;
    ended.events = machine_.events() - events_;
    ended.begin = tile.begin;
    ended.end = now_;
    if (first_strips_[queues_.works()[tile.work].step]) ended.first_strip = now_;
    events_ = machine_.events();
    TransferTerms& terms = ended.terms;
    terms.copy = tile.copy_in + copy_out;
    terms.core = CyclesOfStart(program, step.runs, StartLoad::kNothing) - kFirstFetchCycles;
    terms.load = CyclesOfStart(program, step.runs, loads_.at(&step)) - terms.core;
    terms.ramp = times.waits.ramp;
    terms.descriptors = times.waits.descriptors;
    terms.memory = times.waits.memory;
    terms.drain = wake - times.core;
    terms.host = tile.start - tile.begin - tile.copy_in + polled - wake;
    layers_[static_cast<size_t>(program.layer)] += ended;
    queues_.End(tile.work);
  }

  const Binary& binary_;
  TransferOptions options_;
  std::optional<Feed> feed_;
  std::vector<CoreProgram> programs_;
  std::map<const RunStep*, StartLoad> loads_;
  Placement placement_;
  std::vector<bool> first_strips_;  // by step
  StepQueues queues_;
  std::vector<Tile> tiles_;
  TransferMachine machine_;
  MemoryEvents events_;
  Cycle now_ = 0;
  std::vector<FeedPrediction> layers_;
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
  begin = std::min(begin, other.begin);
  end = std::max(end, other.end);
  first_strip = std::max(first_strip, other.first_strip);
  return *this;
}

std::vector<FeedPrediction> PredictFeed(const Binary& binary, const TransferOptions& options,
                                        Feed feed) {
  return Predictor(binary, options, feed, feed == Feed::kMover).Run();
}

std::vector<FeedPrediction> PredictSteps(const Binary& binary, const TransferOptions& options,
                                         bool mover) {
  return Predictor(binary, options, std::nullopt, mover || UsesMover(binary)).Run();
}

std::vector<LayerPrediction> PredictTransfers(const Binary& binary,
                                              const TransferOptions& options) {
  std::vector<LayerPrediction> layers(binary.layers.size());
  for (size_t i = 0; i < layers.size(); ++i) layers[i].name = binary.layers[i].name;
  ParallelFor(kFeedNames.size(), [&](size_t f) {
    const std::vector<FeedPrediction> feeds = PredictFeed(binary, options, static_cast<Feed>(f));
    for (size_t i = 0; i < layers.size(); ++i) layers[i].feeds[f] = feeds[i];
  });
  return layers;
}

}  // namespace nve::transfer
