// SPDX-License-Identifier: Apache-2.0
// One pass with a map from key to place.
#include "planner/shapes/schedule_cache.hpp"

#include <map>

namespace nve::planner {

ShapeKey KeyOf(const LayerShape& layer) {
  return {layer.oc,       layer.ic,       layer.oh,    layer.ow,    layer.kh,    layer.kw,
          layer.stride_h, layer.stride_w, layer.pad_h, layer.pad_w, layer.groups};
}

ScheduleCache CacheLayers(const NetworkShape& network) {
  ScheduleCache cache;
  std::map<ShapeKey, size_t> places;
  for (const LayerShape& layer : network.layers) {
    const auto [entry, is_new] = places.emplace(KeyOf(layer), cache.distinct.size());
    if (is_new) {
      cache.distinct.push_back(layer);
    } else {
      cache.distinct[entry->second].count += layer.count;
    }
    cache.place.push_back(entry->second);
  }
  return cache;
}

}  // namespace nve::planner
