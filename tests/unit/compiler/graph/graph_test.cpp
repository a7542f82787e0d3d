// SPDX-License-Identifier: Apache-2.0
// Task graphs: how many operations of which kind, which words they take, which distances they keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "arch/build_machine.hpp"
#include "compiler/graph/task_graph.hpp"

namespace nve {
namespace {

std::map<OpKind, int> Count(const TaskGraph& graph) {
  std::map<OpKind, int> counts;
  for (const Operation& operation : graph.operations) ++counts[operation.kind];
  return counts;
}

int DistanceOf(const TaskGraph& graph, int child, int parent) {
  for (const Dependence& edge : graph.parents[child]) {
    if (edge.parent == parent) return edge.distance;
  }
  return -1;
}

TEST(TaskGraph, Filter3x3HasTheOperationsOfThesis42) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({3, 3, 1, 1}, 1));
  auto counts = Count(graph);
  EXPECT_EQ(counts[OpKind::kSetRb], 1);
  EXPECT_EQ(counts[OpKind::kMac], 9);
  EXPECT_EQ(counts[OpKind::kSetRi], 3);
  EXPECT_EQ(counts[OpKind::kSetshRi], 3);
  EXPECT_EQ(counts[OpKind::kShRi], 3);
  EXPECT_EQ(counts[OpKind::kSetRw], 3);
  EXPECT_EQ(counts[OpKind::kShRw], 7);
  EXPECT_EQ(counts[OpKind::kRd], 6 + 3 + 3);  // two ports per set, port B per set-shift, weights
  EXPECT_EQ(counts[OpKind::kWr], 0);
}

// The lanes' stride needs both vectors of a column first, a separated column one per row.
TEST(TaskGraph, Stride2TakesOneImageOperationMorePerColumnUnlessSeparated) {
  for (int kernel = 2; kernel <= 10; ++kernel) {
    auto counts = Count(BuildTaskGraph(ProgramShape::OneMap({kernel, kernel, 2, 2}, 1)));
    const int operations = counts[OpKind::kSetRi] + counts[OpKind::kSetshRi] +
                           counts[OpKind::kSetshHiRi] + counts[OpKind::kShRi];
    EXPECT_EQ(operations, kernel * (arch::BuildSizes().split ? kernel : kernel + 1)) << kernel;
    EXPECT_EQ(counts[OpKind::kSetRi], 2 * kernel) << kernel;
  }
}

TEST(TaskGraph, DistancesAreTheLatenciesOfTheMachine) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({3, 3, 1, 1}, 2));
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    for (const Dependence& edge : graph.parents[v]) {
      const OpKind parent = graph.operations[edge.parent].kind;
      const OpKind child = graph.operations[v].kind;
      const bool child_computes = child == OpKind::kMac || child == OpKind::kSetRb;
      const bool parent_computes = parent == OpKind::kMac || parent == OpKind::kSetRb;
      if (parent == OpKind::kRd) {
        EXPECT_EQ(edge.distance, 2);
      } else if (parent_computes && !child_computes) {
        EXPECT_EQ(edge.distance, 0);
      } else {
        EXPECT_EQ(edge.distance, 1);
      }
    }
  }
}

TEST(TaskGraph, EveryMacSeesAWeightAndAnImageOperation) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({4, 4, 2, 2}, 3));
  for (size_t v = 0; v < graph.operations.size(); ++v) {
    if (graph.operations[v].kind != OpKind::kMac) continue;
    int weights = 0;
    int images = 0;
    for (const Dependence& edge : graph.parents[v]) {
      weights += graph.operations[edge.parent].slot == Slot::kWreg ? 1 : 0;
      images += graph.operations[edge.parent].slot == Slot::kIreg ? 1 : 0;
    }
    EXPECT_EQ(weights, 1);
    EXPECT_EQ(images, 1);
  }
}

TEST(TaskGraph, CoefficientWordsHoldEveryWeightOnce) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({2, 3, 1, 1}, 2));
  ASSERT_EQ(graph.coefficient_words.size(), 4u);  // 13 coefficients
  std::map<std::array<int, 3>, int> seen;
  int biases = 0;
  for (const auto& word : graph.coefficient_words) {
    for (const CoefficientLabel& label : word) {
      if (label.kind == CoefficientLabel::Kind::kBias) ++biases;
      if (label.kind == CoefficientLabel::Kind::kWeight) ++seen[{label.input, label.ky, label.kx}];
    }
  }
  EXPECT_EQ(biases, 1);
  EXPECT_EQ(seen.size(), 12u);
  for (const auto& [label, times] : seen) EXPECT_EQ(times, 1);
  EXPECT_EQ(graph.coefficient_words[0][1].ky, 0);
  EXPECT_EQ(graph.coefficient_words[0][2].ky, 1) << "a window column is walked from the top";
}

