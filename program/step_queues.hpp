// SPDX-License-Identifier: Apache-2.0
// In which order the works of a plan begin on its cores.
//
// Every core has a queue: its run steps, in the order of the plan. A work may begin when all that
// it waits for has ended and, if it is a run step, its core is idle and has begun all before it.
// One processor prepares the works, so one begins at a time: the lowest that may. Whoever has begun
// all that may waits for the end of one. As waits and queues go to earlier works only, there is
// always a work that may begin or has not ended, until all have ended.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/step_dependencies.hpp"

namespace nve {

class StepQueues {
 public:
  explicit StepQueues(std::vector<StepWork> works);

  const std::vector<StepWork>& works() const { return works_; }

  /// As if nothing had begun.
  void Restart();

  /// The lowest work that may begin.
  std::optional<size_t> Next() const;

  void Begin(size_t work);
  void End(size_t work);

  bool finished() const { return ended_count_ == works_.size(); }

  /// Run steps that have not ended and keep `work` from beginning: it waits for them, or for a
  /// border that does.
  std::set<size_t> Holding(size_t work) const;

  /// The next run step of every core that has one.
  std::vector<size_t> Heads() const;

 private:
  struct Core {
    std::vector<size_t> works;
    size_t begun = 0;
    bool busy = false;
    std::optional<size_t> Head() const {
      return begun < works.size() ? std::optional(works[begun]) : std::nullopt;
    }
  };

  void CollectHolding(size_t work, std::set<size_t>& holding) const;

  std::vector<StepWork> works_;
  std::vector<std::vector<size_t>> waiting_;  // by work: those that wait for it
  std::vector<size_t> open_;                  // by work: how many it still waits for
  std::vector<bool> ended_;
  size_t ended_count_ = 0;
  std::map<int, Core> cores_;
  std::set<size_t> borders_;  // that may be cleared
};

}  // namespace nve
