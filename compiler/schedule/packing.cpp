// SPDX-License-Identifier: Apache-2.0
// Coefficient packing (thesis 5.1): fewer coefficients in a word where the next load of rw would
// meet a load of ri. A `set rw` stands in the cycle before the mac of its first coefficient, and so
// does the `set ri` of that mac; so a word must not begin with a mac whose pixels a set loads.
#include <set>

#include "compiler/schedule/ladder.hpp"

namespace nve {

CoefficientLayout PackedLayout(const ProgramShape& shape, int output) {
  const std::vector<CoefficientLabel> order = CoefficientOrder(shape, output);
  std::set<int> rows;  // rows of the window that begin with a set
  for (const ImageStep& step : ImageSteps(shape.window)) {
    if (step.kind == ImageStep::Kind::kSet && step.word_a >= 0) rows.insert(step.row);
  }
  const auto conflicts = [&](int k) {
    return order[static_cast<size_t>(k)].kind == CoefficientLabel::Kind::kWeight &&
           rows.count(order[static_cast<size_t>(k)].ky) != 0;
  };
  const int count = static_cast<int>(order.size());
  CoefficientLayout layout;
  for (int first = 0; first < count; first += layout.back()) {
    int length = arch::kRwEntries;
    while (length > 0 && first + length < count && conflicts(first + length)) --length;
    if (length == 0) return {arch::kRwEntries};
    layout.push_back(length);
  }
  return layout;
}

}  // namespace nve