TEST(TaskGraph, SetBiasComesBeforeTheFirstMac) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({1, 1, 1, 1}, 1));
  EXPECT_EQ(DistanceOf(graph, graph.bottom, graph.set_rb), 1);
}

TEST(TaskGraph, DotNamesEveryOperation) {
  const TaskGraph graph = BuildTaskGraph(ProgramShape::OneMap({3, 3, 1, 1}, 1));
  const std::string dot = ToDot(graph);
  const std::string text = ToText(graph);
  EXPECT_EQ(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')),
            graph.operations.size());
  for (const Operation& operation : graph.operations) {
    EXPECT_NE(dot.find("\"" + operation.label + "\""), std::string::npos);
  }
}

TEST(Window, WordsPerColumnCoverTheVectorAndTheKernel) {
  EXPECT_EQ((Window{3, 3, 1, 1}).WordsPerColumn(), 3);
  EXPECT_EQ((Window{1, 1, 1, 1}).WordsPerColumn(), 2);
  EXPECT_EQ((Window{6, 6, 2, 2}).WordsPerColumn(), 5);
  EXPECT_EQ((Window{2, 2, 2, 2}).WordsPerColumn(), 4);
}

// Kind, words of ports A and B, row of the window.
using Step = std::tuple<ImageStep::Kind, int, int, int>;

std::vector<Step> StepsOf(const Window& window) {
  std::vector<Step> steps;
  for (const ImageStep& step : ImageSteps(window)) {
    steps.emplace_back(step.kind, step.word_a, step.word_b, step.row);
  }
  return steps;
}

TEST(Window, ImageStepsWithStride1) {
  using enum ImageStep::Kind;
  EXPECT_EQ(StepsOf({3, 3, 1, 1}),
            (std::vector<Step>{{kSet, 0, 1, 0}, {kSetShift, -1, 2, 1}, {kShift, -1, -1, 2}}));
}

// The lanes' stride: both vectors, then the word behind them, row after row. A separated column:
// words of even, odd, even and odd pixels, of the rest half and half; first all even rows.
TEST(Window, ImageStepsWithStride2) {
  using enum ImageStep::Kind;
  const std::vector<Step> strided = {
      {kSet, 0, 1, -1},    {kSet, 2, 3, 0},     {kSetShift, -1, 4, 1}, {kShift, -1, -1, 2},
      {kShift, -1, -1, 3}, {kShift, -1, -1, 4}, {kShift, -1, -1, 5}};
  const std::vector<Step> separated = {{kSet, 0, 2, 0},           {kSetShift, -1, 4, 2},
                                       {kShift, -1, -1, 4},       {kSet, 1, 3, 1},
                                       {kSetShiftHigh, -1, 4, 3}, {kShift, -1, -1, 5}};
  EXPECT_EQ(StepsOf({6, 6, 2, 2}), arch::BuildSizes().split ? separated : strided);
}

TEST(Window, CircularAreaIsAMultipleOfTheStride) {
  EXPECT_EQ((Window{3, 3, 1, 1}).BufferColumns(1), 4);
  EXPECT_EQ((Window{6, 6, 2, 2}).BufferColumns(1), 8);
  EXPECT_EQ((Window{5, 5, 2, 2}).BufferColumns(1), 8);
  EXPECT_EQ((Window{1, 1, 2, 2}).BufferColumns(1), 4);
}

TEST(Window, LimitsOfTheImageRegister) {
  EXPECT_EQ(WindowProblem({9, 9, 1, 1}), "");
  EXPECT_EQ(WindowProblem({10, 10, 2, 2}), "");
  EXPECT_NE(WindowProblem({10, 3, 1, 1}).find("at most 9 rows"), std::string::npos);
  EXPECT_NE(WindowProblem({11, 3, 2, 2}).find("at most 10 rows"), std::string::npos);
  EXPECT_NE(WindowProblem({3, 3, 3, 3}).find("allowed: 1 or 2"), std::string::npos);
}

}  // namespace
}  // namespace nve
