// SPDX-License-Identifier: Apache-2.0
// The best mapping of a convolution on an NPU: TSO's algorithms 1 and 3, exhaustively.
//
// Partitions, flows, then tiles of rows, columns and channels; least time wins. The paper steps
// through all integers. The search takes the distinct ceil(N/c) unless told otherwise: for each
// trip count the smallest tile. It moves the fewest bytes in the fewest bursts and leaves most room
// for filters. More filters a tile are rarely slower, so the choice loses rarely: in 59 of 100 000
// random layers, and in none of the paper's networks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planner/mapping/tile_values.hpp"
#include "planner/tso/time.hpp"

namespace nve::planner::tso {

/// Which of several mappings of the least time is taken. Without bursts there are many: every tile
/// shape that moves the same bytes. With bursts they are up to 8 times apart, summed over a
/// network.
enum class Tie {
  /// The first that is found, in the order of algorithms 1 and 3, small tiles first. Times are
  /// compared to their last bit, so how the sum of equation 9 is rounded decides at times. This is
  /// the paper's listing run with 64-bit numbers.
  kFirstFound,
  /// Times that only rounding tells apart are equal, here and below. The widest tile, of these the
  /// tallest.
  kWidest,
  /// The fewest bursts: the luckiest choice of a search that does not see bursts.
  kFewestBursts,
  /// The most bursts: its unluckiest.
  kMostBursts,
};

struct SearchOptions {
  Model model = Model::kBurst;
  Reading reading = Reading::kPrinted;
  Tie tie = Tie::kFirstFound;
  TileSet tiles = TileSet::kDistinct;
  std::vector<Strategy> strategies = {Strategy::kKs, Strategy::kKsOfm, Strategy::kOfm};
  std::vector<Flow> flows = {Flow::kInput, Flow::kOutput, Flow::kWeight};
};

/// A convolution on the NPU and what it costs.
struct Mapping {
  Partition partition;
  Flow flow = Flow::kInput;
  CoreTile tile;
  PerTensor transfers;          ///< alphas: how often each tile moves
  PerTensor bytes;              ///< of one tile
  PerTensor bursts;             ///< of one tile
  double mac_microseconds = 0;  ///< equation 8
  double estimate = 0;          ///< equation 6 by the model of the search, microseconds
  double microseconds = 0;      ///< equation 6 with bursts, whatever the model
};

/// What a tile with this partition and flow costs; whether it fits is not looked at.
Mapping Evaluate(const LayerShape& layer, const Partition& partition, Flow flow,
                 const CoreTile& tile, const Npu& npu, const SearchOptions& options);

/// T_M, GetFilters of algorithm 3: as many filters of a TLT as fit beside `tile`'s T_N, T_R and
/// T_C; of equally many rounds the fewest. 0 if none fits. With IS a tile has all filters of the
/// TLT or does not fit, as section IV-D says.
int64_t FiltersThatFit(const LayerShape& layer, const Slice& slice, Flow flow, const CoreTile& tile,
                       const Npu& npu);

/// Nothing if no tile fits.
std::optional<Mapping> SearchLayer(const LayerShape& layer, const Npu& npu,
                                   const SearchOptions& options);

}  // namespace nve::planner::tso
