// SPDX-License-Identifier: Apache-2.0
// A function for each rule: see channel_rules.hpp.
#include "planner/shapes/channel_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace nve::planner {
namespace {

const LayerShape& Smallest(const Producers& producers) {
  return **std::min_element(
      producers.begin(), producers.end(),
      [](const LayerShape* a, const LayerShape* b) { return a->oh * a->ow < b->oh * b->ow; });
}

// The channels of a sum of all, if they can be added.
std::optional<int64_t> Added(const Producers& producers) {
  const LayerShape& first = *producers.front();
  const auto fits = [&](const LayerShape* other) {
    return other->oc == first.oc ||
           (other->oc < first.oc && other->oh > first.oh && other->ow > first.ow);
  };
  return std::all_of(producers.begin(), producers.end(), fits) ? std::optional(first.oc)
                                                               : std::nullopt;
}

int64_t SideBySide(const Producers& producers) {
  int64_t channels = 0;
  for (const LayerShape* producer : producers) channels += producer->oc;
  return channels;
}

// All as channels of the smallest map, if each map is a whole multiple of it.
std::optional<int64_t> Reorganised(const Producers& producers) {
  const LayerShape& smallest = Smallest(producers);
  int64_t channels = 0;
  for (const LayerShape* producer : producers) {
    const int64_t factor = producer->oh / smallest.oh;
    if (producer->oh != factor * smallest.oh || producer->ow != factor * smallest.ow) {
      return std::nullopt;
    }
    channels += producer->oc * factor * factor;
  }
  return channels;
}

bool IsFullyConnected(const LayerShape& layer) {
  return layer.oh == 1 && layer.ow == 1 && layer.kh == 1 && layer.kw == 1;
}

// `pixels` are those of a map of at most rows x columns.
bool FillsMap(int64_t pixels, int64_t rows, int64_t columns) {
  for (int64_t side = 1; side * side <= pixels; ++side) {
    if (pixels % side != 0) continue;
    const int64_t other = pixels / side;
    if ((side <= rows && other <= columns) || (other <= rows && side <= columns)) return true;
  }
  return false;
}

bool IsFlattened(const LayerShape& layer, const Producers& producers) {
  const int64_t channels = SideBySide(producers);
  const LayerShape& smallest = Smallest(producers);
  return IsFullyConnected(layer) && layer.ic % channels == 0 &&
         FillsMap(layer.ic / channels, smallest.oh, smallest.ow);
}

}  // namespace

bool ChannelsFit(const LayerShape& layer, const Producers& producers) {
  return Added(producers) == layer.ic || SideBySide(producers) == layer.ic ||
         Reorganised(producers) == layer.ic || IsFlattened(layer, producers);
}

std::string AllowedChannels(const LayerShape& layer, const Producers& producers) {
  const int64_t side_by_side = SideBySide(producers);
  const std::optional<int64_t> added = Added(producers);
  const std::optional<int64_t> reorganised = Reorganised(producers);
  std::string allowed = fmt::format("{}", side_by_side);
  if (producers.size() > 1) allowed += " (side by side)";
  if (producers.size() > 1 && added) allowed += fmt::format(", {} (sum)", *added);
  if (reorganised && *reorganised != side_by_side) {
    allowed += fmt::format(", {} (reorganised)", *reorganised);
  }
  if (IsFullyConnected(layer)) {
    const LayerShape& smallest = Smallest(producers);
    allowed += fmt::format(", {} times the pixels of a map of at most {}x{}", side_by_side,
                           smallest.oh, smallest.ow);
  }
  return allowed;
}

}  // namespace nve::planner
