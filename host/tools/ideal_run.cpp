// SPDX-License-Identifier: Apache-2.0
// The steps on the core alone: see ideal_run.hpp.
#include "host/tools/ideal_run.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/cli/processor_time.hpp"
#include "base/cli/progress.hpp"
#include "host/axi/faults.hpp"
#include "host/axi/rule_broken.hpp"
#include "host/core/lockstep_core.hpp"
#include "host/cosim/results_table.hpp"
#include "host/lockstep/lockstep_end.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "host/tools/wave_recorder.hpp"
#include "model/compare/layer_results.hpp"
#include "model/sim/sim_result.hpp"
#include "model/sim/step_runner.hpp"
#include "program/predicted_cycles.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

// Steps run one after the other, so the number of the last START says which one it was.
MismatchContext ContextOf(const CosimTask& task, int64_t starts) {
  MismatchContext context = {"core 0", "", "", ReproduceCommand(task.options),
                             SeedOf(task.options, task.binary)};
  for (const AnyStep& step : task.binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr || --starts != 0) continue;
    const Program& program = task.binary.programs[static_cast<size_t>(run->program)];
    context.core = fmt::format("core {}", run->core);
    context.program = program.name;
    context.layer = LayerName(task.binary, program.layer);
    context.strips = run->runs;
    context.iterations = SettingOf(program.settings, "ITERATIONS");
  }
  return context;
}

class IdealRun {
 public:
  explicit IdealRun(const CosimTask& task)
      : task_(task),
        core_options_({.lockstep = !task.options.no_lockstep}),
        runner_(task.binary, [this] { return MakeCore(); }) {
    if (task.options.fault == "probe") {
      core_options_.probe_fault = FaultByName(task.options.fault).index;
    }
  }

  CosimRun Run() {
    CosimRun run{.result = {}};
    run.notes = runner_.memory().PutPicture(task_.picture, task_.options.Input());
    task_.prepare(runner_.memory());
    const double start = ProcessorSeconds();
    const std::optional<FailureOfRun> failure = RunSteps();
    run.result = SimResult(task_.binary, runner_, uses_, ProcessorSeconds() - start);
    SayWhatRan(task_, run.result);
    if (core_options_.lockstep) SetLockstep(run.result);
    run.result.failure = failure;
    run.table = SimTable(run.result) +
                LockstepLine(run.result, static_cast<uint64_t>(statistics_.rtl.Total())) +
                "; feed ideal\n";
    run.output = runner_.memory().ReadPlanes(task_.binary.output_planes);
    for (const int layer : task_.layers) {
      run.maps.push_back(runner_.memory().ReadPlanes(PlanesOfLayer(task_.binary, layer)));
    }
    return run;
  }

 private:
  std::unique_ptr<SteppedCore> MakeCore() {
    std::unique_ptr<SteppedCore> core = MakeIdealCore(core_options_, statistics_);
    if (core == nullptr) {
      throw UsageError(task_.options,
                       "--feed ideal: this tool has no core to run alone, use nve-cosim");
    }
    return core;
  }

  std::optional<FailureOfRun> RunSteps() {
    Progress progress("nve-cosim", TotalPredictedCycles(task_.binary), "cycles");
    int64_t cycle = 0;
    FailureOfRun failure;
    try {
      runner_.Run([&](const arch::Probe& probe) {
        uses_.Count(probe);
        if (cycle % Fabric::kBatchCycles == 0) {
          WaveRecorder::RefuseSignal(task_.options, "--feed ideal writes no waves");
        }
        progress.Update(++cycle);
      });
      progress.Finish();
      if (!core_options_.lockstep) return std::nullopt;
      failure.kind = kLockstepFailure;
      failure.text = LockstepProblem(statistics_.Compared(), statistics_.CycleDelta());
      if (failure.text.empty()) return std::nullopt;
    } catch (const MismatchFound&) {
      failure.kind = kMismatchFailure;
      failure.text = FormatMismatch(MismatchNow());
    } catch (const RuleBroken& broken) {
      failure.kind = kRuleFailure;
      failure.text = broken.what();
      failure.rule = broken.rule();
    } catch (const CheckFailed& found) {
      failure.kind = kCheckFailure;
      failure.text = found.what();
    }
    SetCircumstances(failure);
    return failure;
  }

  MismatchOfRun MismatchNow() const {
    return ResultOf(*statistics_.FirstMismatch(), ContextOf(task_, statistics_.starts));
  }

  void SetCircumstances(FailureOfRun& failure) const {
    const MismatchContext context = ContextOf(task_, statistics_.starts);
    failure.seed = context.seed;
    failure.reproduce = context.reproduce;
    failure.cycle.value = statistics_.cycle;
    if (statistics_.probe != nullptr && !context.program.empty()) {
      failure.cores.push_back(WorkOf(*statistics_.probe, context));
    }
  }

  void SetLockstep(RunResult& result) const {
    result.lockstep.value = {statistics_.Compared(),
                             statistics_.Mismatches(),
                             statistics_.CycleDelta(),
                             result.cycles_per_second,
                             {}};
    if (statistics_.FirstMismatch() != nullptr) result.mismatch = MismatchNow();
  }

  const CosimTask& task_;
  IdealCoreOptions core_options_;
  IdealStatistics statistics_;
  StepRunner runner_;
  CoreUseRecorder uses_;
};

}  // namespace

CosimRun RunIdeal(const CosimTask& task) { return IdealRun(task).Run(); }

}  // namespace nve
