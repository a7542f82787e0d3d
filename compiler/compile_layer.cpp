// SPDX-License-Identifier: Apache-2.0
// Groups, schedules and prologues of a layer.
#include "compiler/compile_layer.hpp"

#include <algorithm>
#include <set>

#include "compiler/buffer/ramps.hpp"
#include "compiler/fusion/input_set.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

int Strips(const Layer& layer, const Window& window) {
  return (layer.out_height + window.rows - 1) / window.rows;
}

Window WindowOf(const Layer& layer, HalfVectors half_vectors, const arch::Sizes& sizes) {
  const Window full = Window::Of(layer, sizes);
  NVE_CHECK(half_vectors != HalfVectors::kAuto, "the vector size is left open");
  return half_vectors == HalfVectors::kAlways && full.CanBeHalf() ? full.Half() : full;
}

LadderOptions LadderOf(Scheduler scheduler, Packing packing, bool folding) {
  NVE_CHECK(packing != Packing::kAcross, "Algorithm 1 schedules maps one by one");
  return {packing != Packing::kOff, folding,
          scheduler == Scheduler::kScopes2015 ? Algorithm1::kScopes : Algorithm1::kThesis};
}

CertifiedSchedule ScheduleShape(const ProgramShape& shape, Scheduler scheduler, Packing packing,
                                bool folding) {
  if (scheduler == Scheduler::kExact) {
    NVE_CHECK(folding, "exact schedules overlap");
    return ScheduleOptimal(shape, packing);
  }
  return {ScheduleLadder(shape, LadderOf(scheduler, packing, folding)), {BoundOf(shape), 0}};
}

std::vector<Group> Singles(size_t count) {
  std::vector<Group> groups;
  for (size_t map = 0; map < count; ++map) groups.push_back({static_cast<int>(map)});
  return groups;
}

// Many maps of few common inputs: the sources' procedures sometimes move fewer words than the
// heuristic, which counts on schedules it does not get.
void TakeBetterPublished(const GroupingProblem& problem, const SizeOfGroup& fits,
                         Grouping& grouping) {
  for (std::vector<Group> groups : {FuseGreedily(problem, fits), BundleInOrder(problem, fits)}) {
    for (Group& group : groups) std::sort(group.begin(), group.end());
    const int64_t words = WordsOf(problem, groups);
    if (words >= grouping.words || !std::all_of(groups.begin(), groups.end(), fits)) continue;
    grouping.groups = std::move(groups);
    grouping.words = words;
  }
}

/// What all programs of a layer have at least: every input map is loaded once.
ProgramCounts LeastCounts(const Layer& layer) {
  std::set<int> inputs;
  int kernels = 0;
  for (const OutputMap& output : layer.outputs) {
    inputs.insert(output.inputs.begin(), output.inputs.end());
    kernels += static_cast<int>(output.inputs.size());
  }
  return {kernels, static_cast<int>(layer.outputs.size()), static_cast<int>(inputs.size())};
}

GroupingProblem ProblemOf(const Layer& layer, const Window& window, int max_maps) {
  GroupingProblem problem;
  problem.window = window;
  for (const OutputMap& output : layer.outputs) problem.inputs.push_back(output.inputs);
  problem.cost = GroupCost(window, layer.out_width, window.sizes.instruction_words,
                           window.sizes.local_words, max_maps);
  return problem;
}

/// Predicted cycles of the program as the steps run it: loaded once, a run per strip.
int64_t CyclesOf(const Layer& layer, const Schedule& schedule, int ramp_instructions) {
  const int extra = ramp_instructions > 0 ? -schedule.extra : schedule.extra;
  const ProgramLength length = {schedule.InitialInstructions() + ramp_instructions, schedule.length,
                                layer.out_width + extra};
  return CyclesOfStart(length, Strips(layer, schedule.shape.window), StartLoad::kProgram);
}

/// Takes the prologue asked for or, where it is free, the faster one; returns the cycles.
int64_t ChoosePrologue(const Layer& layer, const CompilerPasses& passes, const ProgramShape& shape,
                       ShapeScheduler& scheduler, ScheduledProgram& program) {
  const Schedule& schedule = program.scheduled.schedule;
  const int64_t kernel_only = CyclesOf(layer, schedule, 0);
  if (!passes.explicit_prologue && !passes.freedom.prologue) return kernel_only;
  const int64_t with_code = CyclesOf(layer, schedule, scheduler.RampInstructions(shape));
  program.explicit_prologue = passes.explicit_prologue || with_code < kernel_only;
  return program.explicit_prologue ? with_code : kernel_only;
}

}  // namespace

ShapeScheduler::ShapeScheduler(const Layer& layer, const CompilerPasses& passes,
                               const arch::Sizes& sizes)
    : window_(WindowOf(layer, passes.half_vectors, sizes)),
      out_width_(layer.out_width),
      kind_(passes.scheduler),
      packing_(passes.packing),
      folding_(passes.folding) {}

