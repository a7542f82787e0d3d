// SPDX-License-Identifier: Apache-2.0
// Programs, then bands: see pipelined_plan.hpp.
#include "planner/best/pipelined_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/processes/parallel_for.hpp"
#include "compiler/steps/step_builder.hpp"

namespace nve::planner {
namespace {

class Trials {
 public:
  Trials(const Network& network, const Weights& weights, const PlanSpace& space,
         const std::function<void(int64_t)>& progress)
      : network_(network), weights_(weights), space_(space), progress_(progress) {}

  // Plans and their frames, as many at a time as there are processors.
  void Try(const std::vector<CompileOptions>& all) {
    std::vector<FramePlan> tried(all.size());
    ParallelFor(all.size(), [&](size_t i) {
      const CompileResult result = Compile(network_, weights_, all[i]);
      tried[i] = {all[i], FrameOf(result.binary, space_)};
    });
    std::ranges::move(tried, std::back_inserter(plans_));
    progress_(static_cast<int64_t>(plans_.size()));
  }

  std::vector<FramePlan> plans_;

 private:
  const Network& network_;
  const Weights& weights_;
  const PlanSpace& space_;
  const std::function<void(int64_t)>& progress_;
};

// Rows of vectors decide which layouts are possible; of other programs they may be others.
CompileOptions ForAllLayers(const PlanSpace& space, const CompilerPasses& passes) {
  CompileOptions options = space.options();
  options.passes = passes;
  options.feed = space.feeds().front();
  options.layout.other = std::nullopt;
  return options;
}

int StripsOfOutput(const PlanSpace& space, const BestPlan& best) {
  const LayerCandidate& last = best.layers.back().chosen.candidate;
  return WorkOf(space.network().layers.back(), space.BinaryOf(last)).strips;
}

}  // namespace

transfer::FeedPrediction FrameOf(const Binary& binary, const PlanSpace& space) {
  return space.cache().Cost(binary, space.transfer(), space.HasMover(), [&] {
    transfer::FeedPrediction frame;
    for (const auto& layer : PredictSteps(binary, space.transfer(), space.HasMover())) {
      frame += layer;
    }
    return frame;
  });
}

std::vector<std::vector<int>> BandsToTry(int strips) {
  std::vector<std::vector<int>> all;
  if (strips < 2) return all;
  all.push_back({1, strips});
  std::vector<int> doubling = {1};
  for (int size = 2; size < strips - 1; size *= 2) {
    all.push_back({1, size, strips});
    doubling.push_back(size);
    if (doubling.size() > 2) all.push_back(doubling);
  }
  return all;
}

std::vector<FramePlan> PipelinedPlans(const Network& network, const Weights& weights,
                                      const PlanSpace& space, const BestPlan& best,
                                      double most_loss,
                                      const std::function<void(int64_t)>& progress) {
  Trials trials(network, weights, space, progress);
  const std::vector<std::vector<int>> bands = BandsToTry(StripsOfOutput(space, best));
  std::vector<CompileOptions> programs = {OptionsOf(space, best)};
  trials.Try(programs);
  if (bands.empty()) return std::move(trials.plans_);
  for (const CompilerPasses& passes : space.AllPasses()) {
    programs.push_back(ForAllLayers(space, passes));
  }
  for (CompileOptions& one : programs) one.bands = bands.front();
  trials.Try(programs);
  std::vector<CompileOptions> others(bands.size() - 1,
                                     LeastLatency(trials.plans_, most_loss).options);
  for (size_t i = 0; i < others.size(); ++i) others[i].bands = bands[i + 1];
  trials.Try(others);
  return std::move(trials.plans_);
}

const FramePlan& LeastLatency(const std::vector<FramePlan>& plans, double most_loss) {
  const auto most =
      static_cast<int64_t>(static_cast<double>(plans.front().frame.Elapsed()) * (1 + most_loss));
  const FramePlan* least = &plans.front();
  for (const FramePlan& plan : plans) {
    if (plan.frame.Elapsed() > most) continue;
    const auto key = [](const FramePlan& one) {
      return std::pair(one.frame.FirstStrip(), one.frame.Elapsed());
    };
    if (key(plan) < key(*least)) least = &plan;
  }
  return *least;
}

}  // namespace nve::planner
