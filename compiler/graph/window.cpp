#include "compiler/graph/window.hpp"

#include <fmt/format.h>

#include "nve_arch.hpp"

namespace nve {

int Window::WordsPerColumn() const {
  const int rows = (arch::kLanes - 1) * stride_y + height;
  return (rows + arch::kWordPixels - 1) / arch::kWordPixels;
}

int Window::BufferColumns() const {
  const int columns = SpanColumns() + stride_x;
  return (columns + stride_x - 1) / stride_x * stride_x;
}

std::vector<ImageStep> ImageSteps(const Window& window) {
  std::vector<ImageStep> steps;
  steps.reserve(window.stride_y + window.height - 1);
  const int words = window.WordsPerColumn();
  for (int set = 0; set < window.stride_y; ++set) {
    steps.push_back({ImageStep::Kind::kSet, 2 * set, set + 1 == window.stride_y});
  }
  for (int row = 1; row < window.height; ++row) {
    const bool load = row == 1 && 2 * window.stride_y < words;
    steps.push_back({load ? ImageStep::Kind::kSetShift : ImageStep::Kind::kShift,
                     load ? 2 * window.stride_y : 0, true});
  }
  return steps;
}

std::string WindowProblem(const Window& window) {
  if (window.stride_y != 1 && window.stride_y != 2) {
    return fmt::format(
        "vertical step {} (subHeight): the lanes read every pixel or every second one; "
        "allowed: 1 or 2",
        window.stride_y);
  }
  // The set-shift brings one word beyond the vector, and each further tap uses up one of its
  // pixels.
  const int most = arch::kWordPixels + window.stride_y;
  if (window.height > most) {
    return fmt::format(
        "kernel height {} with step {}: the image register holds {} pixels beyond the "
        "vector; allowed: at most {} rows",
        window.height, window.stride_y, arch::kWordPixels - 1, most);
  }
  return "";
}

}  // namespace nve
