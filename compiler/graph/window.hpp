// The window of a layer as the machine sees it: how many words a pixel column takes and which
// image-register operations walk down one window column (docs/isa.md, section 6; thesis 4.2).
#pragma once

#include <string>
#include <vector>

#include "compiler/frontend/network.hpp"

namespace nve {

/// Kernel and stride of a layer with the numbers that follow from them.
struct Window {
  int height = 1;
  int width = 1;
  int stride_y = 1;
  int stride_x = 1;

  static Window Of(const Layer& layer) {
    return {layer.kernel_height, layer.kernel_width, layer.stride_y, layer.stride_x};
  }
  int Taps() const { return height * width; }
  /// Words of 8 vertically neighbouring pixels that one column of a strip needs.
  int WordsPerColumn() const;
  /// Columns that must be there before the first iteration computes, of which each iteration loads
  /// stride_x: the kernel width, or the stride where that is larger.
  int SpanColumns() const { return width > stride_x ? width : stride_x; }
  int InitialColumns() const { return SpanColumns() - stride_x; }
  /// Columns of the circular area: one iteration's more than the span, a multiple of the stride.
  int BufferColumns() const;
};

/// One image-register operation of a window column.
struct ImageStep {
  enum class Kind { kSet, kSetShift, kShift } kind = Kind::kSet;
  int word = 0;           ///< first word of the column it takes (kSet: also the next one)
  bool feeds_mac = true;  ///< false for the first of the two sets of a stride-2 column
};

/// The operations for one window column, in order: `stride_y` sets, then one set-shift (if the
/// column has a word left) and shifts. With stride 2 the second set feeds the first mac.
std::vector<ImageStep> ImageSteps(const Window& window);

/// What the machine cannot do with this window, or "" if nothing: found, allowed, what to do.
std::string WindowProblem(const Window& window);

}  // namespace nve
