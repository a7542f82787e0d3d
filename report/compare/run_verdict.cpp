// SPDX-License-Identifier: Apache-2.0
// Verdicts: see run_verdict.hpp.
#include "report/compare/run_verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace nve {
namespace {

// Of a text's many lines the first, which says what was found.
std::string HeadLine(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  const size_t last = line.find_last_not_of(":. ");
  return line.substr(0, last == std::string::npos ? 0 : last + 1);
}

bool HasRun(const LayerOfRun& layer) {
  return layer.cycles > 0 || layer.elapsed_cycles.value_or(0) > 0;
}

bool WasAtWork(const RunResult& result, const std::string& name) {
  const auto works = [&](const CoreAtFailure& core) {
    return core.layer == name || core.program == name;
  };
  return (result.failure && std::ranges::any_of(result.failure->cores, works)) ||
         (result.mismatch && works(*result.mismatch));
}

// Of a run that ended early: only behind what has ended something later begins.
bool HasEndedIn(const RunResult& result, const std::vector<LayerOfRun>& list, size_t at) {
  return HasRun(list[at]) && !WasAtWork(result, list[at].name) &&
         std::any_of(list.begin() + static_cast<std::ptrdiff_t>(at) + 1, list.end(),
                     [&](const LayerOfRun& later) {
                       return HasRun(later) || WasAtWork(result, later.name);
                     });
}

}  // namespace

Verdict VerdictOf(const RunResult& result) {
  if (!FaultsOf(result).empty()) return Verdict::kWrong;
  const bool compared =
      (result.lockstep.value && result.lockstep.value->cycles > 0) || result.reference;
  return compared ? Verdict::kRight : Verdict::kNotCompared;
}

std::vector<std::string> FaultsOf(const RunResult& result) {
  std::vector<std::string> faults;
  if (result.failure) {
    const std::string line = HeadLine(result.failure->text);
    faults.push_back(line.empty() ? "the run failed" : line);
  }
  const uint64_t mismatches = result.lockstep.value ? result.lockstep.value->mismatches : 0;
  if (!result.failure && (mismatches > 0 || result.mismatch)) {
    faults.emplace_back("RTL and golden model differ");
  }
  if (result.reference && !result.failure) {
    const bool layers = std::ranges::all_of(result.reference->layers, &ComparedLayer::bit_exact);
    if (!result.reference->bit_exact || !layers) {
      faults.emplace_back("the pixels are not those of the reference");
    }
  }
  return faults;
}

std::string VerdictText(const RunResult& result) {
  switch (VerdictOf(result)) {
    case Verdict::kRight:
      return "passed";
    case Verdict::kWrong:
      return fmt::format("failed: {}", fmt::join(FaultsOf(result), "; "));
    case Verdict::kNotCompared:
      break;
  }
  return "not compared: there was neither a golden model beside the run nor a reference";
}

bool EndedEarly(const RunResult& result) {
  if (!result.failure) return result.mismatch.has_value();
  static constexpr std::array<std::string_view, 3> kAtTheEnd = {kLockstepFailure, kReferenceFailure,
                                                                kNoEffectFailure};
  const std::string& kind = result.failure->kind;
  if (kind.empty()) return !result.reference;  // older files do not say it
  return std::ranges::find(kAtTheEnd, kind) == kAtTheEnd.end();
}

bool HasEnded(const RunResult& result, const LayerOfRun& layer) {
  if (!EndedEarly(result)) return HasRun(layer);
  for (const auto* list : {&result.layers, result.programs ? &*result.programs : nullptr}) {
    for (size_t at = 0; list != nullptr && at < list->size(); ++at) {
      if (&(*list)[at] == &layer) return HasEndedIn(result, *list, at);
    }
  }
  return false;
}

}  // namespace nve
