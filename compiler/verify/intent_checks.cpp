// SPDX-License-Identifier: Apache-2.0
// Static checks of an intent.
#include "compiler/verify/intent_checks.hpp"

#include <fmt/format.h>

#include <set>

#include "compiler/verify/symbols.hpp"
#include "program/settings.hpp"

namespace nve::verify {
namespace {

void CheckSizes(const ProgramIntent& intent, std::vector<std::string>* problems) {
  const bool positive = intent.kernel_height > 0 && intent.kernel_width > 0 &&
                        intent.stride_x > 0 && intent.out_width > 0 && intent.input_count > 0 &&
                        intent.initial_columns >= 0 && intent.unrolled >= 0 &&
                        !intent.inputs_of_output.empty();
  if (!positive) problems->push_back("intent: sizes, strides and counts must be 1 or more");
  if (intent.stride_y < 1 || intent.stride_y > 2) {
    problems->push_back(fmt::format("intent: stride_y {}, allowed: 1 or 2", intent.stride_y));
  }
  if (intent.rows != arch::kLanes && intent.rows != arch::kActLanes) {
    problems->push_back(fmt::format("intent: rows {}, allowed: {} or {}", intent.rows,
                                    arch::kActLanes, arch::kLanes));
  }
}

void CheckInputs(const ProgramIntent& intent, std::vector<std::string>* problems) {
  for (size_t output = 0; output < intent.inputs_of_output.size(); ++output) {
    std::set<int> seen;
    for (const int input : intent.inputs_of_output[output]) {
      if (input < 0 || input >= intent.input_count || !seen.insert(input).second) {
        problems->push_back(fmt::format("intent: output {} lists input {}, allowed: 0 to {}, once",
                                        output, input, intent.input_count - 1));
      }
    }
  }
}

void CheckLabels(const ProgramIntent& intent, std::vector<std::string>* problems) {
  const int outputs = static_cast<int>(intent.inputs_of_output.size());
  for (size_t word = 0; word < intent.coefficient_words.size(); ++word) {
    for (const CoefficientLabel& label : intent.coefficient_words[word]) {
      if (label.kind == CoefficientLabel::Kind::kNone) continue;
      bool good = label.output >= 0 && label.output < outputs;
      if (label.kind == CoefficientLabel::Kind::kWeight) {
        good &= label.input >= 0 && label.input < intent.input_count && label.ky >= 0 &&
                label.ky < intent.kernel_height && label.kx >= 0 && label.kx < intent.kernel_width;
      }
      if (!good) {
        problems->push_back(
            fmt::format("intent: coefficient word {} holds {}, out of range", word, ToText(label)));
      }
    }
  }
}

}  // namespace

std::vector<std::string> CheckIntent(const Program& program, const ProgramIntent& intent) {
  std::vector<std::string> problems;
  CheckSizes(intent, &problems);
  if (!problems.empty()) return problems;
  CheckInputs(intent, &problems);
  CheckLabels(intent, &problems);
  const auto same = [&](const char* what, int64_t found, int64_t expected) {
    if (found != expected) {
      problems.push_back(fmt::format("{}: found {}, expected {}", what, found, expected));
    }
  };
  same("coefficient words", static_cast<int64_t>(program.coefficients.size()),
       static_cast<int64_t>(intent.coefficient_words.size()));
  same("STRIDE", SettingOf(program.settings, "STRIDE"), intent.LaneStride());
  same("ITERATIONS", SettingOf(program.settings, "ITERATIONS"), intent.out_width - intent.unrolled);
  same("outputs_per_iteration", program.outputs_per_iteration, intent.rows);
  return problems;
}

std::vector<std::string> CheckWordCounts(const Program& program, const ProgramIntent& intent) {
  const int64_t columns = intent.initial_columns + int64_t{intent.out_width} * intent.stride_x;
  const int64_t in = static_cast<int64_t>(intent.coefficient_words.size()) +
                     columns * intent.input_count * intent.WordsPerColumn();
  const int64_t out = static_cast<int64_t>(intent.inputs_of_output.size()) * intent.out_width *
                      (intent.rows / arch::kActLanes);
  const RunWords found = WordsPerRun(program, kCodesOfAnyMachine);
  std::vector<std::string> problems;
  if (found.in != in) {
    problems.push_back(fmt::format("stream words of a run: found {}, expected {}", found.in, in));
  }
  if (found.out != out) {
    problems.push_back(fmt::format("output words of a run: found {}, expected {}", found.out, out));
  }
  return problems;
}

}  // namespace nve::verify
