// SPDX-License-Identifier: Apache-2.0
// Charts that lie beside a result, as parts of a page.
#pragma once

#include <string>

#include "report/html/html.hpp"

namespace nve {

/// A drawing of a file.
struct ChartFile {
  std::string name;  ///< the file's, without folder and ending
  std::string svg;
};

/// Reads an SVG. InputError if it has in it what neither our charts nor those of matplotlib have: a
/// script, an element of another kind, a link to elsewhere.
ChartFile ReadChart(const std::string& path);

/// As a picture, in which a browser runs and asks for nothing.
Html ChartFigure(const ChartFile& chart);

}  // namespace nve
