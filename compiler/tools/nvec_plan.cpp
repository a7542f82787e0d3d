// SPDX-License-Identifier: Apache-2.0
// The best plan of a network: see nvec_plan.hpp.
#include "compiler/tools/nvec_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/cli/progress.hpp"
#include "base/text/numbers.hpp"
#include "planner/best/plan_text.hpp"

namespace nve {
namespace {

constexpr double kMostPercent = 100;

PlanOfCompile PlanOf(const planner::PlanSpace& space, const planner::PlannedLayer& layer) {
  const planner::EvaluatedCandidate& chosen = layer.chosen;
  PlanOfCompile plan;
  plan.partition = ToText(chosen.candidate.partition);
  plan.feed = ToString(space.options().feed);
  plan.layout = ToString(chosen.output.layout);
  plan.half_vectors = chosen.candidate.rows == arch::kActLanes;
  plan.max_maps_per_program = space.PassesOf(chosen.candidate).max_maps_per_program;
  plan.predicted_cycles = chosen.cost.cycles;
  plan.lower_bound = layer.bound;
  plan.space = layer.space;
  plan.evaluated = layer.evaluated;
  plan.gap = static_cast<double>(chosen.cost.cycles - layer.bound) /
             static_cast<double>(std::max<int64_t>(layer.bound, 1));
  return plan;
}

int64_t FrameCycles(const Binary& binary, const transfer::TransferOptions& options, Feed feed) {
  transfer::FeedPrediction frame;
  for (const transfer::FeedPrediction& layer : PredictFeed(binary, options, feed)) frame += layer;
  return frame.Elapsed();
}

}  // namespace

double ParseGap(std::string_view text) {
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const std::optional<double> percent = ParseDecimal(number);
  if (percent && *percent <= kMostPercent) return *percent / 100;
  throw InputError(
      fmt::format("--gap: found '{}', allowed: percent from 0 to {}, as 0.2%", text, kMostPercent));
}

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
}

PlannedNetwork CompileBestPlan(const NvecOptions& options, const CompileOptions& compile_options,
                               const transfer::TransferOptions& transfer_options,
                               const Network& network, const Weights& weights) {
  const planner::PlanSpace space(network, weights, compile_options, transfer_options);
  Progress progress("plan", 0, "plans");
  const planner::BestPlan best =
      planner::FindBestPlan(space, ParseGap(options.gap),
                            [&](int64_t evaluated, double /*gap*/) { progress.Update(evaluated); });
  progress.Finish();
  PlannedNetwork planned;
  planned.result = Compile(network, weights, OptionsOf(space, best));
  planned.frame_cycles = FrameCycles(planned.result.binary, transfer_options, compile_options.feed);
  for (const planner::PlannedLayer& layer : best.layers) {
    planned.layers.push_back(PlanOf(space, layer));
  }
  planned.text = PlanText(space, best);
  if (options.explain) planned.text += "\n" + ExplainedText(space, best);
  planned.text +=
      fmt::format("frame: {} cycles predicted, layers overlapping\n", planned.frame_cycles);
  return planned;
}

}  // namespace nve
