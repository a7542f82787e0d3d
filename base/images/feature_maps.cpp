// SPDX-License-Identifier: Apache-2.0
#include "base/images/feature_maps.hpp"

#include <fmt/format.h>

namespace nve {

std::string TooSmall(const FeatureMaps& found, int maps, int height, int width,
                     const std::string& who) {
  if (found.maps >= maps && found.height >= height && found.width >= width) return "";
  return fmt::format(
      "too small: {} {} map{} of {} x {} pixels (width x height), found {} of {} x {}", who, maps,
      maps == 1 ? "" : "s", width, height, found.maps, found.width, found.height);
}

}  // namespace nve
