// SPDX-License-Identifier: Apache-2.0
// Shortest closed path over positions of the operand registers, by dynamic programming.
#include "compiler/schedule/register_path.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

constexpr int kMaxLead = 2;  // image operations between two macs, at most
constexpr int kLeft = arch::kRwEntries;
constexpr int kPositions = (kMaxLead + 1) * 2 * kLeft;
constexpr int64_t kInfinity = std::numeric_limits<int64_t>::max() / 4;
constexpr int64_t kUnit = int64_t{1} << 32;

// Where the registers stand before VMAC operation k.
struct Position {
  int lead = 0;        // image operations executed since the last mac
  bool ready = false;  // rw[0] holds the coefficient of operation k
  int left = 0;        // coefficients behind rw[0]

  // Within one k every move raises (lead, ready), so the numbers are a topological order.
  int Number() const { return (lead * 2 + (ready ? 1 : 0)) * kLeft + left; }
  static Position Of(int number) {
    return {number / kLeft / 2, number / kLeft % 2 == 1, number % kLeft};
  }
};

// What a cycle does, and where it came from.
struct Move {
  int32_t from = -1;  // state
  bool executes = false;
  bool image = false;
  bool weight = false;
  bool set = false;  // the weight operation is a `set rw`
};

// With a limit on the words a state is a position and the coefficients left unused so far: a closed
// path has `words` words if it leaves 4 words - operations. Without one it is the position alone.
class PathFinder {
 public:
  PathFinder(const OperationSequence& sequence, PathGoal goal, bool share_port_a,
             std::optional<int> most_unused = std::nullopt)
      : sequence_(sequence),
        share_(share_port_a),
        limited_(most_unused.has_value()),
        unused_states_(most_unused.value_or(0) + 1),
        cycle_cost_(goal == PathGoal::kCycles ? kUnit : 1),
        word_cost_(goal == PathGoal::kCycles ? 1 : kUnit),
        count_(static_cast<int>(sequence.vmac.size())) {
    // Image operations executed before operation k's mac window begins, and those its mac needs.
    int done = 0;
    for (const VmacOperation& op : sequence.vmac) {
      before_.push_back(done);
      if (!op.set_rb) done = op.image_steps;
    }
    before_.push_back(done);  // operation `count_` is the first of the next iteration
    const auto states = static_cast<size_t>(StateOf(kPositions, 0));
    layers_.assign(static_cast<size_t>(count_) + 1,
                   {std::vector<int64_t>(states), std::vector<Move>(states)});
  }

  std::optional<RegisterPath> Run() {
    int64_t best = kInfinity;
    int best_start = -1;
    for (int start = 0; start < kPositions; ++start) {
      if (Position::Of(start).lead > Needed(0)) continue;
      const int64_t cost = CostAt(Search(start));
      if (cost < best) {
        best = cost;
        best_start = start;
      }
    }
    if (best_start < 0) return std::nullopt;
    const int end = Search(best_start);
    return Trace(StateOf(best_start, 0), end);
  }

 private:
  struct Layer {
    std::vector<int64_t> cost;
    std::vector<Move> move;
  };

  // Image operations from the last mac before k to the next mac at or after k.
  int Needed(int k) const {
    int mac = k;
    while (mac < count_ && sequence_.vmac[static_cast<size_t>(mac)].set_rb) ++mac;
    if (mac < count_) {
      return sequence_.vmac[static_cast<size_t>(mac)].image_steps - before_[static_cast<size_t>(k)];
    }
    return Needed(0);
  }

  bool TakesPortA(int image) const {
    const auto at = static_cast<size_t>(image) % sequence_.image.size();
    return !share_ && sequence_.image[at].step.word_a >= 0;
  }

  int64_t CostAt(int state) const {
    return layers_[static_cast<size_t>(count_)].cost[static_cast<size_t>(state)];
  }

  int StateOf(int position, int unused) const { return position * unused_states_ + unused; }

  void Relax(int k, const Position& to, int unused, int64_t cost, const Move& move) {
    if (unused >= unused_states_) return;
    Layer& layer = layers_[static_cast<size_t>(k)];
    const auto at = static_cast<size_t>(StateOf(to.Number(), unused));
    const int64_t total = cost + cycle_cost_ + (move.set ? word_cost_ : 0);
    if (total >= layer.cost[at]) return;
    layer.cost[at] = total;
    layer.move[at] = move;
  }

