// SPDX-License-Identifier: Apache-2.0
// The parts of a waterfall in words (docs/experiments.md, section 4).
#pragma once

#include <string>

namespace nve {

/// What a part is, and what makes it smaller; empty for a part that is not known.
struct PartWords {
  std::string meaning, advice;
};
PartWords WordsOf(const std::string& part);

}  // namespace nve
