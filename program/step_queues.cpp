// SPDX-License-Identifier: Apache-2.0
// Queues of works: see step_queues.hpp.
#include "program/step_queues.hpp"

#include <algorithm>
#include <utility>

namespace nve {

StepQueues::StepQueues(std::vector<StepWork> works)
    : works_(std::move(works)), waiting_(works_.size()) {
  for (size_t work = 0; work < works_.size(); ++work) {
    for (const size_t earlier : works_[work].waits_for) waiting_[earlier].push_back(work);
    if (works_[work].core != StepWork::kProcessor) cores_[works_[work].core].works.push_back(work);
  }
  Restart();
}

void StepQueues::Restart() {
  open_.assign(works_.size(), 0);
  ended_.assign(works_.size(), false);
  ended_count_ = 0;
  borders_.clear();
  for (auto& [number, core] : cores_) {
    core.begun = 0;
    core.busy = false;
  }
  for (size_t work = 0; work < works_.size(); ++work) {
    open_[work] = works_[work].waits_for.size();
    if (open_[work] == 0 && works_[work].core == StepWork::kProcessor) borders_.insert(work);
  }
}

std::optional<size_t> StepQueues::Next() const {
  std::optional<size_t> next;
  const auto take = [&next](size_t work) { next = std::min(next.value_or(work), work); };
  if (!borders_.empty()) take(*borders_.begin());
  for (const auto& [number, core] : cores_) {
    const std::optional<size_t> head = core.Head();
    if (!core.busy && head && open_[*head] == 0) take(*head);
  }
  return next;
}

void StepQueues::Begin(size_t work) {
  if (works_[work].core == StepWork::kProcessor) {
    borders_.erase(work);
    return;
  }
  Core& core = cores_.at(works_[work].core);
  core.busy = true;
  ++core.begun;
}

void StepQueues::End(size_t work) {
  if (works_[work].core != StepWork::kProcessor) cores_.at(works_[work].core).busy = false;
  ended_[work] = true;
  ++ended_count_;
  for (const size_t later : waiting_[work]) {
    const bool border = works_[later].core == StepWork::kProcessor;
    if (--open_[later] == 0 && border) borders_.insert(later);
  }
}

std::set<size_t> StepQueues::Holding(size_t work) const {
  std::set<size_t> holding;
  CollectHolding(work, holding);
  return holding;
}

void StepQueues::CollectHolding(size_t work, std::set<size_t>& holding) const {
  for (const size_t earlier : works_[work].waits_for) {
    if (ended_[earlier]) continue;
    if (works_[earlier].core == StepWork::kProcessor) {
      CollectHolding(earlier, holding);
    } else {
      holding.insert(earlier);
    }
  }
}

std::vector<size_t> StepQueues::Heads() const {
  std::vector<size_t> heads;
  for (const auto& [number, core] : cores_) {
    if (const std::optional<size_t> head = core.Head()) heads.push_back(*head);
  }
  return heads;
}

}  // namespace nve
