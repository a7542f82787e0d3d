// SPDX-License-Identifier: Apache-2.0
// Shortest paths with bounds: see best_plan.hpp.
#include "planner/best/best_plan.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/processes/parallel_for.hpp"
#include "compiler/steps/step_builder.hpp"

namespace nve::planner {
namespace {

constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 4;

// The candidates of a layer between two boundaries, those that fit, by what they take at least.
struct Edge {
  size_t layer = 0;
  Boundary input;
  Boundary output;
  std::vector<LayerCandidate> candidates;
  size_t next = 0;  // the first that was not evaluated
  std::vector<EvaluatedCandidate> evaluated;

  const EvaluatedCandidate* Best() const {
    const auto best = std::ranges::min_element(
        evaluated, {}, [](const EvaluatedCandidate& e) { return e.cost.cycles; });
    return best == evaluated.end() ? nullptr : &*best;
  }
  // What the best of them takes, as far as is known.
  int64_t Known() const {
    const EvaluatedCandidate* best = Best();
    return best == nullptr ? kFar : best->cost.cycles;
  }
  // What it takes at least.
  int64_t Least() const {
    const int64_t open = next < candidates.size() ? candidates[next].bound : kFar;
    return std::min(open, Known());
  }
  bool IsExact() const { return Known() <= Least(); }
};

struct Path {
  std::vector<size_t> edges;  // by layer
  int64_t length = kFar;
};

class Search {
 public:
  explicit Search(const PlanSpace& space) : space_(space) {
    std::vector<Boundary> inputs = {{}};
    for (size_t layer = 0; layer < space.layers().size(); ++layer) {
      const LayerSpace& choices = space.layers()[layer];
      for (const Boundary& input : inputs) {
        for (const Boundary& output : choices.outputs) AddEdge(layer, input, output);
      }
      inputs = choices.outputs;
    }
  }

  BestPlan Run(double gap, const std::function<void(int64_t, double)>& progress) {
    int64_t evaluated = 0;
    while (true) {
      const Path least = Shortest(&Edge::Least);
      const Path known = Shortest(&Edge::Known);
      const int64_t above = known.length - least.length;
      const std::vector<size_t> open = OpenOf(least);
      const bool enough = known.length < kFar &&
                          static_cast<double>(above) <= gap * static_cast<double>(least.length);
      if (open.empty() || enough) return PlanOf(known, least.length);
      ParallelFor(open.size(), [&](size_t i) { Evaluate(edges_[open[i]]); });
      evaluated += static_cast<int64_t>(open.size());
      progress(evaluated, known.length < kFar
                              ? static_cast<double>(above) / static_cast<double>(least.length)
                              : 1.0);
    }
  }

 private:
  // So many candidates are evaluated at a time, on any computer, so that each finds the same plan.
  static constexpr size_t kAtOnce = 8;
  // Whose bounds are so near will hardly be told apart by them.
  static constexpr int64_t kNearDivisor = 100;

  // The edges of a path that are not exact, and others that may be about as short.
  std::vector<size_t> OpenOf(const Path& path) const {
    std::vector<size_t> open;
    for (const size_t edge : path.edges) {
      if (!edges_[edge].IsExact()) open.push_back(edge);
    }
    const std::vector<size_t> of_path = open;
    for (size_t edge = 0; edge < edges_.size() && open.size() < kAtOnce; ++edge) {
      const auto as_short = [&](size_t other) {
        return edge != other && edges_[edge].layer == edges_[other].layer &&
               edges_[edge].Least() <= edges_[other].Least() + edges_[other].Least() / kNearDivisor;
      };
      if (!edges_[edge].IsExact() && std::ranges::any_of(of_path, as_short) &&
          std::ranges::find(open, edge) == open.end()) {
        open.push_back(edge);
      }
    }
    return open;
  }

  void AddEdge(size_t layer, const Boundary& input, const Boundary& output) {
    Edge edge = {layer, input, output, {}, 0, {}};
    for (const LayerCandidate& candidate : space_.layers()[layer].candidates) {
      if (space_.Fits(input, candidate, output)) edge.candidates.push_back(candidate);
    }
    if (!edge.candidates.empty()) edges_.push_back(std::move(edge));
  }

