// SPDX-License-Identifier: Apache-2.0
// How the maps between two layers lie in memory: each as a plane of its own, or side by side in one
// block (docs/planner.md, section 12).
//
// planes   a block for each map, column by column
// columns  column by column, and in each one map after the other: maps of a column are neighbours
// strips   column by column, in each strip by strip, in each one map after the other: what a layer
//          of 1x1 kernels reads for a strip's column is one piece
// runs     strip by strip, in each column by column, in each one map after the other: what it reads
//          for a strip is one piece, and what the last layer writes for one
//
// A layout changes where bytes lie, never which of them a step moves, nor in what order.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// Columns of a block begin at multiples of this: two words, so that no column shares an aligned
/// pair of words with another.
inline constexpr int64_t kPitchBytes = 16;

enum class Layout { kPlanes, kColumns, kStrips, kRuns };
inline constexpr std::array<const char*, 4> kLayoutNames = {"planes", "columns", "strips", "runs"};

inline const char* ToString(Layout layout) { return kLayoutNames[static_cast<size_t>(layout)]; }

/// Whether a layer has windows of 1x1 with stride 1: what a strip of it reads is a strip.
inline bool IsPointwise(const Layer& layer) {
  return layer.kernel_height == 1 && layer.kernel_width == 1 && layer.stride_y == 1 &&
         layer.stride_x == 1;
}

/// What is asked for, by the layer that writes the maps, -1 for the picture; a boundary that is not
/// named has `other`, but the maps of the last layer, which no layer reads, are planes. Without a
/// layout kStrips is taken where the maps allow it.
struct LayoutChoice {
  std::optional<Layout> other = Layout::kPlanes;
  std::map<int, std::optional<Layout>> of_layer = {};
  bool operator==(const LayoutChoice&) const = default;
};

/// "planes", "columns", "strips", "runs" or "auto", for all or, as "L3=strips,L4=auto", for the
/// maps that a layer of the network writes; "input" is the picture. InputError that begins with
/// --layout.
LayoutChoice ParseLayouts(std::string_view text, const Network& network);

/// Lays the planes of a layer, -1 for the picture, out; they have blocks of their own so far. Of
/// strips and runs, `strip_rows` is how many rows they have.
void GroupMaps(int layer, Layout layout, int64_t strip_rows, Binary& binary);

/// Bytes from column to column if the planes of a layer are laid out so.
int64_t PitchOf(int layer, Layout layout, int64_t strip_rows, const Binary& binary);

/// Why the maps that `layer` writes, -1 for the picture, cannot lie so; empty if they can. The
/// binary has the programs of all layers.
std::string ReasonAgainst(Layout layout, const Network& network, int layer, const Binary& binary);

/// Lays the planes of all layers out as asked. The binary has planes with blocks of their own, and
/// the programs of all layers, but no steps. A layout that is not possible is a problem with its
/// reason. Returns the layouts by layer, the picture's first.
std::vector<Layout> LayOut(const Network& network, const LayoutChoice& choice, Binary& binary,
                           Diagnostics& problems);

}  // namespace nve
