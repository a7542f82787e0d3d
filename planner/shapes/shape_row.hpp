// SPDX-License-Identifier: Apache-2.0
// One line of a shapes file as a layer.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/csv_rows.hpp"
#include "planner/shapes/layer_shape.hpp"

namespace nve::planner {

/// Which cell of a line belongs to which column.
class ShapeColumns {
 public:
  /// From the line that names them. Reports unknown and double columns, and those that are missing.
  ShapeColumns(const CsvRow& header, const std::string& file, Diagnostics& diagnostics);

  size_t Count() const { return names_.size(); }
  bool Has(const std::string& name) const;
  /// The cell of a column; empty if the file has no such column.
  const std::string& Cell(const CsvRow& row, const std::string& name) const;

 private:
  std::vector<std::string> names_;
};

/// Reads a line and checks its sizes beside each other. A size that is missing or wrong is reported
/// and stays beyond its limits, so that no later check takes it for a size of the layer.
LayerShape ReadShapeRow(const CsvRow& row, const ShapeColumns& columns, const std::string& file,
                        Diagnostics& diagnostics);

/// A text of the file as messages show it: a long one is cut.
std::string Shown(const std::string& text);

}  // namespace nve::planner
