// SPDX-License-Identifier: Apache-2.0
// Tries one number of overlapped stages after the other. A stream write may stand in any free cycle
// that leaves the words before it a place.
#include "tests/unit/compiler/schedule/random_wrap.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve::testing {
namespace {

const char* NameOf(OpKind kind) {
  switch (kind) {
    case OpKind::kRd:
      return "rd ";
    case OpKind::kWr:
      return "wr ";
    case OpKind::kSetRw:
      return "set rw";
    case OpKind::kShRw:
      return "sh rw";
    case OpKind::kSetRi:
      return "set ri";
    case OpKind::kSetshRi:
      return "setsh ri";
    case OpKind::kSetshHiRi:
      return "setsh ri hi";
    case OpKind::kShRi:
      return "sh ri";
    case OpKind::kSetRb:
      return "set rb";
    case OpKind::kMac:
      return "mac";
    case OpKind::kAct:
      return "act";
  }
  return "";
}

int FloorDivide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

class Wrapper {
 public:
  Wrapper(const RandomIteration& made, std::mt19937& random) : made_(made), random_(random) {}

  Schedule Run() {
    begin_ = Between(made_.last_act + 1, made_.first_act + made_.ii);
    std::optional<Schedule> schedule;
    while (!schedule) schedule = Wrap();
    return std::move(*schedule);
  }

 private:
  int Between(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }

  // One try to cut the axis into passes; each reaches further back than the one before.
  std::optional<Schedule> Wrap() {
    ++stages_;
    NVE_CHECK(stages_ <= arch::BuildSizes().max_extra_passes,
              "a random schedule with too many stages");
    Schedule schedule;
    schedule.shape = made_.shape;
    schedule.length = made_.ii;
    schedule.extra = stages_;
    schedule.coefficient_words = made_.coefficient_words;
    schedule.initial = InitialWrites(made_.shape, made_.coefficient_words);
    // The activations lie in the last of stages_ + 1 stages.
    const int begin = begin_ - (stages_ + 1) * made_.ii;
    for (const FlatOperation& op : made_.operations) {
      if (op.time < begin || ReadTooSoon(op, begin, schedule.initial)) return std::nullopt;
      const int stage = FloorDivide(op.time - begin, made_.ii);
      schedule.operations.push_back({op.operation, op.time - begin - stage * made_.ii, stage});
    }
    if (!DrawWrites(begin, &schedule)) return std::nullopt;
    // More overlap than necessary is legal too.
    if (stages_ < arch::BuildSizes().max_extra_passes / 2 && Between(0, 3) == 0)
      return std::nullopt;
    std::sort(schedule.operations.begin(), schedule.operations.end(),
              [](const Placed& a, const Placed& b) {
                return std::pair(a.cycle, a.operation.slot) < std::pair(b.cycle, b.operation.slot);
              });
    return schedule;
  }

  // Initial writes end in the cycle before the first pass. The word that reaches over the end of
  // the iteration is read for iteration 0 too, an interval earlier.
  bool ReadTooSoon(const FlatOperation& op, int begin,
                   const std::vector<Operation>& initial) const {
    if (op.operation.kind != OpKind::kRd) return false;
    int time = op.time - begin;
    const WordRef& ref = op.operation.ref;
    if (ref.kind == WordRef::Kind::kCoefficients && ref.index == made_.carried_word) {
      time -= made_.ii;
    }
    const auto count = static_cast<int>(initial.size());
    for (int at = 0; at < count; ++at) {
      const int written = at - count;
      if (initial[static_cast<size_t>(at)].ref == ref && time - written < arch::kLatencyWrToRd) {
        return true;
      }
    }
    return time < 0;
  }

  bool DrawWrites(int begin, Schedule* schedule) {
    std::vector<bool> free(static_cast<size_t>(made_.ii), true);
    std::map<std::tuple<int, int, int>, int> first_read;
    for (const Placed& placed : schedule->operations) {
      if (placed.operation.slot == Slot::kMemA) free[static_cast<size_t>(placed.cycle)] = false;
    }
    for (const FlatOperation& op : made_.operations) {
      const WordRef& ref = op.operation.ref;
      if (ref.kind != WordRef::Kind::kPixels) continue;
      const int time = op.time - begin;
      const auto entry = first_read.try_emplace({ref.input, ref.column, ref.word}, time).first;
      entry->second = std::min(entry->second, time);
    }
    const std::vector<WordRef> words = NewWords(made_.shape);
    std::vector<int> latest;
    for (const WordRef& ref : words) {
      const auto read = first_read.find({ref.input, ref.column, ref.word});
      latest.push_back(read == first_read.end() ? made_.ii - 1
                                                : read->second - arch::kLatencyWrToRd);
    }
    // What is left for the words before, if all of them come as late as possible.
    int next = made_.ii;
    for (size_t k = words.size(); k-- > 0;) {
      std::vector<int> cycles;
      for (int cycle = 0; cycle <= std::min(next - 1, latest[k]); ++cycle) {
        if (free[static_cast<size_t>(cycle)] && Fit(free, latest, k, cycle))
          cycles.push_back(cycle);
      }
      if (cycles.empty()) return false;
      next = cycles[random_() % cycles.size()];
      schedule->operations.push_back(
          {MakeOperation(made_, Slot::kMemA, OpKind::kWr, words[k]), next, 0});
    }
    return true;
  }

  // Whether words 0 … count - 1 fit before `cycle`.
  static bool Fit(const std::vector<bool>& free, const std::vector<int>& latest, size_t count,
                  int cycle) {
    for (size_t k = count; k-- > 0;) {
      cycle = std::min(cycle - 1, latest[k]);
      while (cycle >= 0 && !free[static_cast<size_t>(cycle)]) --cycle;
      if (cycle < 0) return false;
    }
    return true;
  }

  const RandomIteration& made_;
  std::mt19937& random_;
  int begin_ = 0;  // a cycle in which a pass begins
  int stages_ = 0;
};

}  // namespace

Operation MakeOperation(const RandomIteration& iteration, Slot slot, OpKind kind,
                        const WordRef& ref, int half) {
  std::string label = NameOf(kind);
  if (ref.kind == WordRef::Kind::kPixels) label += PixelName(iteration.shape, ref);
  if (ref.kind == WordRef::Kind::kCoefficients) {
    label += CoefficientWordName(iteration.shape,
                                 iteration.coefficient_words[static_cast<size_t>(ref.index)]);
  }
  return {slot, kind, ref, half, std::move(label)};
}

Schedule WrapAtRandom(const RandomIteration& iteration, std::mt19937& random) {
  return Wrapper(iteration, random).Run();
}

}  // namespace nve::testing
