// SPDX-License-Identifier: Apache-2.0
// Co-simulation of a binary: see session.hpp.
#include "host/cosim/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "host/axi/rule_broken.hpp"
#include "host/cosim/core_waits.hpp"
#include "host/cosim/waterfall.hpp"
#include "host/lockstep/lockstep_end.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "host/platform/main_stack.hpp"
#include "program/executed_macs.hpp"
#include "program/first_strip.hpp"
#include "program/settings.hpp"
#include "program/step_selection.hpp"

namespace nve {
namespace {

void Add(StepTraffic& sum, const StepTraffic& traffic) {
  sum.mm2s_descriptors += traffic.mm2s_descriptors;
  sum.mm2s_bytes += traffic.mm2s_bytes;
  sum.s2mm_descriptors += traffic.s2mm_descriptors;
  sum.s2mm_bytes += traffic.s2mm_bytes;
}

// Kind and text of what has found a failure; what is none goes on.
void Tell(const std::exception_ptr& thrown, FailureOfRun& failure) {
  const auto tell = [&failure](const char* kind, const CheckFailed& found) {
    failure.kind = kind;
    failure.text = found.what();
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const RuleBroken& broken) {
    tell(kRuleFailure, broken);
    failure.rule = broken.rule();
  } catch (const RunStopped& stopped) {
    tell(kStandstillFailure, stopped);
  } catch (const DriverError& error) {
    tell(kHardwareFailure, error);
  } catch (const CheckFailed& found) {
    tell(kCheckFailure, found);
  }
}

}  // namespace

TileCounts& TileCounts::operator+=(const TileCounts& other) {
  core += other.core;
  for (size_t i = 0; i < kCycleUses; ++i) uses[i] += other.uses[i];
  for (size_t p = 0; p < kTilePorts; ++p) axi[p] += other.axi[p];
  return *this;
}

TileCounts TileCounts::operator-(const TileCounts& earlier) const {
  TileCounts difference;
  difference.core = core - earlier.core;
  for (size_t i = 0; i < kCycleUses; ++i) difference.uses[i] = uses[i] - earlier.uses[i];
  for (size_t p = 0; p < kTilePorts; ++p) difference.axi[p] = axi[p] - earlier.axi[p];
  return difference;
}

Session::Session(const std::string& name, const Binary& binary, const FeatureMaps& picture,
                 Options options)
    : binary_(binary),
      picture_(picture),
      options_(std::move(options)),
      platform_(std::make_unique<Platform>(name.c_str(), options_.platform)) {
  if (options_.timeline != nullptr) platform_->fabric().SetObserver(*options_.timeline);
  platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
}

void Session::RunAll() {
  sc_core::sc_start();
  TellMainStack();
}

void Session::Execute(Bus& bus) {
  ExecutorOptions executor_options = options_.executor;
  executor_options.board = platform_->memory_config().board;
  StepExecutor executor(bus, platform_->TileAddresses(), binary_, executor_options, Observer());
  try {
    executor.Run(picture_, options_.input_name);
  } catch (const RunStopped& stopped) {
    // The clock still runs, so the driver can say from the registers what it waits for.
    if (!stopped.during_access()) driver_view_ = executor.Describe();
    throw;
  }
  output_ = executor.Output();
  for (const int layer : options_.keep_layers) {
    layer_maps_.push_back(executor.Maps(PlanesOfLayer(binary_, layer)));
  }
  notes_ = executor.notes();
}

TileCounts Session::CountsOf(int tile) const {
  const Fabric& fabric = platform_->fabric();
  const auto at = static_cast<size_t>(tile);
  TileCounts counts;
  counts.core = fabric.tiles()[at]->counts();
  counts.uses = fabric.UsesOf(at);
  for (size_t p = 0; p < kTilePorts; ++p) {
    counts.axi[p] = fabric.AxiCountsOf(at, static_cast<TilePort>(p));
  }
  return counts;
}

StepObserver Session::Observer() {
  StepObserver observer;
  observer.started = [this](const StepRecord& record) {
    platform_->fabric().MarkStep(static_cast<size_t>(record.core));
    steps_.push_back({record, CountsOf(record.core), false});
  };
  observer.ended = [this](const StepRecord& record) {
    platform_->fabric().MarkStep(static_cast<size_t>(record.core));
    const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) {
      return !s.ended && s.record.step_index == record.step_index;
    });
    step->record = record;
    step->counts = CountsOf(record.core) - step->counts;
    step->ended = true;
    if (options_.timeline != nullptr) AddToTimeline(record);
  };
  observer.failed = [this](int core) {
    platform_->fabric().MarkFailure(static_cast<size_t>(core));
    at_failure_ = Circumstances();
  };
  return observer;
}

std::string Session::LayerOf(const Program& program) const {
  const auto layer = static_cast<size_t>(program.layer);
  return layer < binary_.layers.size() ? binary_.layers[layer].name : "(none)";
}

void Session::AddToTimeline(const StepRecord& record) {
  const Program& program = binary_.programs[static_cast<size_t>(record.program)];
  options_.timeline->Step(LayerOf(program), program.name, record);
}

