// What one output map computes: a window over some input maps, and how the vector walks through it.
//
// The vector is vertical: lane l makes output row l of a strip, so a lane's window begins stride_y
// rows below its neighbour's. The window is walked column by column, inside a column row by row
// (thesis 3.4, figure 12), and input map by input map.
#pragma once

#include <string>
#include <vector>

#include "nve_arch.hpp"

namespace nve {

struct KernelShape {
  int height = 1;    // rows of the window
  int width = 1;     // columns of the window
  int stride_y = 1;  // rows from lane to lane: 1 or 2
  int stride_x = 1;  // columns from iteration to iteration
  int inputs = 1;    // input maps summed

  bool operator==(const KernelShape&) const = default;

  int Taps() const { return height * width; }
  int Weights() const { return inputs * Taps(); }
  // Coefficients of the output map: the bias and all weights.
  int Coefficients() const { return 1 + Weights(); }
  // Input pixels of one column that a full vector needs.
  int PixelsPerColumn() const { return (arch::kLanes - 1) * stride_y + height; }
  int WordsPerColumn() const {
    return (PixelsPerColumn() + arch::kWordPixels - 1) / arch::kWordPixels;
  }
  // Columns of every input map that a run loads before its first iteration.
  int InitialColumns() const { return width - stride_x; }
};

// What is wrong with the shape for this machine, one text per finding ("found ..., allowed ...");
// empty if a program can be made.
std::vector<std::string> CheckShape(const KernelShape& shape);

// Which weight a number stands for: weights are numbered in the order of their `mac`.
struct WeightTap {
  int input = 0;   // position in the output map's list of inputs
  int column = 0;  // column in the window (kx)
  int row = 0;     // row in the window (ky)
};
WeightTap TapOfWeight(const KernelShape& shape, int weight);

// One operation on the image register while a window column is computed.
struct ImageStep {
  enum class Kind {
    kSet,       // a vector half from port A (word) and port B (word + 1)
    kSetShift,  // shift by one, load `word` behind the vector from port B
    kShift,     // shift by one
  };
  Kind kind = Kind::kShift;
  int word = 0;     // first word of the column it takes (kSet, kSetShift)
  int tap_row = 0;  // row whose `mac` it feeds; -1 if a further set must follow first
};

// The image operations of one window column: stride_y sets, of which the last feeds row 0, then one
// shift per further row. The first shift brings in the word behind the vector, if the window
// reaches it. One operation per row at stride 1, one more per column at stride 2.
std::vector<ImageStep> ImageStepsOfColumn(const KernelShape& shape);

}  // namespace nve
