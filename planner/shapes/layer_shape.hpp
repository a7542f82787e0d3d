// SPDX-License-Identifier: Apache-2.0
// The sizes of a convolution: all that a planner knows of a layer.
//
// A fully connected layer is a convolution of a 1x1 map. The six loops are named as both sources
// name them: OC, IC, OH, OW, KH, KW (e-PlaNNer, chapter 5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nve::planner {

struct LayerShape {
  std::string name;
  int64_t oc = 1;        ///< output channels of all groups together
  int64_t ic = 1;        ///< input channels of all groups together
  int64_t oh = 1;        ///< output rows
  int64_t ow = 1;        ///< output columns
  int64_t kh = 1;        ///< kernel rows
  int64_t kw = 1;        ///< kernel columns
  int64_t stride_h = 1;  ///< input rows from one output row to the next
  int64_t stride_w = 1;
  int64_t pad_h = 0;  ///< rows of zeros at the top, and as many at the bottom
  int64_t pad_w = 0;
  int64_t groups = 1;             ///< each reads ic / groups channels; ic for depthwise
  int64_t count = 1;              ///< so many layers of the network have this shape
  std::vector<std::string> from;  ///< layers it reads; empty: the input, or not known
  std::string source;             ///< where the figures come from
  int line = 0;                   ///< in its file, 0 if it has none

  int64_t GroupInputs() const { return ic / groups; }
  int64_t GroupOutputs() const { return oc / groups; }

  /// Multiply-accumulates of one such layer.
  int64_t Macs() const { return oc * GroupInputs() * oh * ow * kh * kw; }
  /// Words of its kernels.
  int64_t Weights() const { return oc * GroupInputs() * kh * kw; }
};

/// A network as its layers, in the order of execution.
struct NetworkShape {
  std::string name;  ///< the file's, without folder and ending
  std::string file;
  std::vector<LayerShape> layers;
};

}  // namespace nve::planner
