// The task graph of one output map (thesis 4.2): the operations of one iteration of the repeated
// part and the least distances between them.
//
// Words of the local buffer carry names, not addresses: "coefficient word 2", "word 1 of column 0
// of input 3". Addresses come in the buffer stage.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "compiler/graph/coefficient_layout.hpp"
#include "compiler/graph/kernel_shape.hpp"

namespace nve {

// Issue slots in the order of the instruction (thesis table 2).
enum class Slot { kMema, kMemb, kWreg, kIreg, kVmac, kAct };
inline constexpr int kSlots = 6;
inline constexpr std::array<const char*, kSlots> kSlotNames = {"MEMA", "MEMB", "WREG",
                                                               "IREG", "VMAC", "ACT"};

enum class OpKind {
  kRead,
  kWrite,
  kSetRw,
  kShiftRw,
  kSetRi,
  kSetShiftRi,
  kShiftRi,
  kSetRb,
  kMac,
  kActLow,
  kActHigh,
};

// A word of coefficients, by its number in the layout.
struct CoefficientWord {
  int index = 0;
  auto operator<=>(const CoefficientWord&) const = default;
};

// A word of pixels. Columns are counted from the window's first: column c is the input column
// iteration * stride_x + c.
struct PixelWord {
  int input = 0;  // position in the output map's list of inputs
  int column = 0;
  int word = 0;
  auto operator<=>(const PixelWord&) const = default;
};

using BufferWord = std::variant<CoefficientWord, PixelWord>;

struct Operation {
  OpKind kind = OpKind::kMac;
  Slot slot = Slot::kVmac;
  std::string label;  // "set rw[b w0 w1 w2]", "rd [s(i+1) word0]", ...
  BufferWord word;    // what a read or write moves
};

struct Edge {
  enum class Kind {
    kFlow,  // `to` uses what `from` makes
    kAnti,  // `to` overwrites what `from` reads: it may execute in the same cycle, not before
  };
  int from = 0;      // number of an operation
  int to = 0;        // number of an operation
  int distance = 0;  // cycle(to) >= cycle(from) + distance
  Kind kind = Kind::kFlow;
};

struct TaskGraph {
  KernelShape shape;
  CoefficientLayout layout;
  std::vector<Operation> operations;
  std::vector<Edge> edges;
  // For every operation, the numbers of the edges that lead to it, in the order they were added.
  // The scheduler visits parents in this order.
  std::vector<std::vector<int>> incoming;
  // The last `mac`, from which everything but writes and activations is reached upwards.
  int bottom = 0;

  int Add(Operation operation);
  void Connect(int from, int to, int distance, Edge::Kind kind = Edge::Kind::kFlow);
  // Numbers of all operations of a kind, ascending.
  std::vector<int> OfKind(OpKind kind) const;
};

// The name of a pixel word as figure 17 has it: "[s(i+2) word0]", with several inputs "[s3(i+2)
// word0]".
std::string PixelWordName(const KernelShape& shape, const PixelWord& word);

// Operations and edges as text, one per line, for tests and readers.
std::string ToText(const TaskGraph& graph);

// The graph in Graphviz's language: one column per slot, anti-dependences dashed.
std::string ToDot(const TaskGraph& graph, const std::string& name);

}  // namespace nve
