// SPDX-License-Identifier: Apache-2.0
// Whether program and intent fit each other at all, before anything is executed.
#pragma once

#include <string>
#include <vector>

#include "compiler/verify/verifier.hpp"

namespace nve::verify {

/// Contradictions inside the intent, and between it and the program's settings and coefficient
/// words.
std::vector<std::string> CheckIntent(const Program& program, const ProgramIntent& intent);

/// Differences in the number of words a run takes and sends. The intent must have passed
/// CheckIntent.
std::vector<std::string> CheckWordCounts(const Program& program, const ProgramIntent& intent);

}  // namespace nve::verify
