// Resource bounds of the repeated part.
#include <algorithm>

#include "compiler/schedule/schedule.hpp"

namespace nve {

int ResourceBound::Max() const { return std::max({vmac, wreg, ireg, mema, memb}); }

ResourceBound BoundOf(const Window& window, int inputs) {
  const std::vector<ImageStep> steps = ImageSteps(window);
  int sets = 0;
  int set_shifts = 0;
  for (const ImageStep& step : steps) {
    sets += step.kind == ImageStep::Kind::kSet ? 1 : 0;
    set_shifts += step.kind == ImageStep::Kind::kSetShift ? 1 : 0;
  }
  const int columns = inputs * window.width;
  ResourceBound bound;
  bound.vmac = inputs * window.Taps() + 1;
  bound.wreg = bound.vmac;
  bound.ireg = columns * static_cast<int>(steps.size());
  const int words_written = inputs * window.stride_x * window.WordsPerColumn();
  const int coefficient_words = (bound.vmac + arch::kRwEntries - 1) / arch::kRwEntries;
  bound.mema = columns * sets + coefficient_words + words_written;
  bound.memb = columns * (sets + set_shifts);
  return bound;
}

}  // namespace nve
