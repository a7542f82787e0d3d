// SPDX-License-Identifier: Apache-2.0
// The end of a report: see failure_report.hpp.
#include "host/lockstep/failure_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text_lines.hpp"
#include "host/lockstep/mismatch_report.hpp"

namespace nve {
namespace {

// Two lines each; more are in the JSON.
constexpr size_t kMostCores = 8;

std::string CycleLine(const FailureOfRun& failure) {
  if (!failure.cycle.value) return "";
  return fmt::format("  in cycle {}{}{}\n", *failure.cycle.value,
                     failure.stood_still ? ", from which on nothing moved" : "",
                     failure.cores.empty() ? ", no program in execution" : "");
}

// Its first lines, at most so many.
std::string Cut(const std::string& text, size_t most) {
  const size_t lines = LineCount(text);
  if (lines <= most) return text;
  return FirstLines(text, most - 1) +
         fmt::format("  and {} more lines, which --json FILE has\n", lines - (most - 1));
}

}  // namespace

std::string FailureEnd(const FailureOfRun& failure) {
  std::string end = CycleLine(failure);
  const size_t shown = std::min(failure.cores.size(), kMostCores);
  for (size_t i = 0; i < shown; ++i) {
    const CoreAtFailure& core = failure.cores[i];
    end += fmt::format("  {}: {}\n    {}\n", core.core, WorkText(core), StateText(core));
  }
  if (shown < failure.cores.size()) {
    end += fmt::format("  and {} more cores\n", failure.cores.size() - shown);
  }
  if (!failure.seed.empty()) end += fmt::format("  seed {}\n", failure.seed);
  if (!failure.reproduce.empty()) end += fmt::format("  reproduce: {}\n", failure.reproduce);
  return end;
}

std::string FailureText(const FailureOfRun& failure) {
  std::string found = failure.text.ends_with('\n') ? failure.text : failure.text + '\n';
  if (failure.kind == kMismatchFailure) return found;
  const std::string end = FailureEnd(failure);
  return Cut(found, kMostReportLines - LineCount(end)) + end;
}

}  // namespace nve
