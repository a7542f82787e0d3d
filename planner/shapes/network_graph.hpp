// SPDX-License-Identifier: Apache-2.0
// e-PlaNNer's network (4.1): a directed acyclic graph of operations along whose edges sizes travel.
//
// A network needs the size of its input and the parameters of its operations; all else follows. The
// layers that it gives are those that a shapes file lists, with the same producers.
#pragma once

#include <string>
#include <vector>

#include "planner/shapes/layer_shape.hpp"
#include "planner/shapes/operations.hpp"

namespace nve::planner {

/// Stands for the network's input among the inputs of a vertex.
inline constexpr int kNetworkInput = -1;

struct Vertex {
  std::string name;
  Operation operation;
  std::vector<int> inputs;  ///< earlier vertices by number, or kNetworkInput
};

/// Vertices in an order of execution, so that the graph can have no cycle.
struct NetworkGraph {
  std::string name;
  TensorSize input;
  std::vector<Vertex> vertices;

  /// Puts a vertex at the end; its number.
  int Add(std::string vertex, Operation operation, std::vector<int> inputs);
};

/// The convolutions and fully connected layers with the sizes that the edges bring. InputError with
/// every vertex whose parameters or inputs do not fit; what lies behind one is not judged.
NetworkShape InferShapes(const NetworkGraph& graph);

}  // namespace nve::planner
