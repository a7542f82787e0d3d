// SPDX-License-Identifier: Apache-2.0
// Plans in words: see plan_text.hpp.
#include "planner/best/plan_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "program/step_selection.hpp"
#include "report/row_table.hpp"

namespace nve::planner {
namespace {

constexpr size_t kShown = 4;  // others of a layer

std::string ProgramsText(const PlanSpace& space, const LayerCandidate& candidate) {
  const CompilerPasses& passes = space.PassesOf(candidate);
  return fmt::format("{}{}", candidate.rows == arch::kActLanes ? "half" : "whole",
                     passes.max_maps_per_program == 1 ? ", 1 map" : "");
}

std::string NameOf(const PlanSpace& space, size_t layer) {
  return space.network().layers[layer].name;
}

RowTable ExplainedTable() {
  return RowTable({{"layer", -8},
                   {"partition", 10},
                   {"programs", 13},
                   {"feed", 11},
                   {"cycles", 12},
                   {"core", 12},
                   {"load", 9},
                   {"host", 8},
                   {"ramp", 9},
                   {"descriptors", 12},
                   {"memory", 11},
                   {"drain", 9},
                   {"idle", 12},
                   {"bursts", 9},
                   {"rows", 9},
                   {"turnarounds", 12}});
}

std::string ExplainedRow(const RowTable& table, const PlanSpace& space, const std::string& name,
                         const EvaluatedCandidate& one) {
  const transfer::TransferTerms& terms = one.cost.prediction.terms;
  const transfer::MemoryEvents& events = one.cost.prediction.events;
  const int64_t whole = one.cost.cycles * space.options().cores;
  return table.Row(name, nve::ToText(one.candidate.partition), ProgramsText(space, one.candidate),
                   nve::ToString(one.candidate.feed), one.cost.cycles, terms.core, terms.load,
                   terms.host, terms.ramp, terms.descriptors, terms.memory, terms.drain,
                   whole - terms.Cycles(), events.bursts, events.row_misses, events.turnarounds);
}

}  // namespace

std::string ToText(const Boundary& boundary) {
  if (boundary.strip_rows == 0) return ToString(boundary.layout);
  return fmt::format("{} of {} rows", ToString(boundary.layout), boundary.strip_rows);
}

std::string PlanText(const PlanSpace& space, const BestPlan& plan) {
  const RowTable table({{"layer", -8},
                        {"partition", 10},
                        {"programs", 13},
                        {"feed", 11},
                        {"output maps", 18},
                        {"cycles", 13},
                        {"bound", 13},
                        {"space", 7},
                        {"evaluated", 10}});
  std::string text = table.Head();
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer& layer = plan.layers[i];
    text += table.Row(NameOf(space, i), nve::ToText(layer.chosen.candidate.partition),
                      ProgramsText(space, layer.chosen.candidate),
                      nve::ToString(layer.chosen.candidate.feed), ToText(layer.chosen.output),
                      layer.chosen.cost.cycles, layer.bound, layer.space, layer.evaluated);
  }
  constexpr double kWritten = 1e6;  // larger numbers are too long
  const std::string size =
      fmt::format(fmt::runtime(space.Size() < kWritten ? "{:.0f}" : "{:.3g}"), space.Size());
  text += fmt::format(
      "plan: {} cycles, layer by layer; no plan of {} takes less than {}: gap {:.2f} %\n",
      plan.cycles, size, plan.bound, 100 * plan.Gap());
  return text;
}

std::string ExplainedText(const PlanSpace& space, const BestPlan& plan) {
  const RowTable table = ExplainedTable();
  std::string text = table.Head();
  for (size_t i = 0; i < plan.layers.size(); ++i) {
    const PlannedLayer& layer = plan.layers[i];
    text += ExplainedRow(table, space, NameOf(space, i), layer.chosen);
    for (size_t other = 0; other < std::min(kShown, layer.others.size()); ++other) {
      text += ExplainedRow(table, space, "", layer.others[other]);
    }
  }
  text +=
      "cycles: of the layer alone, from a drained memory; then cycles of all cores by what they "
      "are "
      "for, idle: without a step; rows that the DRAM opened and its changes of direction, of "
      "bank\n";
  return text;
}

std::string FrameText(const PlanSpace& space, const Binary& binary,
                      const transfer::FeedPrediction& frame) {
  std::string text =
      fmt::format("frame: {} cycles predicted, layers overlapping; first strip of the output: {}\n",
                  frame.Elapsed(), frame.FirstStrip());
  if (space.HasMover() && !UsesMover(binary)) {
    text += "no layer has the feed mover: these are cycles of nve-cosim --dma mover\n";
  }
  return text;
}

std::string PipelinedText(const std::vector<FramePlan>& plans, const FramePlan& chosen) {
  const RowTable table({{"bands", -24},
                        {"programs", 24},
                        {"frame", 13},
                        {"more", 8},
                        {"first strip", 13},
                        {"of frame", 9}});
  std::string text = table.Head();
  const auto whole = static_cast<double>(plans.front().frame.Elapsed());
  for (const FramePlan& plan : plans) {
    const std::vector<int>& bands = plan.options.bands;
    const CompilerPasses& passes = plan.options.passes;
    const auto frame = static_cast<double>(plan.frame.Elapsed());
    text += table.Row(
        bands.empty() ? "none" : fmt::format("{}", fmt::join(bands, ",")),
        !plan.options.plans.empty()
            ? "the best plan's"
            : fmt::format("{}{}",
                          passes.half_vectors == HalfVectors::kNever ? "whole" : "half or whole",
                          passes.max_maps_per_program == 1 ? ", 1 map" : ""),
        plan.frame.Elapsed(), fmt::format("{:.2f} %", 100 * (frame / whole - 1)),
        plan.frame.FirstStrip(),
        fmt::format("{:.1f} %{}", 100 * static_cast<double>(plan.frame.FirstStrip()) / frame,
                    &plan == &chosen ? " *" : ""));
  }
  return text + "bands: strips of the last layer, band after band; * is chosen\n";
}

}  // namespace nve::planner
