// SPDX-License-Identifier: Apache-2.0
// Text forms of the task graph.
#include <fmt/format.h>

#include "compiler/graph/task_graph.hpp"

namespace nve {
namespace {
constexpr const char* kSlotNames[kSlots] = {"MEMA", "MEMB", "WREG", "IREG", "VMAC", "ACT"};
}

std::string ToText(const TaskGraph& graph) {
  std::string text;
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    const Operation& op = graph.operations[v];
    text += fmt::format("{:4} {:4} {:24} <-", v, kSlotNames[static_cast<int>(op.slot)], op.label);
    for (const Dependence& edge : graph.parents[v]) {
      text += fmt::format(" {}({})", edge.parent, edge.distance);
    }
    text += '\n';
  }
  return text;
}

std::string ToDot(const TaskGraph& graph) {
  std::string text = "digraph task_graph {\n  node [shape=box];\n";
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    text += fmt::format("  n{} [label=\"{}\"];\n", v, graph.operations[v].label);
  }
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    for (const Dependence& edge : graph.parents[v]) {
      text += fmt::format("  n{} -> n{} [label=\"{}\"{}];\n", edge.parent, v, edge.distance,
                          edge.distance == 0 ? ", style=dashed" : "");
    }
  }
  return text + "}\n";
}

}  // namespace nve
