// SPDX-License-Identifier: Apache-2.0
// Wrapping a flat program around the initiation interval: stages, activations, stream writes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "compiler/schedule/schedule.hpp"

namespace nve {
namespace {

int FloorDivide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

class Folder {
 public:
  Folder(const FlatProgram& flat, int ii, int boundary, bool writes_ahead)
      : flat_(flat), ii_(ii), boundary_(boundary), ahead_(writes_ahead ? 1 : 0) {
    schedule_.shape = flat.shape;
    schedule_.length = ii;
    schedule_.coefficient_words = flat.coefficient_words;
    schedule_.initial = InitialWrites(flat.shape, flat.coefficient_words);
    for (std::vector<bool>& slot : busy_) slot.assign(static_cast<size_t>(ii), false);
  }

  std::optional<Schedule> Run() {
    // No pass comes before the first: what its iteration takes over must be loaded in it. That is
    // the word of coefficients written first.
    if (flat_.carried_from && IsTooSoon(0, *flat_.carried_from)) return std::nullopt;
    for (const FlatOperation& op : flat_.operations) {
      if (op.operation.kind == OpKind::kRd &&
          IsTooSoon(InitialPosition(op.operation.ref), op.time)) {
        return std::nullopt;
      }
      if (!Place(op.operation, op.time)) return std::nullopt;
    }
    if (!PlaceActivations() || !PlaceWrites()) return std::nullopt;
    std::stable_sort(schedule_.operations.begin(), schedule_.operations.end(),
                     [](const Placed& a, const Placed& b) {
                       return std::pair(a.cycle, a.operation.slot) <
                              std::pair(b.cycle, b.operation.slot);
                     });
    return std::move(schedule_);
  }

 private:
  // Which of the initial writes, one per cycle before the first pass, writes the word; -1: none.
  int InitialPosition(const WordRef& ref) const {
    if (ref.kind == WordRef::Kind::kCoefficients) return ref.index;
    const Window& window = flat_.shape.window;
    if (ref.column >= window.InitialColumns()) return -1;
    return static_cast<int>(flat_.coefficient_words.size()) + ref.input * window.InitialWords() +
           ref.column * window.WordsPerColumn() + ref.word;
  }

  // Whether the first iteration reads the word before the first pass or right behind its write.
  bool IsTooSoon(int position, int time) const {
    if (position < 0) return false;
    const int cycle = time - boundary_ + ahead_ * ii_;
    return cycle < 0 || cycle + schedule_.InitialInstructions() - position < arch::kLatencyWrToRd;
  }

  bool Place(const Operation& operation, int time) {
    const int stage = FloorDivide(time - boundary_, ii_);
    const int cycle = time - boundary_ - stage * ii_;
    return stage >= 0 && Put(operation, cycle, stage + ahead_);
  }

  bool Put(const Operation& operation, int cycle, int stage) {
    std::vector<bool>& busy = busy_[static_cast<size_t>(operation.slot)];
    if (busy[static_cast<size_t>(cycle)]) return false;
    busy[static_cast<size_t>(cycle)] = true;
    schedule_.operations.push_back({operation, cycle, stage});
    return true;
  }

  // The sums of a map are handed over by the next `set rb`, of the next iteration for the last map.
  bool PlaceActivations() {
    const int halves = flat_.shape.window.rows / arch::kActLanes;
    schedule_.extra = -1;
    for (size_t map = 0; map < flat_.set_rb.size(); ++map) {
      const bool last = map + 1 == flat_.set_rb.size();
      const int handed = last ? flat_.set_rb[0] + ii_ : flat_.set_rb[map + 1];
      for (int word = 0; word < halves; ++word) {
        const std::string name = flat_.set_rb.size() == 1 ? "" : fmt::format("{}", map);
        const Operation act = {Slot::kAct,
                               OpKind::kAct,
                               {},
                               halves == 1 ? 1 : word,
                               fmt::format("act [s{}(i) word{}]", name, word)};
        if (!Place(act, handed + arch::kLatencySetrbToAct + word * arch::kLatencyActToAct)) {
          return false;
        }
        const int stage = schedule_.operations.back().stage;
        if (schedule_.extra >= 0 && stage != schedule_.extra) return false;
        schedule_.extra = stage;
      }
    }
    return schedule_.extra <= flat_.shape.window.sizes.max_extra_passes;
  }