std::optional<FailureOfRun> Session::Failure() const {
  const Fabric& fabric = platform_->fabric();
  const Processor& processor = platform_->processor();
  FailureOfRun failure = Circumstances();
  if (const std::optional<MismatchOfRun> mismatch = Mismatch()) {
    failure.kind = kMismatchFailure;
    failure.text = FormatMismatch(*mismatch);
    failure.cycle.value = mismatch->cycle;
    return failure;
  }
  if (fabric.failure() != nullptr) {
    Tell(fabric.failure(), failure);
    if (fabric.stopped_cycle()) failure.kind = kLimitFailure;
    return failure;
  }
  if (processor.failure() != nullptr) {
    failure = at_failure_.value_or(failure);
    Tell(processor.failure(), failure);
    if (!driver_view_.empty()) failure.text += '\n' + driver_view_;
    return failure;
  }
  if (!processor.finished()) throw InternalError("the simulation ended before the processor");
  const LockstepSummary lockstep = Lockstep();
  if (!lockstep.enabled) return std::nullopt;
  failure.kind = kLockstepFailure;
  failure.text = LockstepProblem(lockstep.cycles, lockstep.cycle_delta);
  return failure.text.empty() ? std::nullopt : std::optional(failure);
}

MismatchContext Session::ContextOf(int tile) const {
  MismatchContext context{.core = fmt::format("core {}", tile),
                          .layer = "",
                          .program = "",
                          .reproduce = options_.reproduce,
                          .seed = options_.seed};
  for (const Step& step : steps_) {
    if (step.record.core != tile || step.ended) continue;
    const Program& program = binary_.programs[static_cast<size_t>(step.record.program)];
    context.program = program.name;
    context.layer = LayerOf(program);
    context.strips = std::get<RunStep>(binary_.steps[step.record.step_index]).runs;
    context.iterations = SettingOf(program.settings, "ITERATIONS");
  }
  return context;
}

FailureOfRun Session::Circumstances() const {
  const Fabric& fabric = platform_->fabric();
  FailureOfRun failure;
  failure.cycle.value = fabric.cycle();
  if (const std::optional<uint64_t> stopped = fabric.stopped_cycle()) {
    // The clock has gone on for the driver, which asked what it waits for.
    failure.stood_still = fabric.failure() == nullptr;
    if (failure.stood_still) failure.cycle.value = *stopped;
  }
  failure.seed = options_.seed;
  failure.reproduce = options_.reproduce;
  for (size_t tile = 0; tile < fabric.tiles().size(); ++tile) {
    const MismatchContext context = ContextOf(static_cast<int>(tile));
    if (context.program.empty()) continue;
    failure.cores.push_back(WorkOf(fabric.tiles()[tile]->probe(), context));
  }
  return failure;
}

std::vector<LayerStatistics> Session::Layers() const {
  std::vector<LayerStatistics> layers;
  for (const LayerInfo& layer : binary_.layers) {
    layers.emplace_back();
    layers.back().name = layer.name;
    layers.back().macs = layer.Macs() * binary_.Pictures();
    if (layer.kernels == 0) continue;  // not run
    std::set<int> inputs;
    for (const Program& program : binary_.programs) {
      if (program.layer + 1 != static_cast<int>(layers.size())) continue;
      inputs.insert(program.input_maps.begin(), program.input_maps.end());
    }
    layers.back().pixels = (static_cast<int64_t>(inputs.size()) * layer.InputPixels() +
                            int64_t{layer.output_maps} * layer.out_height * layer.out_width) *
                           binary_.Pictures();
  }
  AddSteps(layers, [this](const StepRecord& record) {
    return static_cast<size_t>(binary_.programs[static_cast<size_t>(record.program)].layer);
  });
  return layers;
}

std::vector<LayerStatistics> Session::Programs() const {
  std::vector<LayerStatistics> programs;
  for (const Program& program : binary_.programs) {
    programs.emplace_back();
    programs.back().name = program.name;
  }
  AddSteps(programs, [](const StepRecord& record) { return static_cast<size_t>(record.program); });
  return programs;
}

void Session::AddSteps(std::vector<LayerStatistics>& sums,
                       const std::function<size_t(const StepRecord&)>& index) const {
  std::vector<uint64_t> first(sums.size(), UINT64_MAX);
  for (const Step& step : steps_) {
    if (!step.ended) continue;
    const StepRecord& record = step.record;
    const size_t at = index(record);
    if (at >= sums.size()) continue;
    LayerStatistics& sum = sums[at];
    first[at] = std::min(first[at], record.start_cycle);
    sum.elapsed_cycles =
        std::max(sum.elapsed_cycles, static_cast<int64_t>(record.end_cycle - first[at]));
    sum.step_cycles += static_cast<int64_t>(record.end_cycle - record.start_cycle);
    const Program& program = binary_.programs[static_cast<size_t>(record.program)];
    const auto& run = std::get<RunStep>(binary_.steps[record.step_index]);
    const int64_t iterations = int64_t{run.runs} * SettingOf(program.settings, "ITERATIONS");
    const int64_t ii = RepeatedCycles(program.settings);
    sum.steady_cycles += iterations * ii;
    sum.bound_cycles += iterations * (program.bound > 0 ? program.bound : ii);
    sum.counts += step.counts;
    Add(sum.traffic, record.traffic);
    ++sum.steps;
  }
}

