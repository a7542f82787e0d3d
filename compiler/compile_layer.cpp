// Chooses the vector, the groups and the schedules of a layer.
#include "compiler/compile_layer.hpp"

#include <algorithm>

#include "compiler/fusion/input_set.hpp"

namespace nve {
namespace {

int Strips(const Layer& layer, const Window& window) {
  return (layer.out_height + window.rows - 1) / window.rows;
}

/// Cycles a layer needs at its bounds with one program per map, for the choice of the vector.
int64_t CyclesAtBound(const Layer& layer, const Window& window) {
  int64_t cycles = 0;
  for (const OutputMap& output : layer.outputs) {
    const int inputs = static_cast<int>(output.inputs.size());
    cycles += int64_t{BoundOf(window, {inputs, 1, inputs}).Max()} * Strips(layer, window);
  }
  return cycles;
}

Window WindowOf(const Layer& layer, HalfVectors half_vectors) {
  const Window full = Window::Of(layer);
  if (!full.CanBeHalf() || half_vectors == HalfVectors::kNever) return full;
  const Window half = full.Half();
  if (half_vectors == HalfVectors::kAlways) return half;
  return CyclesAtBound(layer, half) < CyclesAtBound(layer, full) ? half : full;
}

LadderOptions LadderOf(const CompilerPasses& passes) {
  NVE_CHECK(passes.packing != Packing::kAcross, "Algorithm 1 schedules maps one by one");
  return {passes.packing != Packing::kOff, passes.folding,
          passes.scheduler == Scheduler::kScopes2015 ? Algorithm1::kScopes : Algorithm1::kThesis};
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

}  // namespace

const CertifiedSchedule& ShapeScheduler::Of(const ProgramShape& shape) {
  const Window& w = shape.window;
  Key key = {{w.height, w.width, w.stride_y, w.stride_x, w.rows, shape.inputs},
             shape.inputs_of_output};
  const auto found = schedules_.find(key);
  if (found != schedules_.end()) return found->second;
  CertifiedSchedule scheduled;
  if (passes_.scheduler == Scheduler::kExact) {
    NVE_CHECK(passes_.folding, "exact schedules overlap");
    scheduled = ScheduleOptimal(shape, passes_.packing);
  } else {
    scheduled = {ScheduleLadder(shape, LadderOf(passes_)), {BoundOf(shape), 0}};
  }
  return schedules_.emplace(std::move(key), std::move(scheduled)).first->second;
}

GroupingProblem ProblemOf(const Layer& layer, const CompilerPasses& passes) {
  GroupingProblem problem;
  problem.window = WindowOf(layer, passes.half_vectors);
  for (const OutputMap& output : layer.outputs) problem.inputs.push_back(output.inputs);
  problem.cost = GroupCost(problem.window, layer.out_width, arch::kInstructionWords,
                           arch::kLocalWords, passes.max_maps_per_program);
  return problem;
}

ScheduledLayer ScheduleLayer(const Layer& layer, const CompilerPasses& passes) {
  GroupingProblem problem = ProblemOf(layer, passes);
  ShapeScheduler scheduler(passes);
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
    program.scheduled = scheduler.Of(ShapeOf(problem, group, &program.input_maps));
    result.programs.push_back(std::move(program));
  }
  return result;
}

}  // namespace nve
