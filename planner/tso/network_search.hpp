// SPDX-License-Identifier: Apache-2.0
// TSO over a network: every convolution mapped, layers in parallel, each distinct shape once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/tso/search.hpp"

namespace nve::planner::tso {

/// One convolution.
struct LayerResult {
  LayerShape layer;                ///< `count`: convolutions of the network with this shape
  std::optional<Mapping> mapping;  ///< nothing if no tile fits
  std::string problem;             ///< why none fits (FitProblem)
};

struct NetworkResult {
  std::string network;
  std::string file;
  std::vector<LayerResult> layers;
  double microseconds = 0;  ///< of all mapped convolutions, with bursts
  double estimate = 0;      ///< of these by the model of the search
  int64_t unmapped = 0;     ///< convolutions without a mapping
};

/// Whether TSO maps it: fully connected layers, which are 1x1 maps, are no convolutions to it.
bool IsConvolution(const LayerShape& layer);

/// A network's convolutions. InputError if it has none. A layer that cannot be mapped, for instance
/// with the only flow allowed, is part of the result.
NetworkResult SearchNetwork(const NetworkShape& network, const Npu& npu,
                            const SearchOptions& options);

/// InputError naming every layer without a mapping and what it needs.
void RequireMapped(const NetworkResult& result);

}  // namespace nve::planner::tso
