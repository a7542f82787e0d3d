// SPDX-License-Identifier: Apache-2.0
// What nve-diff --json writes: where two recorded runs begin to differ.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct SignalOfDiff {
  std::string signal;
  OrNull<std::string> before;
  std::string a, b;
  static constexpr auto kFields =
      std::make_tuple(Key("signal", &SignalOfDiff::signal, "full name of the signal"),
                      Key("before", &SignalOfDiff::before, "value in the cycle before, or null"),
                      Key("a", &SignalOfDiff::a, "value of the first run"),
                      Key("b", &SignalOfDiff::b, "value of the second run"));
};

struct DiffFile : FileHead {
  static constexpr const char* kSchema = "nve-diff";
  static constexpr const char* kMeaning = "first clock cycle in which two recorded runs differ";
  DiffFile() : FileHead{kSchema, 1, "nve-diff", {}} {}

  std::string a, b;
  uint64_t signals = 0, only_a = 0, only_b = 0, other_width = 0, first_cycle = 0, last_cycle = 0;
  OrNull<uint64_t> cycle;
  bool may_differ_earlier = false;
  std::vector<SignalOfDiff> differences, parameters;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("a", &DiffFile::a, "waves of the first run"),
          Key("b", &DiffFile::b, "waves of the second run"),
          Key("signals", &DiffFile::signals, "signals compared"),
          Key("only_a", &DiffFile::only_a, "signals that only the first run has"),
          Key("only_b", &DiffFile::only_b, "signals that only the second run has"),
          Key("other_width", &DiffFile::other_width, "signals of other widths in both"),
          Key("first_cycle", &DiffFile::first_cycle, "first clock cycle compared"),
          Key("last_cycle", &DiffFile::last_cycle, "last clock cycle compared"),
          Key("cycle", &DiffFile::cycle, "first clock cycle with a difference, or null"),
          Key("may_differ_earlier", &DiffFile::may_differ_earlier,
              "it is the first one that both files have"),
          Key("differences", &DiffFile::differences, "signals that differ in that cycle"),
          Key("parameters", &DiffFile::parameters, "parameters of the design that differ")));
};

}  // namespace nve
