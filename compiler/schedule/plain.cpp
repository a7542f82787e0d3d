// The plain schedule: Algorithm 1, then activations and writes (thesis 4.3, last part).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/schedule/schedule.hpp"

namespace nve {
namespace {

std::string PixelLabel(const char* what, int inputs, const WordRef& ref) {
  const std::string map = inputs == 1 ? "" : fmt::format("{}", ref.input);
  return fmt::format("{} [s{}(i+{}) word{}]", what, map, ref.column, ref.word);
}

/// The words each iteration loads, in stream order: map, column, word.
std::vector<WordRef> NewWords(const TaskGraph& graph) {
  std::vector<WordRef> words;
  const Window& window = graph.window;
  for (int input = 0; input < graph.inputs; ++input) {
    for (int column = window.InitialColumns(); column < window.SpanColumns(); ++column) {
      for (int word = 0; word < window.WordsPerColumn(); ++word) {
        words.push_back({WordRef::Kind::kPixels, 0, input, column, word});
      }
    }
  }
  return words;
}

/// Latest cycle in which each word may be written: wr_to_rd before its first read; words nobody
/// reads, before the last mac.
std::vector<int> WriteDeadlines(const TaskGraph& graph, const std::vector<int>& cycles,
                                const std::vector<WordRef>& words) {
  std::vector<int> deadlines(words.size(), 0);
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    if (graph.operations[v].kind != OpKind::kRd) continue;
    const auto found = std::find(words.begin(), words.end(), graph.operations[v].ref);
    if (found == words.end()) continue;
    int& deadline = deadlines[found - words.begin()];
    deadline = std::min(deadline, cycles[v] - arch::kLatencyWrToRd);
  }
  return deadlines;
}

/// As late as possible: the last word of the stream first, each in the latest free cycle of port A
/// that is before its deadline and before the word that follows it in the stream.
void PlaceWrites(const TaskGraph& graph, const std::vector<int>& cycles, Schedule& schedule) {
  std::set<int> busy;
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    if (graph.operations[v].slot == Slot::kMemA) busy.insert(cycles[v]);
  }
  const std::vector<WordRef> words = NewWords(graph);
  const std::vector<int> deadlines = WriteDeadlines(graph, cycles, words);
  int next = 1;
  for (size_t k = words.size(); k-- > 0;) {
    int cycle = std::min(deadlines[k], next - 1);
    while (busy.count(cycle) != 0) --cycle;
    next = cycle;
    schedule.operations.push_back(
        {{Slot::kMemA, OpKind::kWr, words[k], 0, PixelLabel("wr", graph.inputs, words[k])}, cycle});
  }
}

void PlaceActivations(const TaskGraph& graph, const std::vector<int>& cycles, Schedule& schedule) {
  for (int half = 0; half < 2; ++half) {
    const int cycle =
        cycles[graph.set_rb] + arch::kLatencySetrbToAct + half * arch::kLatencyActToAct;
    schedule.operations.push_back(
        {{Slot::kAct, OpKind::kAct, {}, half, fmt::format("act [s(i) word{}]", half)}, cycle});
  }
}

/// Everything that is written once per run, in stream order: coefficients, then the first columns.
std::vector<Operation> InitialWrites(const TaskGraph& graph) {
  std::vector<Operation> writes;
  for (int word = 0; word < static_cast<int>(graph.coefficient_words.size()); ++word) {
    const WordRef ref{WordRef::Kind::kCoefficients, word, 0, 0, 0};
    writes.push_back({Slot::kMemA, OpKind::kWr, ref, 0, fmt::format("wr [coefficients {}]", word)});
  }
  for (int input = 0; input < graph.inputs; ++input) {
    for (int column = 0; column < graph.window.InitialColumns(); ++column) {
      for (int word = 0; word < graph.window.WordsPerColumn(); ++word) {
        const WordRef ref{WordRef::Kind::kPixels, 0, input, column, word};
        writes.push_back({Slot::kMemA, OpKind::kWr, ref, 0, PixelLabel("wr", graph.inputs, ref)});
      }
    }
  }
  return writes;
}

}  // namespace

Schedule SchedulePlain(const TaskGraph& graph) {
  const std::vector<int> cycles = BottomUpCycles(graph);
  Schedule schedule;
  schedule.window = graph.window;
  schedule.inputs = graph.inputs;
  schedule.coefficient_words = graph.coefficient_words;
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    schedule.operations.push_back({graph.operations[v], cycles[v]});
  }
  PlaceActivations(graph, cycles, schedule);
  PlaceWrites(graph, cycles, schedule);

  int first = 0;
  int last = 0;
  for (const Placed& placed : schedule.operations) {
    first = std::min(first, placed.cycle);
    last = std::max(last, placed.cycle);
  }
  for (Placed& placed : schedule.operations) placed.cycle -= first;
  std::stable_sort(
      schedule.operations.begin(), schedule.operations.end(), [](const Placed& a, const Placed& b) {
        return std::pair(a.cycle, a.operation.slot) < std::pair(b.cycle, b.operation.slot);
      });
  schedule.length = last - first + 1;
  // The last initial writes keep wr_to_rd to the first reads of the repeated part without further
  // care: a first read is either of an earlier initial word or has a stream write of the same pass
  // before it.
  schedule.initial = InitialWrites(graph);
  return schedule;
}

}  // namespace nve
