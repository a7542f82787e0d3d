// SPDX-License-Identifier: Apache-2.0
// Figures that the e-PlaNNer thesis prints, to stand beside ours. Nothing is computed from them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "planner/papers/paper.hpp"
#include "planner/report/volume_table.hpp"

namespace nve::planner {

/// Figures of a network: tables 4.1, 8.1 and 8.5, in the order of kThesisNetworks.
struct PublishedNetwork {
  double megabytes;                  ///< table 8.1, size: weights of 4 bytes, 2^20 bytes
  double giga_operations;            ///< table 8.1, operations: MACs / 2^30
  int layers;                        ///< table 8.1
  std::optional<int> cached_layers;  ///< table 4.1, after the schedule cache
  double non_pruned;                 ///< table 8.5, millions of plans
};
extern const std::array<PublishedNetwork, kThesisNetworks.size()> kPublishedNetworks;

/// The set-ups A to D of table 8.2 as rows, the networks as columns.
using SetUpTable = std::array<std::array<double, kThesisNetworks.size()>, 4>;

/// Table 8.2: KB of input, weight and output memory.
extern const std::array<std::array<int, 3>, 4> kPublishedMemories;
/// Table 8.4: mean speed-up over the three baselines, measured on a Jetson TX2.
extern const SetUpTable kPublishedSpeedUps;
/// Table 8.5: plans that are left after pruning.
extern const SetUpTable kPublishedPrunedPlans;

/// Section 8.3: mean reduction of the words moved, in percent, as far as it is printed.
struct PublishedReduction {
  double all = 21.14;
  double setup_a = 26.36;
  double setup_b = 16.57;
  double yolov2 = 52.07;
  double alexnet = 2.67;
};

/// DRAM words of one layer as other mappers plan it for set-up A, whole rows, divisor tiles, halo
/// counted; measured for this project's reference with the versions named.
struct OtherMappers {
  const char* network;
  const char* layer;
  int64_t timeloop;        ///< Timeloop 3.0.3, complete search
  int64_t zigzag_shipped;  ///< ZigZag 3.8.5 as it is shipped
  int64_t zigzag_loops;    ///< the same with eight temporal loops
};
extern const std::array<OtherMappers, 6> kOtherMappers;

const std::vector<Verdict>& ThesisVerdicts();

}  // namespace nve::planner
