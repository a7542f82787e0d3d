// SPDX-License-Identifier: Apache-2.0
// Shapes files as texts, and what reading them reports.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/shapes/shapes_csv.hpp"

namespace nve::planner {

using Lines = std::vector<std::string>;

/// The required columns and the most usual others.
inline constexpr const char* kColumns = "layer,oc,ic,oh,ow,kh,kw,from\n";

/// The errors of a text as a file t.csv.
inline Lines Reported(const std::string& text) {
  Lines lines;
  try {
    ParseShapes(text, "t.csv");
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(ToString(diagnostic));
  }
  return lines;
}

}  // namespace nve::planner