  // As late as possible: the last word of the stream first, each in the latest free cycle of port A
  // that is wr_to_rd before its first read and before the word that follows it in the stream.
  bool PlaceWrites() {
    const std::vector<WordRef> words = NewWords(flat_.shape);
    std::map<std::tuple<int, int, int>, int> deadlines;
    for (const Placed& placed : schedule_.operations) {
      const WordRef& ref = placed.operation.ref;
      if (ref.kind != WordRef::Kind::kPixels) continue;
      const int time = placed.stage * ii_ + placed.cycle - arch::kLatencyWrToRd;
      const auto [entry, is_new] = deadlines.try_emplace({ref.input, ref.column, ref.word}, time);
      entry->second = std::min(entry->second, time);
    }
    const std::vector<bool>& busy = busy_[static_cast<size_t>(Slot::kMemA)];
    int next = ii_;
    for (size_t k = words.size(); k-- > 0;) {
      const auto found = deadlines.find({words[k].input, words[k].column, words[k].word});
      int cycle = next - 1;
      if (found != deadlines.end()) cycle = std::min(cycle, found->second);
      while (cycle >= 0 && busy[static_cast<size_t>(cycle)]) --cycle;
      if (cycle < 0) return false;
      next = cycle;
      Put({Slot::kMemA, OpKind::kWr, words[k], 0, "wr " + PixelName(flat_.shape, words[k])}, cycle,
          0);
    }
    return true;
  }

  const FlatProgram& flat_;
  int ii_;
  int boundary_;
  int ahead_;
  Schedule schedule_;
  std::array<std::vector<bool>, kSlots> busy_;
};

}  // namespace

std::vector<WordRef> NewWords(const ProgramShape& shape) {
  std::vector<WordRef> words;
  const Window& window = shape.window;
  for (int input = 0; input < shape.inputs; ++input) {
    for (int column = window.InitialColumns(); column < window.SpanColumns(); ++column) {
      for (int word = 0; word < window.WordsPerColumn(); ++word) {
        words.push_back({WordRef::Kind::kPixels, 0, input, column, word});
      }
    }
  }
  return words;
}

std::vector<Operation> InitialWrites(const ProgramShape& shape,
                                     const std::vector<CoefficientWordLabels>& words) {
  std::vector<Operation> writes;
  for (size_t word = 0; word < words.size(); ++word) {
    const WordRef ref{WordRef::Kind::kCoefficients, static_cast<int>(word), 0, 0, 0};
    writes.push_back(
        {Slot::kMemA, OpKind::kWr, ref, 0, "wr " + CoefficientWordName(shape, words[word])});
  }
  for (int input = 0; input < shape.inputs; ++input) {
    for (int column = 0; column < shape.window.InitialColumns(); ++column) {
      for (int word = 0; word < shape.window.WordsPerColumn(); ++word) {
        const WordRef ref{WordRef::Kind::kPixels, 0, input, column, word};
        writes.push_back({Slot::kMemA, OpKind::kWr, ref, 0, "wr " + PixelName(shape, ref)});
      }
    }
  }
  return writes;
}

int BoundaryAfterActivations(const FlatProgram& flat) {
  const int halves = flat.shape.window.rows / arch::kActLanes;
  return flat.set_rb.front() + arch::kLatencySetrbToAct + (halves - 1) * arch::kLatencyActToAct + 1;
}

std::optional<Schedule> Fold(const FlatProgram& flat, int ii, int boundary, bool writes_ahead) {
  return Folder(flat, ii, boundary, writes_ahead).Run();
}

std::optional<Schedule> FoldBest(const FlatProgram& flat, int ii, int boundary) {
  const int after = BoundaryAfterActivations(flat);
  std::optional<Schedule> best = Fold(flat, ii, boundary, false);
  for (const bool ahead : {false, true}) {
    // One stage before `after` holds the beginning of the iteration, unless the interval is shorter
    // than the way of a word from the buffer to the accumulators.
    for (int stages = 1; stages <= flat.shape.window.sizes.max_extra_passes; ++stages) {
      if (best && best->extra <= stages) return best;
      std::optional<Schedule> schedule = Fold(flat, ii, after - stages * ii, ahead);
      if (schedule && (!best || schedule->extra < best->extra)) best = std::move(schedule);
    }
  }
  return best;
}

}  // namespace nve
