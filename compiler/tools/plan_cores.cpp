// SPDX-License-Identifier: Apache-2.0
// One search for each number of cores: see plan_cores.hpp.
#include "compiler/tools/plan_cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "planner/best/plan_space.hpp"
#include "report/line_chart.hpp"

namespace nve {
namespace {

constexpr double kHertzPerMegahertz = 1e6;
constexpr double kBytesPerMegabyte = 1e6;

double RateOf(const PlanTask& task, int64_t frame_cycles) {
  return task.transfer.clock_mhz * kHertzPerMegahertz / static_cast<double>(frame_cycles);
}

// Cycles of all programs of a frame at least, on however many cores.
int64_t LeastWork(const PlanTask& task) {
  CompileOptions compile = task.compile;
  compile.cores = 1;
  const planner::PlanSpace space(task.network, task.weights, compile, FeedsOf(task.options),
                                 task.transfer, task.cache);
  int64_t work = 0;
  for (const planner::LayerSpace& layer : space.layers()) work += layer.candidates.front().bound;
  return work;
}

PlanOnCores PointOf(const PlanTask& task, int cores, const PlannedNetwork& planned) {
  const Binary& binary = planned.result.binary;
  return {cores, planned.frame_cycles, planned.first_strip_cycles,
          BusiestCoreCost(binary, binary.steps).bytes, RateOf(task, planned.frame_cycles)};
}

}  // namespace

PlannedNetwork PlanForRate(const PlanTask& task, double fps) {
  const auto work = static_cast<double>(LeastWork(task));
  const double cycles = task.transfer.clock_mhz * kHertzPerMegahertz / fps;
  const auto least = static_cast<int64_t>(std::ceil(work / cycles));
  const int most = task.compile.cores;
  std::optional<PlannedNetwork> best;
  int best_cores = most;
  for (int cores = static_cast<int>(std::min<int64_t>(least, most)); cores <= most; ++cores) {
    PlannedNetwork planned = PlanOn(task, cores);
    const double reached = RateOf(task, planned.frame_cycles);
    if (reached >= fps) {
      planned.text += fmt::format("{} core{}: {:.2f} frames per second at {:g} MHz\n", cores,
                                  cores > 1 ? "s" : "", reached, task.transfer.clock_mhz);
      return planned;
    }
    if (!best || planned.frame_cycles < best->frame_cycles) {
      best = std::move(planned);
      best_cores = cores;
    }
  }
  throw InputError(fmt::format(
      "--fps: found {}, allowed with --cores {}: up to {:.2f}, the best plan's on {} core{} "
      "({} cycles at {:g} MHz); {} need at least {} cores, whatever the memory",
      fps, most, RateOf(task, best->frame_cycles), best_cores, best_cores > 1 ? "s" : "",
      best->frame_cycles, task.transfer.clock_mhz, fps, std::max<int64_t>(least, most + 1)));
}

std::vector<PlanOnCores> PlansOnCores(const PlanTask& task) {
  std::vector<int> numbers;
  for (int cores = 1; cores < task.compile.cores; cores *= 2) numbers.push_back(cores);
  numbers.push_back(task.compile.cores);
  std::vector<PlanOnCores> plans;
  plans.reserve(numbers.size());
  for (const int cores : numbers) plans.push_back(PointOf(task, cores, PlanOn(task, cores)));
  return plans;
}

std::string ParetoSvg(const std::vector<PlanOnCores>& plans) {
  LineChart cycles = {
      "Best plans", "cores", "cycles of a frame", {}, {{"frame", {}}, {"first strip", {}}}};
  LineChart bytes = {"", "cores", "MB moved", {}, {{"bytes", {}}}};
  for (size_t i = 0; i < plans.size(); ++i) {
    const PlanOnCores& plan = plans[i];
    const auto at = [i](const char* key) { return fmt::format("0#/pareto/{}/{}", i, key); };
    for (LineChart* chart : {&cycles, &bytes}) chart->x.push_back(fmt::format("{}", plan.cores));
    cycles.series[0].values.emplace_back(
        Sourced(static_cast<double>(plan.frame_cycles), at("frame_cycles")));
    cycles.series[1].values.emplace_back(
        Sourced(static_cast<double>(plan.first_strip_cycles), at("first_strip_cycles")));
    bytes.series[0].values.emplace_back(Sourced(static_cast<double>(plan.bytes), at("bytes")) /
                                        kBytesPerMegabyte);
  }
  return LineChartsSvg({cycles, bytes});
}

}  // namespace nve
