// SPDX-License-Identifier: Apache-2.0
// The task graph of one output map (thesis 4.2): every operation of one iteration and what must lie
// how many cycles before it.
//
// Terms: an *iteration* computes one vector of 16 outputs; a *word* is what one rd or wr moves;
// *distance* is the least number of cycles from a parent to its child. Distance 0 is an
// anti-dependence: a register may be overwritten in the cycle of its last reader.
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/window.hpp"
#include "compiler/verify/verifier.hpp"

namespace nve {

enum class Slot { kMemA, kMemB, kWreg, kIreg, kVmac, kAct };
inline constexpr int kSlots = 6;

enum class OpKind {
  kRd,
  kWr,
  kSetRw,
  kShRw,
  kSetRi,
  kSetshRi,
  kSetshHiRi,
  kShRi,
  kSetRb,
  kMac,
  kAct
};

/// The local-buffer word a memory operation moves, before it has an address.
struct WordRef {
  enum class Kind { kNone, kCoefficients, kPixels } kind = Kind::kNone;
  int index = 0;   ///< coefficients: word number in the program
  int input = 0;   ///< pixels: position of the map in the program's input list
  int column = 0;  ///< pixels: column relative to the iteration's first, s(i + column)
  int word = 0;    ///< pixels: word of the column (of a separated column: as written)
  bool operator==(const WordRef&) const = default;
};

struct Operation {
  Slot slot = Slot::kMemA;
  OpKind kind = OpKind::kRd;
  WordRef ref;        ///< rd, wr
  int half = 0;       ///< act: 0 lower, 1 upper eight lanes
  std::string label;  ///< as the thesis's figures print it, e.g. "set ri[0-1]"
};

/// A dependence on vertex `parent`, which must lie at least `distance` cycles earlier.
struct Dependence {
  int parent = 0;
  int distance = 0;
};

/// What one program computes: output maps that share loaded inputs.
struct ProgramShape {
  Window window;
  int inputs = 1;  ///< input maps the program loads
  /// For every output map its input maps, as positions in the program's list.
  std::vector<std::vector<int>> inputs_of_output = {{0}};

  static ProgramShape OneMap(const Window& window, int inputs);
  int Outputs() const { return static_cast<int>(inputs_of_output.size()); }
  /// Kernels applied per output pixel, summed over the output maps.
  int Kernels() const;
  /// `set rb` and `mac` of one iteration.
  int VmacOperations() const { return Kernels() * window.Taps() + Outputs(); }
};

/// Names of things in the tables, as the thesis prints them: "s(i+1) word0", "w3". Programs of
/// several maps number them: "s2(i+1) word0", "w0.3".
std::string PixelName(const ProgramShape& shape, const WordRef& ref);
std::string CoefficientName(const ProgramShape& shape, const CoefficientLabel& label);
/// "[w7 w8 -]": one dash stands for all empty entries, as in figure 17.
std::string CoefficientWordName(const ProgramShape& shape, const CoefficientWordLabels& labels);
/// Coefficients of one output map in the order the macs take them: bias, then per input map the
/// window column by column, each in the order of its image steps.
std::vector<CoefficientLabel> CoefficientOrder(const ProgramShape& shape, int output);

/// Labels of the operation that executes an image step.
OpKind KindOf(const ImageStep& step);
std::string StepLabel(const ImageStep& step);

/// Coefficients in each word of an output map, in order; the last entry repeats for the rest. {4}
/// is the plain layout.
using CoefficientLayout = std::vector<int>;

struct TaskGraph {
  std::vector<Operation> operations;
  /// For every vertex its parents, in the order Algorithm 1 visits them.
  std::vector<std::vector<Dependence>> parents;
  int bottom = 0;  ///< last mac: the vertex the bottom-up scheduler starts from
  int set_rb = 0;
  /// What each coefficient word holds; the graph's words are numbered from 0.
  std::vector<CoefficientWordLabels> coefficient_words;
};

/// Register loads that take port A's output exclude each other in a cycle (thesis 4.3, table T).
inline bool UsesPortAOutput(OpKind kind) {
  return kind == OpKind::kSetRw || kind == OpKind::kSetRi;
}

/// Task graph of output map `output` of the shape.
TaskGraph BuildTaskGraph(const ProgramShape& shape, int output = 0,
                         const CoefficientLayout& layout = {arch::kRwEntries});

/// One line per operation: number, slot, label, parents with distances.
std::string ToText(const TaskGraph& graph);

/// The graph in Graphviz's language; anti-dependences are dashed.
std::string ToDot(const TaskGraph& graph);

}  // namespace nve
