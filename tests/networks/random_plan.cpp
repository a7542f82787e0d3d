// SPDX-License-Identifier: Apache-2.0
// Random plans: see random_plan.hpp.
#include "tests/networks/random_plan.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "program/step_dependencies.hpp"

namespace nve {
namespace {

void MoveBy(int64_t rounds, Transfer& transfer) {
  for (Transfer& inner : transfer.body) MoveBy(rounds, inner);
  if (!transfer.strides.empty()) transfer.offset += rounds * transfer.strides.front();
}

std::vector<Transfer> RoundsOf(std::vector<Transfer> loops, int64_t first, int64_t count) {
  for (Transfer& loop : loops) {
    MoveBy(first, loop);
    loop.count = count;
  }
  return loops;
}

RunStep PartOf(const RunStep& step, int64_t first, int64_t count) {
  RunStep part = step;
  part.runs = static_cast<int>(step.runs / RoundsOf(step) * count);
  part.input = RoundsOf(step.input, first, count);
  part.output = RoundsOf(step.output, first, count);
  return part;
}

// A step of so many rounds in one or several parts.
void AddParts(RunStep step, Draw& draw, std::vector<AnyStep>& steps) {
  while (RoundsOf(step) > 1 && !draw.OneIn(3)) {
    const int rounds = draw.From(1, static_cast<int>(RoundsOf(step)) - 1);
    auto [first, rest] = SplitRounds(step, rounds);
    steps.emplace_back(std::move(first));
    step = std::move(rest);
  }
  steps.emplace_back(std::move(step));
}

// By step, the earlier ones it waits for.
std::vector<std::set<size_t>> WaitsOf(const Binary& binary) {
  const std::vector<StepWork> works = WorksOf(binary);
  std::vector<std::set<size_t>> waits(binary.steps.size());
  for (const StepWork& work : works) {
    for (const size_t earlier : work.waits_for) waits[work.step].insert(works[earlier].step);
  }
  return waits;
}

void Reorder(Binary& binary, Draw& draw) {
  std::vector<std::set<size_t>> waits = WaitsOf(binary);
  std::vector<AnyStep> steps;
  std::set<size_t> left;
  for (size_t step = 0; step < binary.steps.size(); ++step) left.insert(step);
  while (!left.empty()) {
    std::vector<size_t> free;
    std::copy_if(left.begin(), left.end(), std::back_inserter(free),
                 [&](size_t step) { return waits[step].empty(); });
    const size_t next = draw.In(free);
    steps.push_back(binary.steps[next]);
    left.erase(next);
    for (std::set<size_t>& of_step : waits) of_step.erase(next);
  }
  binary.steps = std::move(steps);
}

Feed DrawFeed(bool mover, Draw& draw) {
  if (mover && draw.OneIn(2)) return Feed::kMover;
  return draw.Of({Feed::kContiguous, Feed::kReordered, Feed::kColumn});
}

}  // namespace

int64_t RoundsOf(const RunStep& step) { return step.output.front().count; }

std::pair<RunStep, RunStep> SplitRounds(const RunStep& step, int64_t rounds) {
  const int64_t all = RoundsOf(step);
  NVE_CHECK(rounds > 0 && rounds < all && step.runs % all == 0, "no part of the rounds");
  for (const auto* transfers : {&step.input, &step.output}) {
    for (const Transfer& loop : *transfers) {
      NVE_CHECK(loop.IsLoop() && loop.count == all, "the step is no loop over strips or pictures");
    }
  }
  return {PartOf(step, 0, rounds), PartOf(step, rounds, all - rounds)};
}

Binary RandomPlan(const Binary& binary, int cores, bool mover, Draw& draw) {
  Binary plan = binary;
  plan.steps.clear();
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) {
      AddParts(*run, draw, plan.steps);
    } else {
      plan.steps.push_back(step);
    }
  }
  for (AnyStep& step : plan.steps) {
    auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    run->core = static_cast<int>(draw.Below(static_cast<uint32_t>(cores)));
    run->feed = DrawFeed(mover, draw);
  }
  if (draw.OneIn(2)) Reorder(plan, draw);
  return plan;
}

}  // namespace nve
