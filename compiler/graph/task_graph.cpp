#include "compiler/graph/task_graph.hpp"

#include <fmt/format.h>

namespace nve {

int TaskGraph::Add(Operation operation) {
  operations.push_back(std::move(operation));
  incoming.emplace_back();
  return static_cast<int>(operations.size()) - 1;
}

void TaskGraph::Connect(int from, int to, int distance, Edge::Kind kind) {
  incoming[to].push_back(static_cast<int>(edges.size()));
  edges.push_back({from, to, distance, kind});
}

std::vector<int> TaskGraph::OfKind(OpKind kind) const {
  std::vector<int> numbers;
  for (size_t i = 0; i < operations.size(); ++i) {
    if (operations[i].kind == kind) numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

std::string PixelWordName(const KernelShape& shape, const PixelWord& word) {
  const std::string input = shape.inputs > 1 ? std::to_string(word.input) : "";
  return fmt::format("[s{}(i+{}) word{}]", input, word.column, word.word);
}

std::string ToText(const TaskGraph& graph) {
  std::string text;
  for (size_t i = 0; i < graph.operations.size(); ++i) {
    const Operation& operation = graph.operations[i];
    text +=
        fmt::format("{} {} {}\n", i, kSlotNames[static_cast<int>(operation.slot)], operation.label);
  }
  for (const Edge& edge : graph.edges) {
    text += fmt::format("{} -> {} distance {}{}\n", edge.from, edge.to, edge.distance,
                        edge.kind == Edge::Kind::kAnti ? " anti" : "");
  }
  return text;
}

std::string ToDot(const TaskGraph& graph, const std::string& name) {
  std::string text = fmt::format("digraph \"{}\" {{\n  node [shape=box];\n", name);
  for (int slot = 0; slot < kSlots; ++slot) {
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", slot, kSlotNames[slot]);
    for (size_t i = 0; i < graph.operations.size(); ++i) {
      if (static_cast<int>(graph.operations[i].slot) != slot) continue;
      text += fmt::format("    n{} [label=\"{}\"];\n", i, graph.operations[i].label);
    }
    text += "  }\n";
  }
  for (const Edge& edge : graph.edges) {
    text += fmt::format("  n{} -> n{} [label=\"{}\"{}];\n", edge.from, edge.to, edge.distance,
                        edge.kind == Edge::Kind::kAnti ? ", style=dashed" : "");
  }
  return text + "}\n";
}

}  // namespace nve
