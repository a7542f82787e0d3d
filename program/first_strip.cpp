// SPDX-License-Identifier: Apache-2.0
// Regions of steps against the first rows of the output: see first_strip.hpp.
#include "program/first_strip.hpp"

#include <algorithm>

#include "program/step_regions.hpp"

namespace nve {

std::vector<bool> WritesFirstStrip(const Binary& binary) {
  std::vector<PlaneRegion> strips;
  for (const int number : binary.output_planes) {
    const Plane& plane = binary.planes.at(static_cast<size_t>(number));
    strips.push_back({number, BytesOfRows(plane, 0, RowsOfStrip(binary, plane.layer)),
                      Intervals(0, plane.columns)});
  }
  std::vector<bool> writes;
  writes.reserve(binary.steps.size());
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    const auto meets = [&](const PlaneRegion& region) {
      return std::ranges::any_of(strips, [&](const PlaneRegion& s) { return s.Meets(region); });
    };
    writes.push_back(run != nullptr &&
                     std::ranges::any_of(RegionsOf(run->output, binary.planes), meets));
  }
  return writes;
}

}  // namespace nve