  // All sensible cycles from a position. An operation that can execute does, unless it competes for
  // port A's output: doing it earlier never takes a later choice away.
  void Expand(int k, int state, int64_t cost) {
    const Position from = Position::Of(state / unused_states_);
    const int unused = state % unused_states_;
    const bool set_rb = sequence_.vmac[static_cast<size_t>(k)].set_rb;
    Move move;
    move.from = state;
    move.executes = from.ready && (set_rb || from.lead == Needed(k));
    const int next = k + (move.executes ? 1 : 0);
    Position to = from;
    if (move.executes) {
      to.ready = false;
      if (!set_rb) to.lead = 0;
    }
    const int image = before_[static_cast<size_t>(next)] + to.lead;
    const bool can_image = to.lead < Needed(next);
    const auto go = [&](bool with_image, bool weight, bool set) {
      Position end = to;
      move.image = with_image;
      move.weight = weight;
      move.set = set;
      if (with_image) ++end.lead;
      if (weight) {
        end.ready = true;
        end.left = set ? kLeft - 1 : to.left - 1;
      }
      const int more = limited_ && set ? to.left : 0;
      if (move.executes || with_image || weight) Relax(next, end, unused + more, cost, move);
    };
    if (to.ready) {
      go(can_image, false, false);
      return;
    }
    const WordStart word = sequence_.vmac[static_cast<size_t>(next % count_)].word;
    if (to.left > 0 && word != WordStart::kMust) go(can_image, true, false);
    if (word == WordStart::kMustNot) return;
    const bool conflict = can_image && TakesPortA(image);
    go(can_image && !conflict, true, true);
    if (conflict) go(true, false, false);
  }

  // The best state at `start` one iteration later, on the way from `start` before operation 0.
  int Search(int start) {
    for (Layer& layer : layers_) std::fill(layer.cost.begin(), layer.cost.end(), kInfinity);
    layers_[0].cost[static_cast<size_t>(StateOf(start, 0))] = 0;
    for (int k = 0; k < count_; ++k) {
      for (int state = 0; state < StateOf(kPositions, 0); ++state) {
        const int64_t cost = layers_[static_cast<size_t>(k)].cost[static_cast<size_t>(state)];
        if (cost < kInfinity) Expand(k, state, cost);
      }
    }
    int best = StateOf(start, 0);
    for (int unused = 1; unused < unused_states_; ++unused) {
      const int state = StateOf(start, unused);
      if (CostAt(state) < CostAt(best)) best = state;
    }
    return best;
  }

  RegisterPath Trace(int start, int end) const {
    std::vector<std::pair<int, Move>> moves;  // operation before the move, move
    int k = count_;
    int at = end;
    while (k > 0 || at != start) {
      const Move& move = layers_[static_cast<size_t>(k)].move[static_cast<size_t>(at)];
      if (move.executes) --k;
      moves.emplace_back(k, move);
      at = move.from;
    }
    std::reverse(moves.begin(), moves.end());
    RegisterPath path;
    path.cycles = static_cast<int>(moves.size());
    path.vmac.resize(static_cast<size_t>(count_));
    path.wreg.resize(static_cast<size_t>(count_));
    path.wreg_is_set.resize(static_cast<size_t>(count_));
    const auto images = static_cast<int>(sequence_.image.size());
    path.image.resize(static_cast<size_t>(images));
    for (int time = 0; time < path.cycles; ++time) {
      const auto& [op, move] = moves[static_cast<size_t>(time)];
      const int next = op + (move.executes ? 1 : 0);
      if (move.executes) path.vmac[static_cast<size_t>(op)] = time;
      if (move.weight) {
        path.wreg[static_cast<size_t>(next % count_)] = next < count_ ? time : time - path.cycles;
        path.wreg_is_set[static_cast<size_t>(next % count_)] = move.set;
        path.words += move.set ? 1 : 0;
      }
      if (move.image) {
        Position to = Position::Of(move.from / unused_states_);
        if (move.executes && !sequence_.vmac[static_cast<size_t>(op)].set_rb) to.lead = 0;
        const int image = before_[static_cast<size_t>(next)] + to.lead;
        path.image[static_cast<size_t>(image % images)] =
            image < images ? time : time - path.cycles;
      }
    }
    return path;
  }

  const OperationSequence& sequence_;
  bool share_;
  bool limited_;
  int unused_states_;
  int64_t cycle_cost_;
  int64_t word_cost_;
  int count_;
  std::vector<int> before_;
  std::vector<Layer> layers_;
};

}  // namespace

RegisterPath ShortestRegisterPath(const OperationSequence& sequence, PathGoal goal,
                                  bool share_port_a) {
  std::optional<RegisterPath> path = PathFinder(sequence, goal, share_port_a).Run();
  NVE_CHECK(path.has_value(), "the operand registers have a closed path");
  return std::move(*path);
}

std::optional<RegisterPath> ShortestRegisterPathOfWords(const OperationSequence& sequence,
                                                        int most_words, bool share_port_a) {
  const int most_unused = most_words * arch::kRwEntries - static_cast<int>(sequence.vmac.size());
  if (most_unused < 0) return std::nullopt;
  return PathFinder(sequence, PathGoal::kCycles, share_port_a, most_unused).Run();
}

}  // namespace nve
