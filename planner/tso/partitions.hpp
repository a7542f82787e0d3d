// SPDX-License-Identifier: Apache-2.0
// How TSO divides a convolution over the TLEs: algorithm 2.
//
// The paper has three ways for four TLEs: KS divides the filters by 4, OFM the rows by 4, KS&OFM
// both by 2. Here any number of TLEs is divided into every pair of factors.
#pragma once

#include <string>
#include <vector>

#include "planner/shapes/layer_shape.hpp"

namespace nve::planner::tso {

/// The filters of a layer go to so many groups of TLEs, the rows of outputs to so many.
struct Partition {
  int64_t filters = 1;
  int64_t rows = 1;

  bool operator==(const Partition&) const = default;
};

/// The names of the paper. One TLE alone is kKs.
enum class Strategy { kKs, kKsOfm, kOfm };
Strategy StrategyOf(const Partition& partition);

/// "KS", "KS&OFM" or "OFM".
std::string ToText(Strategy strategy);
/// The same, with both factors if they differ: "KS&OFM 3x2".
std::string ToText(const Partition& partition);

/// Every pair of factors whose product is `tles`, most groups of filters first: for four TLEs KS,
/// KS&OFM and OFM, the order of algorithm 1.
std::vector<Partition> PartitionsOf(int64_t tles);

/// What the largest share of a TLE is.
struct Slice {
  int64_t filters = 1;  ///< TLE_W
  int64_t rows = 1;     ///< TLE_R

  bool operator==(const Slice&) const = default;
};

/// Algorithm 2.
Slice SliceOf(const LayerShape& layer, const Partition& partition);

}  // namespace nve::planner::tso
