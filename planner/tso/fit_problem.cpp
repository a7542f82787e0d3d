// SPDX-License-Identifier: Apache-2.0
// Convolutions that fit nowhere: see fit_problem.hpp.
#include "planner/tso/fit_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nve::planner::tso {
namespace {

// Filters of the smallest tile: all of a TLT with IS, at the partition that gives it the fewest.
int64_t FewestFilters(const LayerShape& layer, Flow flow, const Npu& npu,
                      const SearchOptions& options) {
  if (flow != Flow::kInput) return 1;
  int64_t fewest = layer.oc;
  for (const Partition& partition : PartitionsOf(npu.tles)) {
    if (std::ranges::count(options.strategies, StrategyOf(partition)) == 0) continue;
    fewest = std::min(fewest, FiltersOfTlt(SliceOf(layer, partition), npu));
  }
  return fewest;
}

std::vector<std::string> ProblemsOf(const PerTensor& needs, const Npu& npu) {
  const struct {
    const char* memory;
    int64_t needed;
    int64_t found;
  } memories[] = {{"MB0 (input)", needs.in, npu.Mb0()},
                  {"MB1 (weights)", needs.w, npu.Mb1()},
                  {"MB2 (output)", needs.out, npu.Mb2()}};
  std::vector<std::string> problems;
  for (const auto& memory : memories) {
    if (memory.needed <= memory.found) continue;
    problems.push_back(
        fmt::format("{} bytes of {}, found {}", memory.needed, memory.memory, memory.found));
  }
  return problems;
}

}  // namespace

std::string FitProblem(const LayerShape& layer, const Npu& npu, const SearchOptions& options) {
  std::vector<std::string> problems;
  for (const Flow flow : options.flows) {
    const CoreTile smallest = {FewestFilters(layer, flow, npu, options), 1, 1, 1};
    const auto of_flow = ProblemsOf(TileBytes(layer, smallest, flow, npu), npu);
    if (of_flow.empty()) return "";
    problems.push_back(fmt::format("the smallest tile of {} needs {}", FlowName(flow),
                                   fmt::join(of_flow, " and ")));
  }
  return fmt::format("{}; allowed: larger memories or a smaller layer", fmt::join(problems, ", "));
}

}  // namespace nve::planner::tso
