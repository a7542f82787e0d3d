// SPDX-License-Identifier: Apache-2.0
// Names first, then the rules of channels and maps for layers whose names are all found.
#include "planner/shapes/from_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "planner/shapes/channel_rules.hpp"
#include "planner/shapes/layer_limits.hpp"
#include "planner/shapes/shape_row.hpp"

namespace nve::planner {
namespace {

using Positions = std::map<std::string, size_t>;

SourceLocation Place(const NetworkShape& network, const LayerShape& layer, const char* column) {
  return {network.file, layer.line, std::string("column ") + column};
}

// The first layer of each name.
Positions PositionsOf(const NetworkShape& network) {
  Positions positions;
  for (size_t i = 0; i < network.layers.size(); ++i) positions.emplace(network.layers[i].name, i);
  return positions;
}

// The layer's producers; nothing if a name is wrong.
std::optional<Producers> FindProducers(const NetworkShape& network, size_t index,
                                       const Positions& positions, Diagnostics& diagnostics) {
  const LayerShape& layer = network.layers[index];
  const SourceLocation where = Place(network, layer, "from");
  const int errors = diagnostics.errors();
  Producers producers;
  std::set<std::string> seen;
  for (const std::string& name : layer.from) {
    const auto found = positions.find(name);
    if (found == positions.end()) {
      diagnostics.Error(where,
                        fmt::format("found '{}', allowed: layers of earlier lines", Shown(name)));
    } else if (found->second >= index) {
      diagnostics.Error(where,
                        fmt::format("found '{}' of line {}, allowed: layers of earlier lines", name,
                                    network.layers[found->second].line));
    } else if (!seen.insert(name).second) {
      diagnostics.Error(where, fmt::format("found '{}' twice, allowed: each layer once", name));
    } else {
      producers.push_back(&network.layers[found->second]);
    }
  }
  return errors == diagnostics.errors() ? std::optional(producers) : std::nullopt;
}

// "fire2/expand1x1, fire2/expand3x3", of very many the first ones.
std::string NamesOf(const Producers& producers) {
  constexpr size_t kNamed = 4;
  std::vector<std::string> names;
  for (const LayerShape* producer : producers) names.push_back(producer->name);
  if (names.size() > kNamed) {
    names.resize(kNamed);
    names.emplace_back("...");
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void CheckChannels(const NetworkShape& network, const LayerShape& layer, const Producers& producers,
                   Diagnostics& diagnostics) {
  if (ChannelsFit(layer, producers)) return;
  diagnostics.Error(Place(network, layer, "ic"),
                    fmt::format("found {}, allowed from {}: {}", layer.ic, NamesOf(producers),
                                AllowedChannels(layer, producers)));
}

void CheckMaps(const NetworkShape& network, const LayerShape& layer, const Producers& producers,
               Diagnostics& diagnostics) {
  const auto check = [&](const char* column, const char* lines, int64_t out, int64_t read,
                         int64_t LayerShape::*size) {
    for (const LayerShape* producer : producers) {
      if (read <= producer->*size) continue;
      diagnostics.Error(Place(network, layer, column),
                        fmt::format("found {}, which reads {} {}, allowed: at most the {} of {}",
                                    out, read, lines, producer->*size, producer->name));
    }
  };
  check("oh", "rows", layer.oh, InputRows(layer), &LayerShape::oh);
  check("ow", "columns", layer.ow, InputColumns(layer), &LayerShape::ow);
}

}  // namespace

void CheckFrom(const NetworkShape& network, Diagnostics& diagnostics) {
  const Positions positions = PositionsOf(network);
  for (size_t i = 0; i < network.layers.size(); ++i) {
    const LayerShape& layer = network.layers[i];
    const std::optional<Producers> producers = FindProducers(network, i, positions, diagnostics);
    if (!producers || producers->empty() || !WithinLimits(layer)) continue;
    const auto whole = [](const LayerShape* producer) { return WithinLimits(*producer); };
    if (!std::all_of(producers->begin(), producers->end(), whole)) continue;
    CheckChannels(network, layer, *producers, diagnostics);
    CheckMaps(network, layer, *producers, diagnostics);
  }
}

}  // namespace nve::planner
