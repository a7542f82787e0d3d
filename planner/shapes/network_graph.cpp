// SPDX-License-Identifier: Apache-2.0
// One pass in the order of the vertices: each edge is known when its vertex has been visited.
#include "planner/shapes/network_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "planner/shapes/layer_limits.hpp"

namespace nve::planner {
namespace {

// What leaves a vertex.
struct Edge {
  bool known = false;  // false behind a vertex that does not fit
  TensorSize size;
  std::vector<std::string> from;  // producers: the layers that a reader of this edge names
  bool sum = false;
};

// A sum that is added again has the name of its first layer: from_checks.hpp.
void AppendProducers(const Edge& input, bool adds, std::vector<std::string>& from) {
  const size_t count = adds && input.sum ? 1 : input.from.size();
  for (size_t i = 0; i < std::min(count, input.from.size()); ++i) {
    const bool is_new = std::find(from.begin(), from.end(), input.from[i]) == from.end();
    if (is_new) from.push_back(input.from[i]);
  }
}

bool IsSum(const Operation& operation) {
  return std::holds_alternative<Addition>(operation) || std::holds_alternative<Shortcut>(operation);
}

class Inference {
 public:
  explicit Inference(const NetworkGraph& graph) : graph_(graph) {
    network_.name = graph.name;
    network_.file = graph.name;
    CheckGraph();
  }

  NetworkShape Run() {
    for (const Vertex& vertex : graph_.vertices) edges_.push_back(Visit(vertex));
    diagnostics_.ThrowIfErrors();
    return std::move(network_);
  }

 private:
  void CheckGraph() {
    if (graph_.vertices.size() > kMostLayers) {
      diagnostics_.Error({graph_.name, 0, ""}, fmt::format("found {} vertices, allowed: at most {}",
                                                           graph_.vertices.size(), kMostLayers));
    }
    const auto place = [this](const char* size) {
      return SourceLocation{graph_.name, 0, std::string(size) + " of the input"};
    };
    const int errors = diagnostics_.errors();
    CheckTensor(graph_.input, place, diagnostics_);
    source_.known = errors == diagnostics_.errors();
    source_.size = graph_.input;
  }

  Edge Visit(const Vertex& vertex) {
    const VertexPlace place = {graph_.name, vertex.name};
    if (!names_.insert(vertex.name).second) {
      diagnostics_.Error(place.Of(), "found its name twice, allowed: each name once");
    }
    std::vector<TensorSize> sizes;
    Edge edge;
    edge.sum = IsSum(vertex.operation);
    for (const int number : vertex.inputs) {
      const Edge* input = Input(number, place);
      if (input == nullptr || !input->known) return {};
      sizes.push_back(input->size);
      AppendProducers(*input, edge.sum, edge.from);
    }
    const auto size = OutputSize(vertex.operation, sizes, place, diagnostics_);
    if (!size) return {};
    edge.known = true;
    edge.size = *size;
    AddLayer(vertex, sizes.front(), edge);
    return edge;
  }

  const Edge* Input(int number, const VertexPlace& place) {
    if (number == kNetworkInput) return &source_;
    if (number >= 0 && number < static_cast<int>(edges_.size())) return &edges_[number];
    diagnostics_.Error(place.Of(),
                       fmt::format("found input {}, allowed: {} to {}, the vertices "
                                   "before it and the network's input",
                                   number, kNetworkInput, static_cast<int>(edges_.size()) - 1));
    return nullptr;
  }

  // A layer is the only producer of its edge.
  void AddLayer(const Vertex& vertex, const TensorSize& input, Edge& edge) {
    std::optional<LayerShape> layer = LayerOf(vertex.operation, input, edge.size);
    if (!layer) return;
    layer->name = vertex.name;
    layer->from = std::move(edge.from);
    edge.from = {vertex.name};
    network_.layers.push_back(std::move(*layer));
  }

  const NetworkGraph& graph_;
  Diagnostics diagnostics_;
  NetworkShape network_;
  Edge source_;
  std::vector<Edge> edges_;
  std::set<std::string> names_;
};

}  // namespace

int NetworkGraph::Add(std::string vertex, Operation operation, std::vector<int> inputs) {
  vertices.push_back({std::move(vertex), operation, std::move(inputs)});
  return static_cast<int>(vertices.size()) - 1;
}

NetworkShape InferShapes(const NetworkGraph& graph) { return Inference(graph).Run(); }

}  // namespace nve::planner
