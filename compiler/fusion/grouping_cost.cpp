// SPDX-License-Identifier: Apache-2.0
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

GroupCost::GroupCost(const Window& window, int64_t out_width, int instruction_words,
                     int local_words, int max_maps)
    : instruction_words_(instruction_words), local_words_(local_words), max_maps_(max_maps) {
  const ResourceBound kernel = BoundOf(window, {1, 0, 0});
  taps_ = kernel.vmac;
  ireg_ = kernel.ireg;
  port_a_ = PortASets(window, {1, 0, 0});
  port_b_ = kernel.memb;
  new_words_ = NewWordCount(window, {0, 0, 1});
  initial_words_ = window.InitialWords();
  area_words_ = window.BufferColumns(1) * window.WordsPerColumn();
  loaded_words_ = window.LoadedColumns(out_width) * window.WordsPerColumn();
}

GroupNeeds GroupCost::NeedsOf(const ProgramCounts& counts) const {
  const int vmac = counts.kernels * taps_ + counts.outputs;
  const int coefficients = (vmac + arch::kRwEntries - 1) / arch::kRwEntries;
  const int port_a = counts.kernels * port_a_ + coefficients + counts.inputs * new_words_;
  const int ii = std::max({vmac, counts.kernels * ireg_, port_a, counts.kernels * port_b_});
  const int more = static_cast<int>(counts.kernels * more_per_kernel_);
  return {coefficients + counts.inputs * initial_words_ + ii + more,
          coefficients + counts.inputs * area_words_, coefficients + counts.inputs * loaded_words_};
}

bool GroupCost::Fits(const ProgramCounts& counts) const {
  if (max_maps_ > 0 && counts.outputs > max_maps_) return false;
  return Holds(NeedsOf(counts));
}

}  // namespace nve
