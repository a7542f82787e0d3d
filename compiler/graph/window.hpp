// SPDX-License-Identifier: Apache-2.0
// The window of a layer as the machine sees it: how many words a pixel column takes and which
// image-register operations walk down one window column (docs/isa.md, section 6; thesis 4.2).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "convnet/network.hpp"

namespace nve {

/// Kernel and stride of a layer with the numbers that follow from them.
struct Window {
  int height = 1;
  int width = 1;
  int stride_y = 1;
  int stride_x = 1;
  int rows = arch::kLanes;  ///< outputs of a vector: all lanes, or the upper half (half vectors)
  /// Of the machine whose buffers a program must fit; of this build's if nobody says otherwise.
  arch::Sizes sizes = arch::BuildSizes();

  static Window Of(const Layer& layer, const arch::Sizes& sizes) {
    return {layer.kernel_height, layer.kernel_width, layer.stride_y,
            layer.stride_x,      arch::kLanes,       sizes};
  }
  /// The same window on the eight lanes that port B alone feeds.
  Window Half() const { return {height, width, stride_y, stride_x, arch::kActLanes, sizes}; }
  bool IsHalf() const { return rows != arch::kLanes; }
  int Taps() const { return height * width; }
  /// Words of 8 vertically neighbouring pixels that one column of a strip needs.
  int WordsPerColumn() const;
  /// Columns that must be there before the first iteration computes, of which each iteration loads
  /// stride_x: the kernel width, or the stride where that is larger.
  int SpanColumns() const { return width > stride_x ? width : stride_x; }
  int InitialColumns() const { return SpanColumns() - stride_x; }
  /// Columns of the circular area when the writes lie `stages` stages before the last read: that
  /// many iterations' more than the span, a multiple of the stride.
  int BufferColumns(int stages) const;
  /// Instructions that write the initial columns of one input map.
  int InitialWords() const { return InitialColumns() * WordsPerColumn(); }
  /// Columns of an input map that a strip of `out_width` iterations loads.
  int64_t LoadedColumns(int64_t out_width) const {
    return (out_width - 1) * stride_x + SpanColumns();
  }
  /// Whether a layer of this window may run as half vectors: one word of port B holds the vector.
  bool CanBeHalf() const { return height == 1 && stride_y == 1; }
  /// Value of the setting STRIDE. The split machine separates columns on the way in instead.
  int LaneStride() const { return sizes.split ? 1 : stride_y; }
  bool Separated() const { return sizes.split && stride_y == 2; }
};

/// One image-register operation of a window column.
struct ImageStep {
  enum class Kind { kSet, kSetShift, kSetShiftHigh, kShift } kind = Kind::kSet;
  int word_a = -1;  ///< word of the column that port A delivers, -1 for none
  int word_b = -1;  ///< word that port B delivers, -1 for none
  int row = -1;     ///< row of the window whose mac it feeds; -1: the next step completes it
};

/// The operations for one window column, in order. Stride 1: set, set-shift (if the column has a
/// word left), shifts. Stride 2: two sets, the second of which feeds the first mac, then likewise.
/// Split machine, stride 2: all even rows, then all odd rows, each as for stride 1.
std::vector<ImageStep> ImageSteps(const Window& window);

/// What the machine cannot do with this window, or "" if nothing: found, allowed, what to do, in
/// the descriptor's names; `transposed`: its rows are columns there.
std::string WindowProblem(const Window& window, bool transposed = false);

}  // namespace nve