  void Evaluate(Edge& edge) {
    const LayerCandidate& candidate = edge.candidates[edge.next++];
    edge.evaluated.push_back({edge.input, edge.output, candidate,
                              space_.CostOf(edge.layer, edge.input, candidate, edge.output)});
  }

  // By boundaries, layer after layer.
  Path Shortest(int64_t (Edge::*length)() const) const {
    std::map<Boundary, Path> paths = {{Boundary{}, Path{{}, 0}}};
    size_t edge = 0;
    for (size_t layer = 0; layer < space_.layers().size(); ++layer) {
      std::map<Boundary, Path> longer;
      for (; edge < edges_.size() && edges_[edge].layer == layer; ++edge) {
        const Edge& next = edges_[edge];
        const auto path = paths.find(next.input);
        if (path == paths.end()) continue;
        const int64_t sum = std::min(kFar, path->second.length + (next.*length)());
        Path& best = longer[next.output];
        if (!best.edges.empty() && sum >= best.length) continue;
        best = {path->second.edges, sum};
        best.edges.push_back(edge);
      }
      paths = std::move(longer);
    }
    Path best;
    for (const auto& [boundary, path] : paths) {
      if (best.edges.empty() || path.length < best.length) best = path;
    }
    return best;
  }

  BestPlan PlanOf(const Path& path, int64_t bound) const {
    BestPlan plan;
    plan.cycles = path.length;
    plan.bound = bound;
    for (const size_t number : path.edges) {
      const Edge& chosen = edges_[number];
      PlannedLayer layer;
      layer.chosen = *chosen.Best();
      layer.bound = kFar;
      for (const Edge& edge : edges_) {
        if (edge.layer != chosen.layer) continue;
        layer.bound = std::min(layer.bound, edge.Least());
        layer.space += static_cast<int64_t>(edge.candidates.size());
        layer.evaluated += static_cast<int64_t>(edge.next);
      }
      for (const EvaluatedCandidate& other : chosen.evaluated) {
        if (&other != chosen.Best()) layer.others.push_back(other);
      }
      std::ranges::stable_sort(layer.others, {},
                               [](const EvaluatedCandidate& e) { return e.cost.cycles; });
      plan.layers.push_back(std::move(layer));
    }
    return plan;
  }

  const PlanSpace& space_;
  std::vector<Edge> edges_;  // by layer
};

}  // namespace

BestPlan FindBestPlan(const PlanSpace& space, double gap,
                      const std::function<void(int64_t, double)>& progress) {
  return Search(space).Run(gap, progress);
}

CompileOptions OptionsOf(const PlanSpace& space, const BestPlan& plan) {
  CompileOptions options = space.options();
  for (size_t layer = 0; layer < plan.layers.size(); ++layer) {
    const EvaluatedCandidate& chosen = plan.layers[layer].chosen;
    options.plans.push_back(
        {space.PassesOf(chosen.candidate), chosen.candidate.partition, chosen.candidate.feed});
    options.layout.of_layer[static_cast<int>(layer)] = chosen.output.layout;
  }
  return options;
}

Binary PlannedBinary(const PlanSpace& space, const BestPlan& plan) {
  Binary binary = space.BinaryOf(plan.layers.front().chosen.candidate);
  const auto layers = static_cast<int>(plan.layers.size());
  const auto chosen = [&](int layer) -> const EvaluatedCandidate& {
    return plan.layers[static_cast<size_t>(layer)].chosen;
  };
  for (int layer = 0; layer < layers; ++layer) {
    PlanSpace::LayOut(static_cast<size_t>(layer), chosen(layer).candidate, chosen(layer).output,
                      binary);
  }
  for (int layer = 0; layer < layers; ++layer) {
    const LayerCandidate& candidate = chosen(layer).candidate;
    std::ranges::move(StepsOf(space.network(), layer, candidate.feed, candidate.partition, binary),
                      std::back_inserter(binary.steps));
  }
  return binary;
}

}  // namespace nve::planner
