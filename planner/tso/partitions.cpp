// SPDX-License-Identifier: Apache-2.0
// Partitions over TLEs: see partitions.hpp.
#include "planner/tso/partitions.hpp"

#include <fmt/format.h>

#include "planner/mapping/tile.hpp"

namespace nve::planner::tso {

Strategy StrategyOf(const Partition& partition) {
  if (partition.rows == 1) return Strategy::kKs;
  return partition.filters == 1 ? Strategy::kOfm : Strategy::kKsOfm;
}

std::string ToText(Strategy strategy) {
  if (strategy == Strategy::kKs) return "KS";
  return strategy == Strategy::kOfm ? "OFM" : "KS&OFM";
}

std::string ToText(const Partition& partition) {
  const Strategy strategy = StrategyOf(partition);
  if (strategy != Strategy::kKsOfm || partition.filters == partition.rows) return ToText(strategy);
  return fmt::format("{} {}x{}", ToText(strategy), partition.filters, partition.rows);
}

std::vector<Partition> PartitionsOf(int64_t tles) {
  std::vector<Partition> partitions;
  for (int64_t filters = tles; filters >= 1; --filters) {
    if (tles % filters == 0) partitions.push_back({filters, tles / filters});
  }
  return partitions;
}

Slice SliceOf(const LayerShape& layer, const Partition& partition) {
  return {Trips(layer.oc, partition.filters), Trips(layer.oh, partition.rows)};
}

}  // namespace nve::planner::tso
