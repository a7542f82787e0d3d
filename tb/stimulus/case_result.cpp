// SPDX-License-Identifier: Apache-2.0
// Results against the program's text: see case_result.hpp.
#include "tb/stimulus/case_result.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "program/predicted_cycles.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

std::string CycleProblem(const RandomCase& random, const CaseResult& result) {
  const int64_t expected = ExpectedBusy(random, result.counts);
  if (result.counts.Busy() == expected) return "";
  return fmt::format("{} cycles busy, expected {}", result.counts.Busy(), expected);
}

std::string WordProblem(const RandomCase& random, const CaseResult& result) {
  if (result.taken != random.StreamWords() || result.left != 0) {
    return fmt::format("{} words taken, {} left in the FIFO, expected {} and 0", result.taken,
                       result.left, random.StreamWords());
  }
  const uint64_t expected = random.OutputWords();
  if (result.output.size() != expected) {
    return fmt::format("{} words sent, expected {}", result.output.size(), expected);
  }
  const uint64_t per_start = expected / random.starts;
  for (uint64_t k = 0; k < expected; ++k) {
    const bool last = random.packet_words != 0 && (k % per_start + 1) % random.packet_words == 0;
    if (result.output[k].last != last) {
      return fmt::format("TLAST of word {} is {}", k, last ? "missing" : "too many");
    }
  }
  return "";
}

}  // namespace

int64_t ExpectedBusy(const RandomCase& random, const CycleCounts& counts) {
  int64_t expected = counts.Stall(arch::Stall::kInput) + counts.Stall(arch::Stall::kOutput);
  const StartLoad first = random.StreamsTable() ? StartLoad::kTable : StartLoad::kProgram;
  for (uint32_t start = 0; start < random.starts; ++start) {
    expected += CyclesOfStart(random.program, static_cast<int>(random.runs),
                              start == 0 ? first : StartLoad::kNothing);
  }
  return expected;
}

std::string ProblemOf(const RandomCase& random, const CaseResult& result) {
  if (!result.broken_rule.empty()) return result.broken_rule;
  if (result.busy_after) return "not idle after a soft reset";
  if (!random.legal) {
    if (random.broken.start_refused == (result.refused > 0)) return "";
    return fmt::format("START is {}", result.refused > 0 ? "refused" : "accepted");
  }
  if (result.reset) return fmt::format("nothing moves for {} cycles", kPatience);
  if (result.refused != 0) return "START is refused";
  const std::string cycles = CycleProblem(random, result);
  return cycles.empty() ? WordProblem(random, result) : cycles;
}

std::string OutputProblem(const std::vector<OutputWord>& expected,
                          const std::vector<OutputWord>& got) {
  const auto text = [](const OutputWord& word) {
    return fmt::format("0x{:016x}{}", word.data, word.last ? " with TLAST" : "");
  };
  for (size_t k = 0; k < std::min(expected.size(), got.size()); ++k) {
    if (expected[k] == got[k]) continue;
    return fmt::format("output word {} is {}, without stalls {}", k, text(got[k]),
                       text(expected[k]));
  }
  if (expected.size() == got.size()) return "";
  return fmt::format("{} output words, without stalls {}", got.size(), expected.size());
}

}  // namespace nve
