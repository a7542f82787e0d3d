// Co-simulation of a plan: see session.hpp.
#include "host/cosim/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "compiler/program/plan_selection.hpp"

namespace nve {
namespace {

void Add(StepTraffic& sum, const StepTraffic& traffic) {
  sum.mm2s_descriptors += traffic.mm2s_descriptors;
  sum.mm2s_bytes += traffic.mm2s_bytes;
  sum.s2mm_descriptors += traffic.s2mm_descriptors;
  sum.s2mm_bytes += traffic.s2mm_bytes;
}

}  // namespace

TileCounts& TileCounts::operator+=(const TileCounts& other) {
  core += other.core;
  for (size_t p = 0; p < kTilePorts; ++p) axi[p] += other.axi[p];
  return *this;
}

TileCounts TileCounts::operator-(const TileCounts& earlier) const {
  TileCounts difference;
  difference.core = core - earlier.core;
  for (size_t p = 0; p < kTilePorts; ++p) difference.axi[p] = axi[p] - earlier.axi[p];
  return difference;
}

Session::Session(const std::string& name, const Binary& binary, const FeatureMaps& picture,
                 Options options)
    : binary_(binary),
      picture_(picture),
      options_(std::move(options)),
      platform_(std::make_unique<Platform>(name.c_str(), options_.platform)) {
  platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
}

void Session::RunAll() { sc_core::sc_start(); }

void Session::Execute(Bus& bus) {
  PlanExecutor executor(bus, platform_->TileAddresses(), binary_, options_.executor, Observer());
  try {
    executor.Run(picture_, options_.input_name);
  } catch (const RunStopped& stopped) {
    if (stopped.during_access()) throw;
    // The clock still runs, so the driver can say from the registers what it waits for.
    throw CheckFailed(fmt::format("{}\n{}", stopped.what(), executor.Describe()));
  }
  output_ = executor.Output();
  for (const int layer : options_.keep_layers) {
    layer_maps_.push_back(executor.Maps(PlanesOfLayer(binary_, layer)));
  }
  notes_ = executor.notes();
}

StepObserver Session::Observer() {
  const auto counts_of = [this](const StepRecord& record) {
    const Fabric& fabric = platform_->fabric();
    const auto tile = static_cast<size_t>(record.core);
    TileCounts counts;
    counts.core = fabric.tiles()[tile]->counts();
    for (size_t p = 0; p < kTilePorts; ++p) {
      counts.axi[p] = fabric.AxiCountsOf(tile, static_cast<TilePort>(p));
    }
    return counts;
  };
  StepObserver observer;
  observer.started = [this, counts_of](const StepRecord& record) {
    steps_.push_back({record, counts_of(record), false});
  };
  observer.ended = [this, counts_of](const StepRecord& record) {
    const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) {
      return !s.ended && s.record.plan_index == record.plan_index;
    });
    step->record = record;
    step->counts = counts_of(record) - step->counts;
    step->ended = true;
  };
  return observer;
}

void Session::ThrowIfFailed() const {
  const Fabric& fabric = platform_->fabric();
  const int tile = fabric.mismatch_tile();
  if (tile >= 0) {
    const auto& mismatch = fabric.tiles()[static_cast<size_t>(tile)]->lockstep()->mismatch();
    throw CheckFailed(FormatMismatch(*mismatch, ContextOf(tile)));
  }
  if (fabric.failure() != nullptr) std::rethrow_exception(fabric.failure());
  if (platform_->processor().failure() != nullptr)
    std::rethrow_exception(platform_->processor().failure());
  if (!platform_->processor().finished())
    throw InternalError("the simulation ended before the processor");
  const LockstepSummary lockstep = Lockstep();
  if (!lockstep.enabled) return;
  if (lockstep.cycles == 0) throw CheckFailed("lockstep compared no cycle");
  if (lockstep.cycle_delta != 0) {
    throw CheckFailed(
        fmt::format("RTL and golden model differ by {} cycles", lockstep.cycle_delta));
  }
}

MismatchContext Session::ContextOf(int tile) const {
  MismatchContext context{.core = fmt::format("core {}", tile),
                          .layer = "",
                          .program = "",
                          .reproduce = options_.reproduce};
  for (const Step& step : steps_) {
    if (step.record.core != tile || step.ended) continue;
    const Program& program = binary_.programs[static_cast<size_t>(step.record.program)];
    context.program = program.name;
    context.layer = binary_.layers[static_cast<size_t>(program.layer)].name;
  }
  return context;
}

std::vector<LayerStatistics> Session::Layers() const {
  std::vector<LayerStatistics> layers;
  std::vector<uint64_t> first(binary_.layers.size(), UINT64_MAX);
  for (const LayerInfo& layer : binary_.layers) {
    layers.emplace_back();
    layers.back().name = layer.name;
    layers.back().macs = layer.Macs();
    if (layer.kernels == 0) continue;  // not run
    std::set<int> inputs;
    for (const Program& program : binary_.programs) {
      if (program.layer + 1 != static_cast<int>(layers.size())) continue;
      inputs.insert(program.input_maps.begin(), program.input_maps.end());
    }
    layers.back().pixels = static_cast<int64_t>(inputs.size()) * layer.InputPixels() +
                           int64_t{layer.output_maps} * layer.out_height * layer.out_width;
  }
  for (const Step& step : steps_) {
    if (!step.ended) continue;
    const auto index =
        static_cast<size_t>(binary_.programs[static_cast<size_t>(step.record.program)].layer);
    LayerStatistics& layer = layers[index];
    first[index] = std::min(first[index], step.record.start_cycle);
    layer.elapsed_cycles =
        std::max(layer.elapsed_cycles, static_cast<int64_t>(step.record.end_cycle - first[index]));
    layer.counts += step.counts;
    Add(layer.traffic, step.record.traffic);
    ++layer.steps;
  }
  return layers;
}

LayerStatistics Session::Total() const {
  LayerStatistics total;
  total.name = "total";
  for (const LayerStatistics& layer : Layers()) {
    total.macs += layer.macs;
    total.pixels += layer.pixels;
    total.counts += layer.counts;
    total.steps += layer.steps;
    Add(total.traffic, layer.traffic);
  }
  uint64_t first = UINT64_MAX;
  for (const Step& step : steps_) {
    if (!step.ended) continue;
    first = std::min(first, step.record.start_cycle);
    total.elapsed_cycles =
        std::max(total.elapsed_cycles, static_cast<int64_t>(step.record.end_cycle - first));
  }
  return total;
}

LockstepSummary Session::Lockstep() const {
  LockstepSummary summary;
  for (const auto& tile : platform_->fabric().tiles()) {
    const LockstepChecker* checker = tile->lockstep();
    if (checker == nullptr) continue;
    summary.enabled = true;
    summary.cycles += checker->cycles();
    summary.mismatches += checker->mismatch().has_value() ? 1 : 0;
    summary.cycle_delta += tile->counts().Busy() - checker->golden_counts().Busy();
  }
  return summary;
}

nlohmann::ordered_json Session::Mismatch() const {
  const int tile = platform_->fabric().mismatch_tile();
  if (tile < 0) return nullptr;
  const auto& mismatch =
      platform_->fabric().tiles()[static_cast<size_t>(tile)]->lockstep()->mismatch();
  return MismatchJson(*mismatch, ContextOf(tile));
}

}  // namespace nve
