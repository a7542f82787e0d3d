// One layer to scheduled programs: vectors, groups, schedules.
#pragma once

#include <map>
#include <vector>

#include "compiler/frontend/network.hpp"
#include "compiler/fusion/grouping.hpp"
#include "compiler/passes.hpp"
#include "compiler/schedule/ladder.hpp"
#include "compiler/schedule/optimal.hpp"

namespace nve {

/// A program before code: what it computes and when.
struct ScheduledProgram {
  Group outputs;                ///< positions in the layer's list of output maps
  std::vector<int> input_maps;  ///< maps of the layer before, in stream order
  CertifiedSchedule scheduled;
};

struct ScheduledLayer {
  Grouping grouping;
  std::vector<ScheduledProgram> programs;
};

/// Schedules shapes, each once.
class ShapeScheduler {
 public:
  explicit ShapeScheduler(const CompilerPasses& passes) : passes_(passes) {}
  const CertifiedSchedule& Of(const ProgramShape& shape);

 private:
  using Key = std::pair<std::vector<int>, std::vector<std::vector<int>>>;
  const CompilerPasses& passes_;
  std::map<Key, CertifiedSchedule> schedules_;
};

/// The programs of a layer every output map of which fits alone (CheckFits).
ScheduledLayer ScheduleLayer(const Layer& layer, const CompilerPasses& passes);

/// The problem of a layer with the window its programs use.
GroupingProblem ProblemOf(const Layer& layer, const CompilerPasses& passes);

}  // namespace nve
