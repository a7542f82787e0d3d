// SPDX-License-Identifier: Apache-2.0
// Schedules of the sources: Algorithm 1 per output map, maps one behind the other, and folding.
#include "compiler/schedule/ladder.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "compiler/schedule/bound.hpp"

namespace nve {
namespace {

// One output map after Algorithm 1, its first operation at 0.
struct ScheduledMap {
  TaskGraph graph;
  std::vector<int> cycles;
};

ScheduledMap ScheduleMap(const ProgramShape& shape, int output, const LadderOptions& options) {
  const CoefficientLayout layout =
      options.packing ? PackedLayout(shape, output) : CoefficientLayout{arch::kRwEntries};
  ScheduledMap map = {BuildTaskGraph(shape, output, layout), {}};
  map.cycles = BottomUpCycles(map.graph, options.variant);
  const int first = *std::min_element(map.cycles.begin(), map.cycles.end());
  for (int& cycle : map.cycles) cycle -= first;
  return map;
}

// First and last time of the operations on rw, ri and the accumulators.
struct Extent {
  std::array<int, kSlots> first{};
  std::array<int, kSlots> last{};
  void Move(int by) {
    for (int& time : first) time += by;
    for (int& time : last) time += by;
  }
};

Extent ExtentOf(const ScheduledMap& map) {
  Extent extent;
  extent.first.fill(1 << 20);
  extent.last.fill(-1);
  for (size_t v = 0; v < map.cycles.size(); ++v) {
    const auto slot = static_cast<size_t>(map.graph.operations[v].slot);
    extent.first[slot] = std::min(extent.first[slot], map.cycles[v]);
    extent.last[slot] = std::max(extent.last[slot], map.cycles[v]);
  }
  return extent;
}

// How far behind `a` the maps must follow so that `b` overwrites no register before its last use:
// the largest of these.
ChainTerms DistancesOf(const Extent& a, const Extent& b) {
  const auto first = [&b](Slot slot) { return b.first[static_cast<size_t>(slot)]; };
  const auto last = [&a](Slot slot) { return a.last[static_cast<size_t>(slot)]; };
  return {last(Slot::kVmac) + 1 - first(Slot::kVmac), last(Slot::kVmac) - first(Slot::kWreg),
          last(Slot::kWreg) + 1 - first(Slot::kWreg), last(Slot::kVmac) - first(Slot::kIreg),
          last(Slot::kIreg) + 1 - first(Slot::kIreg)};
}

int Distance(const Extent& a, const Extent& b) {
  const ChainTerms distances = DistancesOf(a, b);
  return *std::max_element(distances.begin(), distances.end());
}

// Puts maps one behind the other, each as early as registers and slots allow.
class Chain {
 public:
  explicit Chain(const ProgramShape& shape) { flat_.shape = shape; }

  void Append(const ScheduledMap& map) {
    const Extent extent = ExtentOf(map);
    int at = flat_.operations.empty() ? 0 : Distance(last_, extent);
    while (Meets(map, at)) ++at;
    const auto words = static_cast<int>(flat_.coefficient_words.size());
    for (size_t v = 0; v < map.cycles.size(); ++v) {
      Operation operation = map.graph.operations[v];
      if (operation.ref.kind == WordRef::Kind::kCoefficients) operation.ref.index += words;
      used_[static_cast<size_t>(operation.slot)].insert(at + map.cycles[v]);
      flat_.operations.push_back({std::move(operation), at + map.cycles[v]});
    }
    flat_.coefficient_words.insert(flat_.coefficient_words.end(),
                                   map.graph.coefficient_words.begin(),
                                   map.graph.coefficient_words.end());
    flat_.set_rb.push_back(at + map.cycles[static_cast<size_t>(map.graph.set_rb)]);
    last_ = extent;
    last_.Move(at);
    if (flat_.set_rb.size() == 1) first_ = last_;
  }

  const FlatProgram& Flat() const { return flat_; }
  /// Least distance from one iteration to the next that the registers allow.
  int LeastInterval() const { return Distance(last_, first_); }
  int FirstTime() const {
    int first = 0;
    for (const FlatOperation& op : flat_.operations) first = std::min(first, op.time);
    return first;
  }
  int LastTime() const {
    int last = 0;
    for (const FlatOperation& op : flat_.operations) last = std::max(last, op.time);
    return last;
  }

 private:
  bool Meets(const ScheduledMap& map, int at) const {
    for (size_t v = 0; v < map.cycles.size(); ++v) {
      const auto slot = static_cast<size_t>(map.graph.operations[v].slot);
      if (used_[slot].count(at + map.cycles[v]) != 0) return true;
    }
    return false;
  }

  FlatProgram flat_;
  std::array<std::set<int>, kSlots> used_;
  Extent first_;
  Extent last_;
};

// The last time an iteration needs for itself, the activations of the one before included.
int EndOf(const Chain& chain) {
  return std::max(chain.LastTime(), BoundaryAfterActivations(chain.Flat()) - 1);
}

// Cycles of an iteration of several maps that does not overlap the next. The loop is entered behind
// the last activation all the same (FoldBest), so that all activations have one stage.
int Span(const Chain& chain) { return EndOf(chain) - chain.FirstTime() + 1; }

// The iterations of one map one after the other: from the first operation, writes and activations
// included, to the last. `first` becomes the time of its first cycle.
Schedule Separate(const Chain& chain, int& first) {
  for (first = chain.FirstTime();; --first) {
    std::optional<Schedule> schedule = Fold(chain.Flat(), EndOf(chain) - first + 1, first, false);
    if (schedule) return std::move(*schedule);
  }
}

}  // namespace

ChainTerms ChainTermsOf(const ProgramShape& one_map, const LadderOptions& options) {
  const Extent extent = ExtentOf(ScheduleMap(one_map, 0, options));
  return DistancesOf(extent, extent);
}

Schedule ScheduleLadder(const ProgramShape& shape, const LadderOptions& options) {
  Chain chain(shape);
  for (int output = 0; output < shape.Outputs(); ++output) {
    chain.Append(ScheduleMap(shape, output, options));
  }
  // Where the schedule of a single iteration begins, early writes included (figure 26).
  int boundary = chain.FirstTime();
  if (shape.Outputs() == 1) {
    Schedule separate = Separate(chain, boundary);
    if (!options.modulo) return separate;
  }
  const int words = static_cast<int>(chain.Flat().coefficient_words.size());
  const int port_a = PortASets(shape.window, CountsOf(shape)) +
                     NewWordCount(shape.window, CountsOf(shape)) + words;
  const int least = options.modulo ? chain.LeastInterval() : Span(chain);
  for (int ii = std::max(least, port_a);; ++ii) {
    std::optional<Schedule> schedule = FoldBest(chain.Flat(), ii, boundary);
    if (schedule) return std::move(*schedule);
  }
}

}  // namespace nve
