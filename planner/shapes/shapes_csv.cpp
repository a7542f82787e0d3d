// SPDX-License-Identifier: Apache-2.0
// Line by line, then what lines say about each other: names and `from`.
#include "planner/shapes/shapes_csv.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/text/csv_rows.hpp"
#include "planner/shapes/from_checks.hpp"
#include "planner/shapes/layer_limits.hpp"
#include "planner/shapes/shape_row.hpp"

namespace nve::planner {
namespace {

// A kilobyte for each layer.
constexpr size_t kMostFileBytes = kMostLayers << 10;

void CheckCount(size_t lines, const std::string& file, Diagnostics& diagnostics) {
  if (lines >= 1 && lines <= kMostLayers) return;
  diagnostics.Error({file, 0, ""},
                    fmt::format("found {} layers, allowed: 1 to {}", lines, kMostLayers));
}

void CheckNames(const NetworkShape& network, Diagnostics& diagnostics) {
  std::map<std::string, int> lines;
  for (const LayerShape& layer : network.layers) {
    if (layer.name.empty()) continue;
    const auto [first, is_new] = lines.emplace(layer.name, layer.line);
    if (is_new) continue;
    diagnostics.Error({network.file, layer.line, "column layer"},
                      fmt::format("found '{}', which is also in line {}, allowed: each name once",
                                  Shown(layer.name), first->second));
  }
}

}  // namespace

NetworkShape ParseShapes(const std::string& text, const std::string& file) {
  Diagnostics diagnostics;
  NetworkShape network;
  network.name = std::filesystem::path(file).stem();
  network.file = file;
  const std::vector<CsvRow> rows = ParseCsv(text, file, diagnostics);
  if (rows.empty()) {
    diagnostics.Error({file, 0, ""},
                      fmt::format("found no line of columns, allowed: {}", kShapeColumns));
    diagnostics.ThrowIfErrors();
  }
  CheckCount(rows.size() - 1, file, diagnostics);
  const ShapeColumns columns(rows.front(), file, diagnostics);
  for (size_t i = 1; i < rows.size(); ++i) {
    network.layers.push_back(ReadShapeRow(rows[i], columns, file, diagnostics));
  }
  CheckNames(network, diagnostics);
  if (columns.Has("layer")) CheckFrom(network, diagnostics);
  diagnostics.ThrowIfErrors();
  return network;
}

NetworkShape ReadShapes(const std::string& path) {
  return ParseShapes(ReadFileText(path, kMostFileBytes), path);
}

}  // namespace nve::planner
