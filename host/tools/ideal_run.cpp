// SPDX-License-Identifier: Apache-2.0
// The steps on the core alone: see ideal_run.hpp.
#include "host/tools/ideal_run.hpp"

#include <fmt/format.h>

#include "base/cli/processor_time.hpp"
#include "base/cli/progress.hpp"
#include "host/axi/faults.hpp"
#include "host/core/lockstep_core.hpp"
#include "host/lockstep/failure_report.hpp"
#include "host/lockstep/lockstep_end.hpp"
#include "host/tools/layer_results.hpp"
#include "host/tools/wave_recorder.hpp"
#include "model/sim/sim_report.hpp"
#include "model/sim/step_runner.hpp"
#include "program/predicted_cycles.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

// Steps run one after the other, so the number of the last START says which one it was.
MismatchContext ContextOf(const CosimOptions& options, const Binary& binary, int64_t starts) {
  MismatchContext context = {"core 0", "", "", ReproduceCommand(options), SeedOf(options, binary)};
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr || --starts != 0) continue;
    const Program& program = binary.programs[static_cast<size_t>(run->program)];
    context.core = fmt::format("core {}", run->core);
    context.program = program.name;
    context.layer = LayerName(binary, program.layer);
    context.strips = run->runs;
    context.iterations = SettingOf(program.settings, "ITERATIONS");
  }
  return context;
}

// `context` is that of the last step.
FailureContext FailureOf(const MismatchContext& context, const IdealStatistics& statistics) {
  FailureContext failure;
  failure.seed = context.seed;
  failure.reproduce = context.reproduce;
  failure.is_mismatch = statistics.FirstMismatch() != nullptr;
  failure.cycle = statistics.cycle;
  if (statistics.probe != nullptr && !context.program.empty()) {
    failure.cores.push_back({context, *statistics.probe});
  }
  return failure;
}

nlohmann::ordered_json LockstepJson(const CosimOptions& options,
                                    const IdealStatistics& statistics) {
  if (options.no_lockstep) return nullptr;
  return {{"cycles", statistics.Compared()},
          {"mismatches", statistics.Mismatches()},
          {"cycle_delta", statistics.CycleDelta()}};
}

std::string LockstepText(const CosimOptions& options, const IdealStatistics& statistics,
                         double rate) {
  if (options.no_lockstep) {
    return fmt::format("lockstep: off, {} cycles, {:.0f} cycles/s; feed ideal\n",
                       statistics.rtl.Total(), rate);
  }
  return fmt::format(
      "lockstep: {} cycles compared, {} mismatches, cycle delta {}, {:.0f} cycles/s; feed ideal\n",
      statistics.Compared(), statistics.Mismatches(), statistics.CycleDelta(), rate);
}

}  // namespace

IdealResult RunIdeal(const CosimOptions& options, const Binary& binary, const FeatureMaps& picture,
                     const std::vector<int>& layers,
                     const std::function<void(MemoryImage&)>& prepare,
                     const std::function<void(const nlohmann::ordered_json&)>& failed) {
  IdealStatistics statistics;
  const auto context = [&] { return ContextOf(options, binary, statistics.starts); };
  IdealCoreOptions core_options = {!options.no_lockstep, std::nullopt, context};
  if (options.fault == "probe") core_options.probe_fault = FaultByName(options.fault).index;
  StepRunner runner(binary, [&] {
    std::unique_ptr<SteppedCore> core = MakeIdealCore(core_options, statistics);
    if (core == nullptr) {
      throw UsageError(options, "--feed ideal: this tool has no core to run alone, use nve-cosim");
    }
    return core;
  });
  IdealResult result;
  result.notes = runner.memory().PutPicture(picture, options.input);
  prepare(runner.memory());

  Progress progress("nve-cosim", TotalPredictedCycles(binary), "cycles");
  const double start = ProcessorSeconds();
  int64_t cycle = 0;
  try {
    runner.Run([&](const arch::Probe&) {
      if (cycle % Fabric::kBatchCycles == 0) {
        WaveRecorder::RefuseSignal(options, "--feed ideal writes no waves");
      }
      progress.Update(++cycle);
    });
    if (!options.no_lockstep) CheckLockstepEnd(statistics.Compared(), statistics.CycleDelta());
  } catch (const CheckFailed& found) {
    const FailureContext failure = FailureOf(context(), statistics);
    nlohmann::ordered_json json = {{"feed", "ideal"},
                                   {"lockstep", LockstepJson(options, statistics)}};
    if (const Mismatch* mismatch = statistics.FirstMismatch()) {
      json["mismatch"] = MismatchJson(*mismatch, context());
    }
    json["failure"] = FailureJson(found.what(), failure);
    failed(json);
    throw CheckFailed(FailureText(found.what(), failure));
  }
  const double seconds = ProcessorSeconds() - start;
  progress.Finish();

  const nlohmann::ordered_json report = SimReport(binary, runner, seconds);
  result.json["feed"] = "ideal";
  result.json["lockstep"] = LockstepJson(options, statistics);
  if (!options.no_lockstep) {
    result.json["lockstep"]["cycles_per_second"] = report["cycles_per_second"];
  }
  for (const char* key : {"layers", "total", "cycles_per_second"}) result.json[key] = report[key];
  result.text = SimReportText(report) +
                LockstepText(options, statistics, report["cycles_per_second"].get<double>());
  result.output = runner.memory().ReadPlanes(binary.output_planes);
  for (const int layer : layers) {
    result.maps.push_back(runner.memory().ReadPlanes(PlanesOfLayer(binary, layer)));
  }
  return result;
}

}  // namespace nve