ShapeScheduler::Entry& ShapeScheduler::EntryOf(const ProgramShape& shape) {
  const auto found = entries_.find(shape.inputs_of_output);
  if (found != entries_.end()) return found->second;
  Entry entry = {ScheduleShape(shape, kind_, packing_, folding_), {}};
  return entries_.emplace(shape.inputs_of_output, std::move(entry)).first->second;
}

int ShapeScheduler::RampInstructions(const ProgramShape& shape) {
  Entry& entry = EntryOf(shape);
  if (!entry.ramp_instructions) {
    const Schedule& schedule = entry.scheduled.schedule;
    entry.ramp_instructions =
        ExplicitRamps(schedule, AllocateBuffer(schedule), out_width_).Instructions();
  }
  return *entry.ramp_instructions;
}

int ShapeScheduler::LeastInterval(const Layer& layer) const {
  const int least = BoundOf(window_, LeastCounts(layer)).Max();
  if (kind_ == Scheduler::kExact) return least;
  const LadderOptions options = LadderOf(kind_, packing_, folding_);
  std::map<int, ChainTerms> terms_of;  // by the number of inputs
  ChainTerms sums{};
  for (const OutputMap& output : layer.outputs) {
    const auto inputs = static_cast<int>(output.inputs.size());
    const auto [terms, is_new] = terms_of.try_emplace(inputs);
    if (is_new) terms->second = ChainTermsOf(ProgramShape::OneMap(window_, inputs), options);
    for (size_t term = 0; term < kChainTerms; ++term) sums[term] += terms->second[term];
  }
  return std::max(least, *std::max_element(sums.begin(), sums.end()));
}

bool ShapeScheduler::MapFits(int inputs) {
  const ProgramShape shape = ProgramShape::OneMap(window_, inputs);
  // No schedule is needed to see this, and that of far too many inputs takes long.
  if (BoundOf(shape).Max() > window_.sizes.instruction_words) return false;
  return Of(shape).schedule.FitsBuffers();
}

bool ShapeScheduler::EveryMapFits(const Layer& layer) {
  return std::all_of(layer.outputs.begin(), layer.outputs.end(), [this](const OutputMap& output) {
    return MapFits(static_cast<int>(output.inputs.size()));
  });
}

int64_t LeastCycles(const Layer& layer, const CompilerPasses& passes,
                    const ShapeScheduler& scheduler) {
  const Window& window = scheduler.window();
  const ProgramCounts counts = LeastCounts(layer);
  const bool kernel_only = !passes.explicit_prologue && !passes.freedom.prologue;
  const ProgramLength length = {
      LeastCoefficientWords(window, counts) + counts.inputs * window.InitialWords(),
      scheduler.LeastInterval(layer), layer.out_width + (kernel_only ? 1 : 0)};
  return CyclesOfStart(length, Strips(layer, window), StartLoad::kProgram);
}

ScheduledLayer ScheduleLayer(const Layer& layer, const CompilerPasses& passes,
                             ShapeScheduler& scheduler) {
  const GroupingProblem problem = ProblemOf(layer, scheduler.window(), passes.max_maps_per_program);
  const SizeOfGroup fits = [&](const Group& group) {
    const int most = passes.max_maps_per_program;
    const bool allowed = most == 0 || static_cast<int>(group.size()) <= most;
    return allowed && scheduler.Of(ShapeOf(problem, group)).schedule.FitsBuffers();
  };
  ScheduledLayer result;
  switch (passes.fusion) {
    case Fusion::kOff:
      result.grouping.groups = Singles(problem.inputs.size());
      break;
    case Fusion::kInOrder:
      result.grouping.groups = BundleInOrder(problem, fits);
      break;
    case Fusion::kGreedy:
      result.grouping.groups = FuseGreedily(problem, fits);
      break;
    case Fusion::kFewest:
      result.grouping = GroupForFewestWords(problem, [&](const Group& group) {
        const Schedule& schedule = scheduler.Of(ShapeOf(problem, group)).schedule;
        return GroupNeeds{schedule.Instructions(), schedule.BufferWords(), 0};
      });
      if (!result.grouping.IsExact()) TakeBetterPublished(problem, fits, result.grouping);
      break;
  }
  for (const Group& group : result.grouping.groups) {
    ScheduledProgram program;
    program.outputs = group;
    const ProgramShape shape = ShapeOf(problem, group, &program.input_maps);
    program.scheduled = scheduler.Of(shape);
    result.cycles += ChoosePrologue(layer, passes, shape, scheduler, program);
    result.programs.push_back(std::move(program));
  }
  return result;
}

}  // namespace nve
