// SPDX-License-Identifier: Apache-2.0
// Networks layer by layer: see network_search.hpp.
#include "planner/tso/network_search.hpp"

#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/processes/parallel_for.hpp"
#include "planner/shapes/schedule_cache.hpp"
#include "planner/tso/fit_problem.hpp"

namespace nve::planner::tso {

bool IsConvolution(const LayerShape& layer) {
  return layer.oh != 1 || layer.ow != 1 || layer.kh != 1 || layer.kw != 1;
}

NetworkResult SearchNetwork(const NetworkShape& network, const Npu& npu,
                            const SearchOptions& options) {
  NetworkResult result;
  result.network = network.name;
  result.file = network.file;
  for (const LayerShape& layer : CacheLayers(network).distinct) {
    if (IsConvolution(layer)) result.layers.push_back({layer, std::nullopt, ""});
  }
  if (result.layers.empty()) {
    throw InputError({network.file, 0, ""}, "found no convolution, allowed: at least one");
  }
  ParallelFor(result.layers.size(), [&](size_t i) {
    LayerResult& layer = result.layers[i];
    layer.mapping = SearchLayer(layer.layer, npu, options);
    if (!layer.mapping) layer.problem = FitProblem(layer.layer, npu, options);
  });
  for (const LayerResult& layer : result.layers) {
    if (!layer.mapping) {
      result.unmapped += layer.layer.count;
      continue;
    }
    result.microseconds += static_cast<double>(layer.layer.count) * layer.mapping->microseconds;
    result.estimate += static_cast<double>(layer.layer.count) * layer.mapping->estimate;
  }
  return result;
}

void RequireMapped(const NetworkResult& result) {
  Diagnostics problems;
  for (const LayerResult& layer : result.layers) {
    if (layer.mapping) continue;
    problems.Error({result.file, layer.layer.line, layer.layer.name}, layer.problem);
  }
  problems.ThrowIfErrors();
}

}  // namespace nve::planner::tso
