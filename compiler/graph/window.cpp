// SPDX-License-Identifier: Apache-2.0
#include "compiler/graph/window.hpp"

#include <fmt/format.h>

#include "base/round_up.hpp"
#include "nve_isa.hpp"

namespace nve {

namespace {

using Kind = ImageStep::Kind;

/// Rows first, first + step, … below `height`: one set, then a shift per further row, of which the
/// first brings the word behind the vector.
void AppendRows(const Window& window, int first, int step, ImageStep set, ImageStep bring,
                std::vector<ImageStep>& steps) {
  set.row = first;
  steps.push_back(set);
  for (int row = first + step; row < window.height; row += step) {
    const bool load = row == first + step && bring.word_b < window.WordsPerColumn();
    steps.push_back({load ? bring.kind : Kind::kShift, -1, load ? bring.word_b : -1, row});
  }
}

}  // namespace

int Window::WordsPerColumn() const {
  const int pixels = (rows - 1) * stride_y + height;
  return (pixels + arch::kWordPixels - 1) / arch::kWordPixels;
}

int Window::BufferColumns(int stages) const {
  const int columns = SpanColumns() + stages * stride_x;
  return RoundUp(columns, stride_x);
}

std::vector<ImageStep> ImageSteps(const Window& window) {
  std::vector<ImageStep> steps;
  if (window.Separated()) {
    // Words of a separated column: even, odd, even, odd, and the rest half and half.
    AppendRows(window, 0, 2, {Kind::kSet, 0, 2, 0}, {Kind::kSetShift, -1, 4, 0}, steps);
    if (window.height > 1) {
      AppendRows(window, 1, 2, {Kind::kSet, 1, 3, 0}, {Kind::kSetShiftHigh, -1, 4, 0}, steps);
    }
  } else if (window.IsHalf()) {
    AppendRows(window, 0, 1, {Kind::kSet, -1, 0, 0}, {Kind::kSetShift, -1, 1, 0}, steps);
  } else {
    const int sets = window.stride_y;
    for (int set = 0; set + 1 < sets; ++set)
      steps.push_back({Kind::kSet, 2 * set, 2 * set + 1, -1});
    AppendRows(window, 0, 1, {Kind::kSet, 2 * sets - 2, 2 * sets - 1, 0},
               {Kind::kSetShift, -1, 2 * sets, 0}, steps);
  }
  return steps;
}

std::string WindowProblem(const Window& window, bool transposed) {
  if (window.stride_y != 1 && window.stride_y != 2) {
    return fmt::format(
        "{} step {} ({}): the lanes read every pixel or every second one; allowed: 1 or 2",
        transposed ? "horizontal" : "vertical", window.stride_y,
        transposed ? "subWidth" : "subHeight");
  }
  if (window.stride_y > window.sizes.max_stride && !window.Separated()) {
    return fmt::format("{} step {} ({}): the lanes of this machine read every pixel; allowed: 1",
                       transposed ? "horizontal" : "vertical", window.stride_y,
                       transposed ? "subWidth" : "subHeight");
  }
  // The set-shift brings one word beyond the vector, and each further row uses up one of its
  // pixels; at stride 2 the second set has brought one pixel more than the lanes read. Separated
  // halves of that word serve as many rows.
  const int most = arch::kWordPixels + window.stride_y;
  if (window.height > most) {
    return fmt::format(
        "kernel {} {} ({}) with step {}: the image register holds {} pixels beyond the vector; "
        "allowed: at most {} {}",
        transposed ? "width" : "height", window.height, transposed ? "kernelWidth" : "kernelHeight",
        window.stride_y, arch::kWordPixels - 1, most, transposed ? "columns" : "rows");
  }
  return "";
}

}  // namespace nve