LayerStatistics Session::Total() const {
  std::vector<LayerStatistics> total(1);
  total[0].name = "total";
  for (const LayerStatistics& layer : Layers()) {
    total[0].macs += layer.macs;
    total[0].pixels += layer.pixels;
  }
  if (binary_.layers.empty()) total[0].macs = ExecutedMacs(binary_);
  AddSteps(total, [](const StepRecord&) { return 0; });
  const std::vector<bool> first_strips = WritesFirstStrip(binary_);
  for (const Step& step : steps_) {  // the first one began first
    if (!step.ended || !first_strips[step.record.step_index]) continue;
    const uint64_t cycles = step.record.end_cycle - steps_.front().record.start_cycle;
    total[0].first_strip_cycles =
        std::max(total[0].first_strip_cycles, static_cast<int64_t>(cycles));
  }
  return total[0];
}

LockstepSummary Session::Lockstep() const {
  LockstepSummary summary;
  for (const auto& tile : platform_->fabric().tiles()) {
    const LockstepChecker* checker = tile->lockstep();
    if (checker == nullptr) continue;
    summary.enabled = true;
    summary.cycles += checker->cycles();
    summary.still_cycles += checker->still_cycles();
    summary.mismatches += checker->mismatch().has_value() ? 1 : 0;
    summary.cycle_delta += tile->counts().Busy() - checker->golden_counts().Busy();
  }
  return summary;
}

// Of cores with a step that did not end nothing is known.
std::vector<Named<int64_t>> Session::CoreWaterfalls() const {
  const size_t count = platform_->fabric().tiles().size();
  std::vector<LayerStatistics> steps(count);
  AddSteps(steps, [](const StepRecord& record) { return static_cast<size_t>(record.core); });
  std::vector<StepRecord> records;
  for (const Step& step : steps_) {
    if (!step.ended) return {};
    records.push_back(step.record);
  }
  const std::vector<CoreWaits> waits = WaitsOf(WorksOf(binary_), records, count);
  std::vector<Named<int64_t>> waterfalls;
  for (size_t core = 0; core < count; ++core) {
    Named<int64_t>& parts = waterfalls.emplace_back(WaterfallOf(steps[core]));
    const int64_t sum = parts.back().second;
    parts.back() = {"other_cores", waits[core].cores};
    parts.emplace_back("processor", waits[core].processor);
    parts.emplace_back("done", waits[core].done);
    parts.emplace_back("sum", sum + waits[core].cores + waits[core].processor + waits[core].done);
  }
  return waterfalls;
}

std::vector<CoreOfRun> Session::Cores() const {
  std::vector<CoreOfRun> cores;
  const std::vector<Named<int64_t>> waterfalls = CoreWaterfalls();
  for (const auto& tile : platform_->fabric().tiles()) {
    const auto number = static_cast<int>(cores.size());
    CoreOfRun& core = cores.emplace_back();
    core.core = number;
    core.cycles = tile->counts().Total();
    core.busy = tile->counts().Busy();
    if (!waterfalls.empty()) core.waterfall = waterfalls[static_cast<size_t>(number)];
    std::set<size_t> layers;
    for (const Step& step : steps_) {
      const Program& program = binary_.programs[static_cast<size_t>(step.record.program)];
      if (step.record.core == number) layers.insert(static_cast<size_t>(program.layer));
    }
    for (const size_t layer : layers) {
      if (layer < binary_.layers.size()) core.layers.push_back(binary_.layers[layer].name);
    }
  }
  return cores;
}

std::optional<UseOfRun> Session::Use() const {
  const Fabric& fabric = platform_->fabric();
  UseOfRun use = {fabric.cycle(), fabric.use_bin_cycles(), {}, fabric.UseOverTime()};
  if (use.cores.empty()) return std::nullopt;
  for (const Step& step : steps_) {
    const StepRecord& record = step.record;
    const std::string& core = use.cores.at(static_cast<size_t>(record.core)).name;
    const std::string layer = LayerOf(binary_.programs[static_cast<size_t>(record.program)]);
    const uint64_t end = step.ended ? record.end_cycle : use.cycles;
    const auto known = std::ranges::find_if(use.layers, [&](const LayerSpan& span) {
      return span.core == core && span.layer == layer;
    });
    LayerSpan& span = known == use.layers.end()
                          ? use.layers.emplace_back(LayerSpan{core, layer, record.start_cycle, 0})
                          : *known;
    span.cycles = std::max(span.cycles, end - span.first_cycle);
  }
  return use;
}

std::optional<MismatchOfRun> Session::Mismatch() const {
  const int tile = platform_->fabric().mismatch_tile();
  if (tile < 0) return std::nullopt;
  const auto& mismatch =
      platform_->fabric().tiles()[static_cast<size_t>(tile)]->lockstep()->mismatch();
  return ResultOf(*mismatch, ContextOf(tile));
}

}  // namespace nve
