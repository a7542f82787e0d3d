// SPDX-License-Identifier: Apache-2.0
// The plans of a layer, or the layers of a network, on the roofline (e-PlaNNer figures 5.2
// and 6.5).
#pragma once

#include <string>
#include <vector>

#include "planner/mapping/search.hpp"

namespace nve::planner {

/// A plan as a point: MACs per byte, GMAC/s.
struct RooflinePoint {
  double intensity = 0;
  double attainable = 0;
  int kind = 0;      ///< place in the drawing's kinds
  std::string text;  ///< written beside the point; empty: a small mark
};

struct RooflineDrawing {
  std::string title;
  std::vector<std::string> kinds;  ///< legend; later kinds are drawn above earlier ones
  std::vector<RooflinePoint> points;
};

/// The whole search space of a layer, in colours: plans that fit, those that the initial tiles
/// (algorithm 1), loop elimination (2) and loop interchange (3) leave, and the chosen one.
RooflineDrawing SearchSpaceDrawing(const LayerShape& layer, const Hardware& hardware,
                                   const SearchOptions& options);

/// The chosen plan of every layer.
RooflineDrawing NetworkDrawing(const NetworkShape& network, const Hardware& hardware,
                               const SearchOptions& options);

/// Both axes logarithmic; the roofs are the machine's. Points on the same pixel are drawn once.
std::string RooflineSvg(const RooflineDrawing& drawing, const Hardware& hardware);

}  // namespace nve::planner
