// SPDX-License-Identifier: Apache-2.0
// What sizes a layer may have: each by itself, and beside the others.
//
// The limits let every figure of a planner fit in 63 bits: the words that a layer moves, with every
// reload that a tiling can cause, are at most 4 * kMostWork, and a network has at most kMostLayers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// Lines of a file, vertices of a graph.
inline constexpr size_t kMostLayers = 1024;
/// oc * ic * kh * kw * count, times the rows and columns of input with their padding.
inline constexpr int64_t kMostWork = int64_t{1} << 48;

/// A size and its limits.
struct SizeLimit {
  const char* name;  ///< of its column
  int64_t LayerShape::*size;
  int64_t least;
  int64_t most;
  bool required;  ///< a file must have it
};

inline constexpr std::array<SizeLimit, 12> kSizeLimits = {{
    {"oc", &LayerShape::oc, 1, 65536, true},
    {"ic", &LayerShape::ic, 1, int64_t{1} << 20, true},
    {"oh", &LayerShape::oh, 1, 65536, true},
    {"ow", &LayerShape::ow, 1, 65536, true},
    {"kh", &LayerShape::kh, 1, 1024, true},
    {"kw", &LayerShape::kw, 1, 1024, true},
    {"stride_h", &LayerShape::stride_h, 1, 1024, false},
    {"stride_w", &LayerShape::stride_w, 1, 1024, false},
    {"pad_h", &LayerShape::pad_h, 0, 1023, false},
    {"pad_w", &LayerShape::pad_w, 0, 1023, false},
    {"groups", &LayerShape::groups, 1, int64_t{1} << 20, false},
    {"count", &LayerShape::count, 1, 65536, false},
}};

/// That of a size by its name, which exists.
const SizeLimit& LimitOf(std::string_view name);

/// Rows or columns of input that outputs in a row read, zeros around the map included.
constexpr int64_t PaddedLines(int64_t outputs, int64_t stride, int64_t kernel) {
  return (outputs - 1) * stride + kernel;
}

/// Rows and columns that the layer reads of its input, without padding (convention "stored").
int64_t InputRows(const LayerShape& layer);
int64_t InputColumns(const LayerShape& layer);

/// Each size is within its limits.
bool WithinLimits(const LayerShape& layer);

/// Where a message about a size belongs: in a file its column, in a graph its vertex.
using PlaceOfSize = std::function<SourceLocation(const char* size)>;

/// Reports sizes beyond their limits.
void CheckLimits(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics);

/// Reports what does not fit of sizes that are each within their limits: groups that divide no
/// channels, padding in which a window finds no input, more work than kMostWork.
void CheckSizes(const LayerShape& layer, const PlaceOfSize& place, Diagnostics& diagnostics);

}  // namespace nve::planner
