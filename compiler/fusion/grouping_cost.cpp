// Shapes and sizes of groups.
#include <algorithm>

#include "compiler/fusion/grouping.hpp"

namespace nve {

ProgramShape ShapeOf(const GroupingProblem& problem, const Group& group,
                     std::vector<int>* input_maps) {
  ProgramShape shape;
  shape.window = problem.window;
  shape.inputs_of_output.clear();
  std::vector<int> maps;
  for (const int output : group) {
    std::vector<int>& positions = shape.inputs_of_output.emplace_back();
    for (const int map : problem.inputs[static_cast<size_t>(output)]) {
      const auto found = std::find(maps.begin(), maps.end(), map);
      positions.push_back(static_cast<int>(found - maps.begin()));
      if (found == maps.end()) maps.push_back(map);
    }
  }
  shape.inputs = static_cast<int>(maps.size());
  if (input_maps != nullptr) *input_maps = std::move(maps);
  return shape;
}

GroupNeeds NeedsOf(const GroupingProblem& problem, const ProgramCounts& counts) {
  const Window& window = problem.window;
  const int coefficients = LeastCoefficientWords(window, counts);
  GroupNeeds needs;
  needs.instructions =
      coefficients + counts.inputs * window.InitialWords() + BoundOf(window, counts).Max();
  needs.local_words =
      coefficients + counts.inputs * window.BufferColumns(1) * window.WordsPerColumn();
  needs.stream_words = coefficients + counts.inputs * window.LoadedColumns(problem.out_width) *
                                          window.WordsPerColumn();
  return needs;
}

bool Fits(const GroupingProblem& problem, const ProgramCounts& counts) {
  if (problem.max_maps > 0 && counts.outputs > problem.max_maps) return false;
  const GroupNeeds needs = NeedsOf(problem, counts);
  return needs.instructions <= problem.instruction_words &&
         needs.local_words <= problem.local_words;
}

}  // namespace nve
