// SPDX-License-Identifier: Apache-2.0
// Cells to sizes by the table of layer_limits.hpp; names by the letters that they may have.
#include "planner/shapes/shape_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text/numbers.hpp"
#include "planner/shapes/layer_limits.hpp"
#include "planner/shapes/shapes_csv.hpp"

namespace nve::planner {
namespace {

constexpr size_t kLongestName = 64;

SourceLocation Place(const std::string& file, int line, const std::string& column) {
  return {file, line, "column " + column};
}

bool IsNameLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_./-").find(c) != std::string_view::npos;
}

bool IsName(const std::string& text) {
  return !text.empty() && text.size() <= kLongestName &&
         std::all_of(text.begin(), text.end(), IsNameLetter);
}

// The parts between separators, without empty ones.
std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

void ReadSize(const SizeLimit& limit, const std::string& cell, const SourceLocation& where,
              LayerShape& layer, Diagnostics& diagnostics) {
  if (cell.empty() && !limit.required) return;
  // No size is negative, and -0 is no number.
  const std::optional<uint64_t> size = ParseNumber(cell, static_cast<uint64_t>(limit.most));
  layer.*limit.size = size ? static_cast<int64_t>(*size) : limit.least - 1;
  if (layer.*limit.size >= limit.least) return;
  diagnostics.Error(where,
                    NumberProblem(Shown(cell), fmt::format("{} to {}", limit.least, limit.most)));
}

void ReadSizes(const CsvRow& row, const ShapeColumns& columns, const std::string& file,
               LayerShape& layer, Diagnostics& diagnostics) {
  for (const SizeLimit& limit : kSizeLimits) {
    if (columns.Has(limit.name)) {
      ReadSize(limit, columns.Cell(row, limit.name), Place(file, row.line, limit.name), layer,
               diagnostics);
    } else if (limit.required) {
      layer.*limit.size = limit.least - 1;  // The missing column has been reported.
    }
  }
}

void ForgetSizes(LayerShape& layer) {
  for (const SizeLimit& limit : kSizeLimits) layer.*limit.size = limit.least - 1;
}

void CheckName(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics) {
  if (IsName(name)) return;
  diagnostics.Error(where, fmt::format("found '{}', allowed: 1 to {} letters, digits and _ . / -",
                                       Shown(name), kLongestName));
}

}  // namespace

ShapeColumns::ShapeColumns(const CsvRow& header, const std::string& file,
                           Diagnostics& diagnostics) {
  const std::vector<std::string> known = Split(kShapeColumns, ',');
  for (const std::string& name : header.cells) {
    const SourceLocation where = {file, header.line, "line of columns"};
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      diagnostics.Error(where, fmt::format("found '{}', allowed: {}", Shown(name), kShapeColumns));
    } else if (Has(name)) {
      diagnostics.Error(where, fmt::format("found '{}' twice, allowed: each column once", name));
    }
    names_.push_back(name);
  }
  const auto need = [&](const std::string& name) {
    if (Has(name)) return;
    diagnostics.Error(Place(file, header.line, name), "found none, allowed: one");
  };
  need("layer");
  for (const SizeLimit& limit : kSizeLimits) {
    if (limit.required) need(limit.name);
  }
}

bool ShapeColumns::Has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

const std::string& ShapeColumns::Cell(const CsvRow& row, const std::string& name) const {
  static const std::string kNone;
  const auto column = std::find(names_.begin(), names_.end(), name) - names_.begin();
  const auto index = static_cast<size_t>(column);
  return index < row.cells.size() ? row.cells[index] : kNone;
}

LayerShape ReadShapeRow(const CsvRow& row, const ShapeColumns& columns, const std::string& file,
                        Diagnostics& diagnostics) {
  LayerShape layer;
  layer.line = row.line;
  layer.name = columns.Cell(row, "layer");
  if (columns.Has("layer")) CheckName(layer.name, Place(file, row.line, "layer"), diagnostics);
  if (row.cells.size() != columns.Count()) {
    diagnostics.Error({file, row.line, ""},
                      fmt::format("found {} cells, allowed: {}, as many as the line of columns has",
                                  row.cells.size(), columns.Count()));
    ForgetSizes(layer);
    return layer;
  }
  layer.from = Split(columns.Cell(row, "from"), ' ');
  layer.source = columns.Cell(row, "source");
  ReadSizes(row, columns, file, layer, diagnostics);
  if (WithinLimits(layer)) {
    CheckSizes(
        layer, [&](const char* size) { return Place(file, row.line, size); }, diagnostics);
  }
  return layer;
}

std::string Shown(const std::string& text) {
  constexpr size_t kShown = 60;
  return text.size() <= kShown ? text : text.substr(0, kShown) + "...";
}

}  // namespace nve::planner
