// Algorithm 1 (thesis 4.3): breadth-first search from the last `mac` to its parents.
//
// A parent is placed as late as the child that reaches it allows. `set rw` and `set ri` both take
// port A's output; the cycles they have are noted in a table, and one that finds its cycle taken
// backs off to an earlier one. A vertex that is reached again with less room is revised.
//
// The printed algorithm leaves three things open, which are settled so:
// - A revised vertex is queued again, so that its parents follow. Without that, 1x1 windows break
//   dependences.
// - A revised `set` gives its cycle back and backs off from the new one like a fresh one, so that
// two
//   sets never share port A.
// - The table is written for every `set`, not only for those that back off, as the indentation of
// the
//   printed lines would have it (thesis table 4 lists sets that did not).
//
// The search ends: a vertex moves only to earlier cycles, and it stands still as soon as all its
// children do and it has backed off at most once from every other set.
#include "compiler/schedule/bottom_up.hpp"

#include <deque>
#include <set>

namespace nve {
namespace {

class BottomUpScheduler {
 public:
  explicit BottomUpScheduler(const TaskGraph& graph)
      : graph_(graph), cycles_(graph.operations.size(), kNotPlaced) {}

  std::vector<int> Run() {
    Place(graph_.bottom, 0);
    while (!queue_.empty()) {
      const int child = queue_.front();
      queue_.pop_front();
      for (const int number : graph_.incoming[child]) Visit(graph_.edges[number]);
    }
    return cycles_;
  }

 private:
  void Visit(const Edge& edge) {
    const OpKind kind = graph_.operations[edge.from].kind;
    if (kind == OpKind::kWrite || kind == OpKind::kActLow || kind == OpKind::kActHigh) return;
    const int latest = cycles_[edge.to] - edge.distance;
    if (cycles_[edge.from] == kNotPlaced || latest < cycles_[edge.from]) Place(edge.from, latest);
  }

  // Gives an operation its first or a revised cycle, at `latest` or before, and queues it.
  void Place(int operation, int latest) {
    if (TakesPortA(operation)) {
      port_a_.erase(cycles_[operation]);
      while (port_a_.contains(latest)) --latest;
      port_a_.insert(latest);
    }
    cycles_[operation] = latest;
    queue_.push_back(operation);
  }

  bool TakesPortA(int operation) const {
    const OpKind kind = graph_.operations[operation].kind;
    return kind == OpKind::kSetRw || kind == OpKind::kSetRi;
  }

  const TaskGraph& graph_;
  std::vector<int> cycles_;
  std::deque<int> queue_;  // vertices whose parents are to be visited
  std::set<int> port_a_;   // cycles in which a `set` takes port A's output: the thesis's table T
};

}  // namespace

std::vector<int> ScheduleBottomUp(const TaskGraph& graph) { return BottomUpScheduler(graph).Run(); }

}  // namespace nve
