// SPDX-License-Identifier: Apache-2.0
// The best plan of a network: see nvec_plan.hpp.
#include "compiler/tools/nvec_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/cli/progress.hpp"
#include "compiler/tools/plan_cores.hpp"
#include "planner/best/pipelined_plan.hpp"
#include "planner/best/plan_options.hpp"
#include "planner/best/plan_result.hpp"
#include "planner/best/plan_text.hpp"

namespace nve {
namespace {

planner::Objective ObjectiveOf(const NvecOptions& options) {
  const auto found = std::ranges::find(planner::kObjectiveNames, options.objective);
  return static_cast<planner::Objective>(found - planner::kObjectiveNames.begin());
}

// Pipelined layers in the place of a plan, if these bring the first strip of the output sooner:
// their frame.
std::optional<transfer::FeedPrediction> Pipeline(const PlanTask& task,
                                                 const planner::PlanSpace& space,
                                                 const planner::BestPlan& best,
                                                 PlannedNetwork& planned) {
  Progress progress("pipelined plans", 0, "plans");
  const double loss = planner::ParsePercent("--loss", task.options.loss);
  const std::vector<planner::FramePlan> plans =
      planner::PipelinedPlans(task.network, task.weights, space, best, loss,
                              [&](int64_t tried) { progress.Update(tried); });
  progress.Finish();
  const planner::FramePlan& chosen = planner::LeastLatency(plans, loss);
  planned.text += "\n" + planner::PipelinedText(plans, chosen);
  if (chosen.options.bands.empty()) return std::nullopt;
  planned.result = Compile(task.network, task.weights, chosen.options);
  planned.bands = chosen.options.bands;
  planned.layers.clear();
  return chosen.frame;
}

}  // namespace

void CheckPlanOptions(const NvecOptions& options) {
  const NvecOptions standard;
  const auto refuse = [](const char* option, const std::string& found, const char* allowed) {
    throw InputError(fmt::format("--plan best: found {} {}, allowed: {}", option, found, allowed));
  };
  if (options.vectors == "auto") refuse("--vectors", "auto", "vertical or horizontal");
  if (options.partition != standard.partition) {
    refuse("--partition", options.partition, "none, the plan chooses it");
  }
  if (options.layout != standard.layout) {
    refuse("--layout", options.layout, "none, the plan chooses it");
  }
  if (options.pipeline != standard.pipeline) {
    refuse("--pipeline", options.pipeline, "none, --objective latency chooses it");
  }
  const bool latency = ObjectiveOf(options) == planner::Objective::kLatency;
  if (!latency && options.loss != standard.loss) {
    refuse("--loss", options.loss, "with --objective latency");
  }
  if (latency && options.pictures > 1) {
    refuse("--objective latency with --pictures", fmt::format("{}", options.pictures), "1");
  }
}

PlannedNetwork PlanOn(const PlanTask& task, int cores) {
  CompileOptions compile = task.compile;
  compile.cores = cores;
  planner::PlanSpace space(task.network, task.weights, compile, FeedsOf(task.options),
                           task.transfer, task.cache);
  const planner::Objective objective = ObjectiveOf(task.options);
  if (objective == planner::Objective::kBytes) space.KeepFewestBytes();
  Progress progress(fmt::format("plan, {} core{}", cores, cores > 1 ? "s" : ""), 0, "plans");
  const planner::BestPlan best =
      planner::FindBestPlan(space, planner::ParsePercent("--gap", task.options.gap),
                            [&](int64_t evaluated, double /*gap*/) { progress.Update(evaluated); });
  progress.Finish();
  PlannedNetwork planned;
  planned.result = Compile(task.network, task.weights, OptionsOf(space, best));
  for (const planner::PlannedLayer& layer : best.layers) {
    planned.layers.push_back(planner::ResultOf(space, layer));
  }
  planned.text = PlanText(space, best);
  if (task.options.explain) planned.text += "\n" + ExplainedText(space, best);
  transfer::FeedPrediction frame = planner::FrameOf(planned.result.binary, space);
  if (objective == planner::Objective::kLatency) {
    if (const auto pipelined = Pipeline(task, space, best, planned)) frame = *pipelined;
  }
  planned.frame_cycles = frame.Elapsed();
  planned.first_strip_cycles = frame.FirstStrip();
  planned.text += planner::FrameText(space, planned.result.binary, frame);
  return planned;
}

PlannedNetwork CompileBestPlan(const NvecOptions& options, const CompileOptions& compile_options,
                               const transfer::TransferOptions& transfer_options,
                               const Network& network, const Weights& weights) {
  planner::PlanCache cache(planner::CacheFolderOf(options.plan_cache));
  const PlanTask task = {options, compile_options, transfer_options, network, weights, cache};
  PlannedNetwork planned =
      options.fps > 0 ? PlanForRate(task, options.fps) : PlanOn(task, compile_options.cores);
  if (!options.pareto.empty()) planned.pareto = PlansOnCores(task);
  if (cache.found() > 0) {
    planned.text +=
        fmt::format("{} costs of layers were predicted before (--plan-cache)\n", cache.found());
  }
  return planned;
}

}  // namespace nve
