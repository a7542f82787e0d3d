// Chooses the vector, the groups and the schedules of a layer.
#include "compiler/compile_layer.hpp"

#include <algorithm>

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

std::vector<Group> Singles(size_t count) {
  std::vector<Group> groups;
  for (size_t map = 0; map < count; ++map) groups.push_back({static_cast<int>(map)});
  return groups;
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
    scheduled = ScheduleOptimal(shape);
  } else {
    scheduled = {ScheduleLadder(shape, passes_.ladder), {BoundOf(shape), 0}};
  }
  return schedules_.emplace(std::move(key), std::move(scheduled)).first->second;
}

bool ShapeScheduler::Fits(const ProgramShape& shape) {
  const Schedule& schedule = Of(shape).schedule;
  return schedule.Instructions() <= arch::kInstructionWords &&
         schedule.BufferWords() <= arch::kLocalWords;
}

GroupingProblem ProblemOf(const Layer& layer, const CompilerPasses& passes, int spare) {
  GroupingProblem problem;
  problem.window = WindowOf(layer, passes.half_vectors);
  for (const OutputMap& output : layer.outputs) problem.inputs.push_back(output.inputs);
  problem.cost = GroupCost(problem.window, layer.out_width, arch::kInstructionWords - spare,
                           arch::kLocalWords, passes.max_maps_per_program);
  return problem;
}

ScheduledLayer ScheduleLayer(const Layer& layer, const CompilerPasses& passes) {
  GroupingProblem problem = ProblemOf(layer, passes);
  ShapeScheduler scheduler(passes);
  const SizeOfGroup fits = [&](const Group& group) {
    const int most = passes.max_maps_per_program;
    const bool allowed = most == 0 || static_cast<int>(group.size()) <= most;
    return allowed && scheduler.Fits(ShapeOf(problem, group));
  };
  ScheduledLayer result;
  switch (passes.fusion) {
    case Fusion::kNone:
      result.grouping.groups = Singles(problem.inputs.size());
      break;
    case Fusion::kInOrder:
      result.grouping.groups = BundleInOrder(problem, fits);
      break;
    case Fusion::kGreedy:
      result.grouping.groups = FuseGreedily(problem, fits);
      break;
    case Fusion::kFewest:
      // Sizes are those of schedules at their bound; should one turn out larger and overflow, less
      // room is promised until all fit.
      for (int spare = 0;; ++spare) {
        Grouping grouping = GroupForFewestWords(ProblemOf(layer, passes, spare));
        if (spare > 0) grouping.lower_bound = result.grouping.lower_bound;
        result.grouping = std::move(grouping);
        const std::vector<Group>& groups = result.grouping.groups;
        if (std::all_of(groups.begin(), groups.end(),
                        [&](const Group& group) { return group.size() == 1 || fits(group); })) {
          break;
        }
      }
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
