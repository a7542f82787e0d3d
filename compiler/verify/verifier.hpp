// SPDX-License-Identifier: Apache-2.0
// The program verifier: proves by symbolic execution that an encoded program computes what it is
// meant to.
//
// It knows nothing of the scheduler. It decodes the instruction words, runs them with the exact
// latencies of docs/isa.md on symbols instead of numbers (this coefficient of that output, this
// pixel of that column) and demands of every output word that leaves the program that it is the
// bias plus each product of its window exactly once. Values computed in ramp-up and drain passes
// that never reach the output stream may be anything.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "program/binary.hpp"

namespace nve {

/// What one 16-bit entry of a coefficient word is.
struct CoefficientLabel {
  enum class Kind { kNone, kBias, kWeight } kind = Kind::kNone;
  int output = 0;  ///< position in the program's list of output maps
  int input = 0;   ///< position in the program's list of input maps (weights only)
  int ky = 0;      ///< row in the window (weights only)
  int kx = 0;      ///< column in the window (weights only)
  bool operator==(const CoefficientLabel&) const = default;
};

using CoefficientWordLabels = std::array<CoefficientLabel, arch::kRwEntries>;

/// What a program is meant to compute. Iteration i makes column i of all its output maps: output o,
/// row r is its bias plus the sum over inputs_of_output[o], ky, kx of weight x pixel(row r *
/// stride_y + ky, column i * stride_x + kx).
struct ProgramIntent {
  int kernel_height = 1;
  int kernel_width = 1;
  int stride_y = 1;
  int stride_x = 1;   ///< columns each iteration loads of every input map
  int out_width = 1;  ///< iterations
  int unrolled = 0;   ///< iterations that explicit prologue and epilogue code adds to ITERATIONS
  int input_count = 1;
  /// For every output map of the program, the positions of its inputs in the program's list, each
  /// once.
  std::vector<std::vector<int>> inputs_of_output;
  /// For every word of Program::coefficients, what its four entries are.
  std::vector<CoefficientWordLabels> coefficient_words;
  int initial_columns = 0;  ///< columns per input map the initial part loads
  /// Rows of a vector: 16, or 8 for half vectors, which use lanes 8-15 (row r in lane 8 + r) and
  /// `act hi`.
  int rows = arch::kLanes;
  bool split = arch::BuildSizes().split;  ///< on a machine that separates the columns of stride 2

  /// What the setting STRIDE must be: a split machine separates columns instead.
  int LaneStride() const { return split ? 1 : stride_y; }
  /// Words of one input column: 8 vertically neighbouring pixels each.
  int WordsPerColumn() const {
    return ((rows - 1) * stride_y + kernel_height + arch::kWordPixels - 1) / arch::kWordPixels;
  }
};

/// Runs the program symbolically on a machine and returns what is wrong with it, one message per
/// finding (cycle, pc, slot, expected, found), at most `max_problems`; empty = proved. The repeated
/// part runs ITERATIONS times, or, if that is more than three rotations of its circular addresses,
/// a smaller number that is congruent to ITERATIONS modulo the rotation.
std::vector<std::string> VerifyProgram(const Program& program, const ProgramIntent& intent,
                                       const arch::Machine& machine, int max_problems = 20);

}  // namespace nve
