// SPDX-License-Identifier: Apache-2.0
// The vertices of e-PlaNNer's network graph (4.1): what each does to the size of a tensor.
//
// A vertex has its own parameters only. Its input size comes along its edges, and its output size
// follows from both. Pooling stands for maximum and average alike: their sizes are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/shapes/layer_shape.hpp"
#include "planner/shapes/sliding_window.hpp"
#include "planner/shapes/tensor_size.hpp"

namespace nve::planner {

struct Convolution {
  int64_t oc = 1;
  SlidingWindow window;
  int64_t groups = 1;
};
/// Reads its input as one vector.
struct FullyConnected {
  int64_t oc = 1;
};
struct Pooling {
  SlidingWindow window;
  Rounding rounding = Rounding::kDown;
};
/// Channels of maps of one size, side by side.
struct Concatenation {};
/// The sum of tensors of one size.
struct Addition {};
/// The first input plus the second, as darknet adds them: the second may have a map that is a whole
/// number of times larger, of which it is sampled, and fewer channels, which meet the first ones.
struct Shortcut {};
/// Blocks of factor x factor pixels become channels (darknet's reorg).
struct SpaceToDepth {
  int64_t factor = 2;
};

using Operation = std::variant<Convolution, FullyConnected, Pooling, Concatenation, Addition,
                               Shortcut, SpaceToDepth>;

/// The network and the vertex, for messages.
struct VertexPlace {
  std::string network;
  std::string vertex;

  /// "network: error: PART of vertex VERTEX: ..."; of the vertex as a whole without a part.
  SourceLocation Of(const std::string& part = "") const;
};

/// The size that an operation makes of its inputs. What does not fit is reported, and there is
/// none.
std::optional<TensorSize> OutputSize(const Operation& operation,
                                     const std::vector<TensorSize>& inputs,
                                     const VertexPlace& place, Diagnostics& diagnostics);

/// What a planner sees of an operation whose output size is known: a layer for convolutions and
/// fully connected layers, nothing for the others. Its name, origin and producers stay empty.
std::optional<LayerShape> LayerOf(const Operation& operation, const TensorSize& input,
                                  const TensorSize& output);

}  // namespace nve::planner
