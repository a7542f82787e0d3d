// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 (thesis 4.3, SCOPES 2015): bottom-up breadth-first search with back-off.
//
// The search starts at the last mac and gives every parent the latest cycle its distance allows. A
// load of rw or ri takes port A's output, so two of them never share a cycle: the one visited later
// backs off to an earlier cycle (the table T). A vertex that a later visit asks to be earlier is
// revised.
//
// The thesis stops there; the parents of a revised vertex then may violate their distances, so here
// it is queued again, until every distance holds, and gives up its entry in T. SCOPES 2015 queues
// it again too, but takes its queued parents back out of the queue as if they had never been
// visited; their entries stay in T. Cycles only decrease and the graph has no cycles, so both end.
#include <algorithm>
#include <deque>
#include <limits>
#include <set>

#include "compiler/schedule/ladder.hpp"

namespace nve {
namespace {

constexpr int kUnvisited = std::numeric_limits<int>::max();

class Search {
 public:
  Search(const TaskGraph& graph, Algorithm1 variant)
      : graph_(graph), variant_(variant), cycle_(graph.operations.size(), kUnvisited) {}

  std::vector<int> Run() {
    queue_ = {graph_.bottom};
    cycle_[graph_.bottom] = 0;
    while (!queue_.empty()) {
      const int child = queue_.front();
      queue_.pop_front();
      for (const Dependence& edge : graph_.parents[child]) {
        Visit(edge.parent, cycle_[child] - edge.distance);
      }
    }
    return std::move(cycle_);
  }

 private:
  void Visit(int vertex, int latest) {
    int& current = cycle_[vertex];
    if (latest >= current) return;
    const bool revised = current != kUnvisited;
    if (UsesPortAOutput(graph_.operations[vertex].kind)) {
      if (revised) taken_.erase(current);
      while (taken_.count(latest) != 0) --latest;
      taken_.insert(latest);
    }
    current = latest;
    queue_.push_back(vertex);
    if (revised && variant_ == Algorithm1::kScopes) ForgetQueuedParents(vertex);
  }

  void ForgetQueuedParents(int vertex) {
    for (const Dependence& edge : graph_.parents[vertex]) {
      const auto found = std::find(queue_.begin(), queue_.end(), edge.parent);
      if (found == queue_.end()) continue;
      queue_.erase(found);
      cycle_[edge.parent] = kUnvisited;
    }
  }

  const TaskGraph& graph_;
  Algorithm1 variant_;
  std::vector<int> cycle_;
  std::set<int> taken_;  // the table T
  std::deque<int> queue_;
};

}  // namespace

std::vector<int> BottomUpCycles(const TaskGraph& graph, Algorithm1 variant) {
  return Search(graph, variant).Run();
}

}  // namespace nve
