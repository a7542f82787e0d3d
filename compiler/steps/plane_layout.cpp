// SPDX-License-Identifier: Apache-2.0
// Blocks of several maps: see plane_layout.hpp.
#include "compiler/steps/plane_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/round_up.hpp"
#include "base/text/text_lines.hpp"
#include "nve_dma.hpp"

namespace nve {
namespace {

constexpr const char* kAuto = "auto";
constexpr const char* kPicture = "input";

std::vector<Plane*> PlanesOf(Binary& binary, int layer) {
  std::vector<Plane*> planes;
  for (Plane& plane : binary.planes) {
    if (plane.layer == layer) planes.push_back(&plane);
  }
  return planes;
}

// All planes of a layer have one size.
const Plane& FirstPlane(const Binary& binary, int layer) {
  return *std::ranges::find(binary.planes, layer, &Plane::layer);
}

int64_t MapsOf(const Binary& binary, int layer) {
  return std::ranges::count(binary.planes, layer, &Plane::layer);
}

bool IsLast(const Network& network, int layer) {
  return layer + 1 == static_cast<int>(network.layers.size());
}

// Of the block: strips of all maps side by side, and columns of them.
struct Pitches {
  int64_t strip = 0;
  int64_t column = 0;
};

// `columns` is how many a plane has, of all pictures.
Pitches PitchesOf(Layout layout, int64_t maps, int64_t rows, int64_t strip_rows, int64_t columns) {
  if (layout == Layout::kColumns) return {rows, RoundUp(maps * rows, kPitchBytes)};
  if (layout == Layout::kRuns) {
    return {RoundUp(maps * strip_rows * columns, kPitchBytes), maps * strip_rows};
  }
  const int64_t strip = RoundUp(maps * strip_rows, kPitchBytes);
  return {strip, strip * (rows / strip_rows)};
}

int64_t StripRowsOf(Layout layout, int layer, const Binary& binary) {
  if (layout == Layout::kColumns) return FirstPlane(binary, layer).Rows();
  const bool last = layer + 1 == static_cast<int>(binary.layers.size());
  return RowsOfStrip(binary, last ? layer : layer + 1);
}

std::string ReasonAgainstStrips(const Network& network, int layer, const Binary& binary) {
  const Layer& reader = network.layers[static_cast<size_t>(layer) + 1];
  if (!IsPointwise(reader)) {
    return fmt::format(
        "{} reads windows of {}x{} with stride {}, which reach into other strips: "
        "allowed: 1x1 with stride 1",
        reader.name, reader.kernel_height, reader.kernel_width, reader.stride_y);
  }
  const int reads = RowsOfStrip(binary, layer + 1);
  if (layer >= 0 && RowsOfStrip(binary, layer) % reads != 0) {
    return fmt::format(
        "{} writes half vectors and {} reads whole ones: allowed: as many rows, or "
        "half vectors in the reader alone",
        network.layers[static_cast<size_t>(layer)].name, reader.name);
  }
  return "";
}

std::string NameOf(const Network& network, int layer) {
  return layer < 0 ? kPicture : network.layers[static_cast<size_t>(layer)].name;
}

std::optional<Layout> Named(std::string_view name) {
  const auto found = std::ranges::find(kLayoutNames, name);
  if (found == kLayoutNames.end()) return std::nullopt;
  return static_cast<Layout>(found - kLayoutNames.begin());
}

Layout Chosen(const std::optional<Layout>& asked, const Network& network, int layer,
              const Binary& binary) {
  if (asked) return *asked;
  return ReasonAgainst(Layout::kStrips, network, layer, binary).empty() ? Layout::kStrips
                                                                        : Layout::kPlanes;
}

}  // namespace

void GroupMaps(int layer, Layout layout, int64_t strip_rows, Binary& binary) {
  if (layout == Layout::kPlanes) return;
  const std::vector<Plane*> planes = PlanesOf(binary, layer);
  const int64_t rows = planes.front()->pitch;
  if (layout == Layout::kColumns) strip_rows = rows;
  const int64_t columns = planes.front()->columns * planes.front()->pictures;
  const Pitches pitches =
      PitchesOf(layout, static_cast<int64_t>(planes.size()), rows, strip_rows, columns);
  for (size_t i = 0; i < planes.size(); ++i) {
    planes[i]->pitch = pitches.column;
    planes[i]->group = {.number = layer + 1,
                        .start = static_cast<int64_t>(i) * strip_rows,
                        .rows = rows,
                        .strip_rows = strip_rows,
                        .strip_pitch = pitches.strip};
  }
}

int64_t PitchOf(int layer, Layout layout, int64_t strip_rows, const Binary& binary) {
  const Plane& plane = FirstPlane(binary, layer);
  if (layout == Layout::kPlanes) return plane.Rows();
  return PitchesOf(layout, MapsOf(binary, layer), plane.Rows(), strip_rows,
                   plane.columns * plane.pictures)
      .column;
}

LayoutChoice ParseLayouts(std::string_view text, const Network& network) {
  LayoutChoice choice;
  Diagnostics problems;
  std::set<std::string_view> named;  // "": all others
  for (const std::string_view item : PartsOf(text, ',')) {
    const size_t equals = item.find('=');
    const std::string_view name = item.substr(equals == item.npos ? 0 : equals + 1);
    const std::optional<Layout> layout = Named(name);
    const std::string_view whose = item.substr(0, equals == item.npos ? 0 : equals);
    if (!named.insert(whose).second) {
      problems.Error({}, fmt::format("--layout: found a second layout of {}, allowed: one",
                                     whose.empty() ? "all layers" : whose));
    }
    if (!layout && name != kAuto) {
      problems.Error({}, fmt::format("--layout: found '{}', allowed: {}, {}, or LAYER=LAYOUT", item,
                                     fmt::join(kLayoutNames, ", "), kAuto));
    } else if (equals == item.npos) {
      choice.other = layout;
    } else {
      std::vector<std::string> layers;
      for (int i = -1; i < static_cast<int>(network.layers.size()); ++i) {
        layers.push_back(NameOf(network, i));
      }
      const auto found = std::ranges::find(layers, item.substr(0, equals));
      if (found == layers.end()) {
        problems.Error({}, fmt::format("--layout: found layer '{}', allowed: {}",
                                       item.substr(0, equals), fmt::join(layers, ", ")));
      } else {
        choice.of_layer[static_cast<int>(found - layers.begin()) - 1] = layout;
      }
    }
  }
  problems.ThrowIfErrors();
  return choice;
}

std::string ReasonAgainst(Layout layout, const Network& network, int layer, const Binary& binary) {
  if (layout == Layout::kPlanes) return "";
  if (IsLast(network, layer)) {
    return layout == Layout::kRuns ? "" : "no layer reads the maps: allowed: planes or runs";
  }
  if (layout != Layout::kColumns) {
    std::string reason = ReasonAgainstStrips(network, layer, binary);
    if (!reason.empty()) return reason;
  }
  const int64_t pitch = PitchOf(layer, layout, StripRowsOf(layout, layer, binary), binary);
  if (pitch <= dma::kColumnStrideMax) return "";
  return fmt::format("columns of all maps are {} bytes apart: allowed: {}, the mover's", pitch,
                     dma::kColumnStrideMax);
}

std::vector<Layout> LayOut(const Network& network, const LayoutChoice& choice, Binary& binary,
                           Diagnostics& problems) {
  std::vector<Layout> layouts;
  for (int layer = -1; layer < static_cast<int>(network.layers.size()); ++layer) {
    const auto named = choice.of_layer.find(layer);
    const std::optional<Layout> other = IsLast(network, layer) ? Layout::kPlanes : choice.other;
    const std::optional<Layout> asked = named == choice.of_layer.end() ? other : named->second;
    Layout layout = Chosen(asked, network, layer, binary);
    const std::string reason = ReasonAgainst(layout, network, layer, binary);
    if (!reason.empty()) {
      problems.Error({}, fmt::format("--layout: maps of {}: found {}, but {}",
                                     NameOf(network, layer), ToString(layout), reason));
      layout = Layout::kPlanes;
    }
    if (layout != Layout::kPlanes) {
      GroupMaps(layer, layout, StripRowsOf(layout, layer, binary), binary);
    }
    layouts.push_back(layout);
  }
  return layouts;
}

}  // namespace nve
