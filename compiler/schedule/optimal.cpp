// SPDX-License-Identifier: Apache-2.0
// From the shortest register path to a schedule. Every read stands rd_to_set cycles before its
// taker: successive takers of a port's output are at least a cycle apart, so the reads never meet,
// and every other cycle of port A is free for stream writes, wherever they must go.
#include "compiler/schedule/optimal.hpp"

#include <algorithm>

#include "compiler/schedule/register_path.hpp"

namespace nve {
namespace {

struct Choice {
  RegisterPath path;
  int ii = 0;
};

/// The path whose initiation interval is least. Fewer cycles may need more words on port A: between
/// the shortest path and the one of fewest words others may be better than both.
Choice BestPath(const ProgramShape& shape, const OperationSequence& sequence) {
  const bool share = shape.window.IsHalf();
  const int port_a =
      PortASets(shape.window, CountsOf(shape)) + NewWordCount(shape.window, CountsOf(shape));
  const auto interval = [&](const RegisterPath& path) {
    return std::max(path.cycles, port_a + path.words);
  };
  Choice choice;
  choice.path = ShortestRegisterPath(sequence, PathGoal::kCycles, share);
  choice.ii = interval(choice.path);
  if (choice.ii == choice.path.cycles) return choice;
  RegisterPath other = ShortestRegisterPath(sequence, PathGoal::kWords, share);
  const int least = std::max(choice.path.cycles, port_a + other.words);
  if (interval(other) < choice.ii) {
    choice.ii = interval(other);
    choice.path = std::move(other);
  }
  for (int ii = least; ii < choice.ii; ++ii) {
    std::optional<RegisterPath> between = ShortestRegisterPathOfWords(sequence, ii - port_a, share);
    if (!between || between->cycles > ii) continue;
    choice.ii = ii;
    choice.path = std::move(*between);
  }
  // Port A needs more cycles than the path: idle ones follow it, so what the iteration before has
  // executed ahead lies further back.
  const int idle = choice.ii - choice.path.cycles;
  for (std::vector<int>* times : {&choice.path.wreg, &choice.path.image}) {
    for (int& time : *times) time -= time < 0 ? idle : 0;
  }
  return choice;
}

class Builder {
 public:
  Builder(const ProgramShape& shape, const OperationSequence& sequence, const Choice& choice)
      : shape_(shape), sequence_(sequence), path_(choice.path), ii_(choice.ii) {
    flat_.shape = shape;
  }

  FlatProgram Build() {
    NumberWords();
    for (size_t k = 0; k < sequence_.vmac.size(); ++k) AddVmac(k);
    for (size_t j = 0; j < sequence_.image.size(); ++j) AddImage(j);
    return std::move(flat_);
  }

 private:
  void Add(Slot slot, OpKind kind, std::string label, int time, WordRef ref = {}) {
    flat_.operations.push_back({{slot, kind, ref, 0, std::move(label)}, time});
  }

  // Words in the order in which an iteration uses them; the first may begin with coefficients of
  // the end of the iteration before.
  void NumberWords() {
    const auto count = static_cast<int>(sequence_.vmac.size());
    int first = 0;
    while (!path_.wreg_is_set[static_cast<size_t>(first)]) first = (first + count - 1) % count;
    if (first > 0) {
      flat_.carried_from = path_.wreg[static_cast<size_t>(first)] - arch::kLatencyRdToSet - ii_;
    }
    word_of_.assign(static_cast<size_t>(count), 0);
    int entry = 0;
    for (int step = 0; step < count; ++step) {
      const auto k = static_cast<size_t>((first + step) % count);
      if (path_.wreg_is_set[k]) {
        flat_.coefficient_words.emplace_back();
        entry = 0;
      }
      word_of_[k] = static_cast<int>(flat_.coefficient_words.size()) - 1;
      flat_.coefficient_words.back()[static_cast<size_t>(entry++)] = sequence_.vmac[k].coefficient;
    }
  }

  void AddVmac(size_t k) {
    const VmacOperation& op = sequence_.vmac[k];
    const int time = path_.vmac[k];
    Add(Slot::kVmac, op.set_rb ? OpKind::kSetRb : OpKind::kMac,
        op.set_rb ? "set rb" : "mac [rw ri]", time);
    if (op.set_rb) flat_.set_rb.push_back(time);
    if (!path_.wreg_is_set[k]) {
      Add(Slot::kWreg, OpKind::kShRw, "sh rw", path_.wreg[k]);
      return;
    }
    const WordRef ref{WordRef::Kind::kCoefficients, word_of_[k], 0, 0, 0};
    const std::string name =
        CoefficientWordName(shape_, flat_.coefficient_words[static_cast<size_t>(word_of_[k])]);
    Add(Slot::kWreg, OpKind::kSetRw, "set rw" + name, path_.wreg[k]);
    Add(Slot::kMemA, OpKind::kRd, "rd " + name, path_.wreg[k] - arch::kLatencyRdToSet, ref);
  }

  void AddImage(size_t j) {
    const ImageOperation& op = sequence_.image[j];
    const int time = path_.image[j];
    Add(Slot::kIreg, KindOf(op.step), StepLabel(op.step), time);
    const auto read = [&](Slot slot, int word) {
      if (word < 0) return;
      const WordRef ref{WordRef::Kind::kPixels, 0, op.input, op.column, word};
      Add(slot, OpKind::kRd, "rd " + PixelName(shape_, ref), time - arch::kLatencyRdToSet, ref);
    };
    read(Slot::kMemA, op.step.word_a);
    read(Slot::kMemB, op.step.word_b);
  }

  const ProgramShape& shape_;
  const OperationSequence& sequence_;
  const RegisterPath& path_;
  int ii_;
  FlatProgram flat_;
  std::vector<int> word_of_;  // coefficient word of every VMAC operation
};

}  // namespace

OptimalSize SizeOfOptimal(const ProgramShape& shape) {
  const OperationSequence sequence = SequenceOf(shape);
  const Choice choice = BestPath(shape, sequence);
  return {choice.ii, choice.path.words};
}

CertifiedSchedule ScheduleOptimal(const ProgramShape& shape, Packing packing) {
  const OperationSequence sequence = SequenceOf(shape, packing);
  const Choice choice = BestPath(shape, sequence);
  const FlatProgram flat = Builder(shape, sequence, choice).Build();
  std::optional<Schedule> schedule =
      FoldBest(flat, choice.ii, BoundaryAfterActivations(flat) - choice.ii);
  NVE_CHECK(schedule.has_value(), "an optimal register path can be wrapped");
  const int register_bound = packing == Packing::kAcross ? choice.ii : 0;
  return {std::move(*schedule), {BoundOf(shape), register_bound}};
}

}  // namespace nve
