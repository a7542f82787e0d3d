// Algorithm 1 of the thesis (4.3): bottom-up breadth-first search with back-off.
//
// The search starts at the last mac and gives every parent the latest cycle its distance allows. A
// load of rw or ri takes port A's output, so two of them never share a cycle: the one visited later
// backs off to an earlier cycle (the thesis's table T). A vertex that a later visit asks to be
// earlier is revised. The thesis stops there; its parents then may violate their distances, so here
// a revised vertex is queued again, until every distance holds. Cycles only decrease and the graph
// has no cycles, so the search ends.
#include <deque>
#include <limits>
#include <set>

#include "compiler/schedule/schedule.hpp"

namespace nve {
namespace {

constexpr int kUnvisited = std::numeric_limits<int>::max();

}  // namespace

std::vector<int> BottomUpCycles(const TaskGraph& graph) {
  std::vector<int> cycle(graph.operations.size(), kUnvisited);
  std::set<int> taken;  // the table T
  std::deque<int> queue = {graph.bottom};
  cycle[graph.bottom] = 0;
  while (!queue.empty()) {
    const int child = queue.front();
    queue.pop_front();
    for (const Dependence& edge : graph.parents[child]) {
      int latest = cycle[child] - edge.distance;
      int& current = cycle[edge.parent];
      if (latest >= current) continue;
      if (UsesPortAOutput(graph.operations[edge.parent].kind)) {
        // A revised load gives up its entry in T; keeping it would block the cycle for nothing.
        if (current != kUnvisited) taken.erase(current);
        while (taken.count(latest) != 0) --latest;
        taken.insert(latest);
      }
      current = latest;
      queue.push_back(edge.parent);
    }
  }
  return cycle;
}

}  // namespace nve
