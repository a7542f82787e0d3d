// SPDX-License-Identifier: Apache-2.0
// Graphs whose shapes travel along edges: those of the files, single operations, every message.
#include "planner/shapes/network_graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "planner/shapes/layer_limits.hpp"
#include "planner/shapes/shapes_csv.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/planner/shapes/known_graphs.hpp"
#include "tests/unit/planner/shapes/shapes_text.hpp"

namespace nve::planner {
namespace {

// A line per layer with all its sizes and producers.
Lines Listed(const NetworkShape& network) {
  Lines lines;
  for (const LayerShape& layer : network.layers) {
    std::string line = layer.name;
    for (const SizeLimit& limit : kSizeLimits) {
      line += fmt::format(" {}={}", limit.name, layer.*limit.size);
    }
    lines.push_back(line + fmt::format(" from {}", fmt::join(layer.from, " ")));
  }
  return lines;
}

TEST(NetworkGraph, KnownNetworksHaveTheShapesOfTheirFiles) {
  for (const NetworkGraph& graph : KnownGraphs()) {
    EXPECT_EQ(Listed(InferShapes(graph)),
              Listed(ReadShapes(NVE_SOURCE_DIR "/networks/shapes/" + graph.name + ".csv")))
        << graph.name;
  }
}

// A graph of one input, 6 channels of 13x11, and the given vertices.
NetworkGraph Graph(std::vector<Vertex> vertices) {
  return {"net", {6, 13, 11}, std::move(vertices)};
}

// What an operation makes of 6x13x11, seen by a 1x1 convolution behind it.
std::string SizeBehind(const Operation& operation, const std::vector<int>& inputs = {-1}) {
  const NetworkShape network =
      InferShapes(Graph({{"op", operation, inputs}, {"probe", Convolution{1, {}, 1}, {0}}}));
  const LayerShape& probe = network.layers.back();
  return fmt::format("{}x{}x{}", probe.ic, probe.oh, probe.ow);
}

TEST(NetworkGraph, SizesBehindOperations) {
  EXPECT_EQ(SizeBehind(Convolution{8, {3, 5, 2, 1, 1, 0}, 2}), "8x7x7");
  EXPECT_EQ(SizeBehind(FullyConnected{10}), "10x1x1");
  EXPECT_EQ(SizeBehind(Concatenation{}, {-1, -1, -1}), "18x13x11");
  EXPECT_EQ(SizeBehind(Addition{}, {-1, -1}), "6x13x11");
  EXPECT_EQ(SizeBehind(Shortcut{}, {-1, -1}), "6x13x11");
  EXPECT_EQ(SizeBehind(SpaceToDepth{1}), "6x13x11");
}

TEST(NetworkGraph, PoolingRoundsDownOrUp) {
  EXPECT_EQ(SizeBehind(Pooling{SlidingWindow::Square(4, 4), Rounding::kDown}), "6x3x2");
  EXPECT_EQ(SizeBehind(Pooling{SlidingWindow::Square(4, 4), Rounding::kUp}), "6x4x3");
  EXPECT_EQ(SizeBehind(Pooling{SlidingWindow::Square(3, 2), Rounding::kUp}), "6x6x5");
  // No window begins behind the map: not at row 15 of 13, nor in the padding.
  EXPECT_EQ(SizeBehind(Pooling{SlidingWindow::Square(1, 5), Rounding::kUp}), "6x3x3");
  EXPECT_EQ(SizeBehind(Pooling{SlidingWindow::Square(2, 7, 1), Rounding::kUp}), "6x2x2");
}

TEST(NetworkGraph, ASumHasTheNameOfItsFirstLayer) {
  const Convolution same = {6, {}, 1};
  const NetworkShape network = InferShapes(Graph({{"a", same, {-1}},
                                                  {"b", same, {0}},
                                                  {"a+b", Addition{}, {0, 1}},
                                                  {"c", same, {2}},
                                                  {"c+a+b", Addition{}, {3, 2}},
                                                  {"all", Concatenation{}, {4, 1, 0}},
                                                  {"d", same, {5}}}));
  ASSERT_EQ(network.layers.size(), 4u);
  EXPECT_EQ(network.layers[2].from, (Lines{"a", "b"}));
  EXPECT_EQ(network.layers[3].from, (Lines{"c", "a", "b"}));
}

Lines Errors(const NetworkGraph& graph) {
  try {
    InferShapes(graph);
  } catch (const InputError& error) {
    Lines lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) lines.push_back(ToString(diagnostic));
    return lines;
  }
  return {};
}

void ExpectError(const Operation& operation, const std::vector<int>& inputs,
                 const std::string& message) {
  EXPECT_EQ(Errors(Graph({{"half", Convolution{3, SlidingWindow::Square(1, 2), 1}, {-1}},
                          {"op", operation, inputs},
                          {"behind", FullyConnected{1}, {1}}})),
            Lines{"net: error: " + message});
}

TEST(NetworkGraph, Limits) {
  ExpectError(Convolution{0, {}, 1}, {0}, "oc of vertex op: found 0, allowed: 1 to 65536");
  ExpectError(FullyConnected{65537}, {0}, "oc of vertex op: found 65537, allowed: 1 to 65536");
  ExpectError(Convolution{1, {1, 1, 0, 1, 0, 0}, 1}, {0},
              "stride_h of vertex op: found 0, allowed: 1 to 1024");
  ExpectError(Pooling{{1, 1, 1, 1, 0, -1}}, {0},
              "pad_w of vertex op: found -1, allowed: 0 to 1023");
}

TEST(NetworkGraph, Misfits) {
  ExpectError(Convolution{4, {}, 4}, {0},
              "groups of vertex op: found 4, allowed: divisors of both oc 4 and ic 3");
  ExpectError(Convolution{1, {1, 7, 1, 1, 0, 0}, 1}, {0},
              "kw of vertex op: found 7, allowed: at most the 6 columns of its input with padding");
  ExpectError(Pooling{{8, 2, 1, 1, 0, 0}}, {0},
              "kh of vertex op: found 8, allowed: at most the 7 rows of its input with padding");
  ExpectError(Pooling{{2, 2, 1, 1, 2, 0}}, {0},
              "pad_h of vertex op: found 2, allowed: less than kh, which is 2");
  ExpectError(SpaceToDepth{2}, {-1},
              "factor of vertex op: found 2, allowed: divisors of the map 13x11");
  ExpectError(SpaceToDepth{0}, {-1},
              "factor of vertex op: found 0, allowed: divisors of the map 13x11");
}

TEST(NetworkGraph, InputsThatDoNotFitTogether) {
  ExpectError(Concatenation{}, {-1, 0},
              "vertex op: found an input of 3x7x6, allowed: maps of 13x11");
  ExpectError(Addition{}, {0, -1}, "vertex op: found an input of 6x13x11, allowed: 3x7x6");
  ExpectError(
      Shortcut{}, {0, -1},
      "vertex op: found an input of 6x13x11, allowed: at most 3 channels, and a map that is "
      "one or several times 7x6");
  ExpectError(Shortcut{}, {-1, 0},
              "vertex op: found an input of 3x7x6, allowed: at most 6 channels, and a map that is "
              "one or several times 13x11");
}

TEST(NetworkGraph, NumberOfInputs) {
  ExpectError(Concatenation{}, {}, "vertex op: found 0 inputs, allowed: 1 to 1024");
  ExpectError(Addition{}, {0}, "vertex op: found 1 inputs, allowed: 2 to 1024");
  ExpectError(Shortcut{}, {0, 0, 0}, "vertex op: found 3 inputs, allowed: 2");
  ExpectError(FullyConnected{1}, {0, 0}, "vertex op: found 2 inputs, allowed: 1");
}

TEST(NetworkGraph, EdgesGoForward) {
  for (const int number : {-2, 1, 2}) {
    ExpectError(FullyConnected{1}, {number},
                fmt::format("vertex op: found input {}, allowed: -1 to 0, the vertices before it "
                            "and the network's input",
                            number));
  }
}

TEST(NetworkGraph, NamesAndTheInput) {
  const Convolution one = {1, {}, 1};
  EXPECT_EQ(Errors(Graph({{"a", one, {-1}}, {"a", one, {-1}}})),
            Lines{"net: error: vertex a: found its name twice, allowed: each name once"});
  EXPECT_EQ(Errors({"net", {0, 70000, 1}, {{"a", one, {-1}}}}),
            (Lines{"net: error: channels of the input: found 0, allowed: 1 to 1048576",
                   "net: error: rows of the input: found 70000, allowed: 1 to 65536"}));
}

// Doubling channels a thousand times overflows nothing.
TEST(NetworkGraph, TensorsHaveLimits) {
  NetworkGraph graph = Graph({});
  int last = kNetworkInput;
  for (int i = 0; i < 1000; ++i)
    last = graph.Add(fmt::format("v{}", i), Concatenation{}, {last, last});
  EXPECT_EQ(Errors(graph),
            Lines{"net: error: channels of vertex v17: found 1572864, allowed: 1 to 1048576"});
  for (int i = 1000; i < 1025; ++i) graph.Add(fmt::format("v{}", i), Pooling{}, {-1});
  EXPECT_EQ(Errors(graph).at(0), "net: error: found 1025 vertices, allowed: at most 1024");
}

}  // namespace
}  // namespace nve::planner
