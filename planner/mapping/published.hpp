// Figures that the e-PlaNNer thesis prints, to stand beside ours. Nothing is computed from them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace nve::planner {

/// The thesis's five networks: the file in networks/shapes/, the name in its tables, and table 8.1.
struct PublishedNetwork {
  const char* file;
  const char* title;
  double megabytes;                  ///< table 8.1, size: weights of 4 bytes, 2^20 bytes
  double giga_operations;            ///< table 8.1, operations: MACs / 2^30
  int layers;                        ///< table 8.1
  std::optional<int> cached_layers;  ///< table 4.1, after the schedule cache
  double non_pruned;                 ///< table 8.5, millions of plans
};
inline constexpr int kPublishedNetworks = 5;
const std::array<PublishedNetwork, kPublishedNetworks>& PublishedNetworks();

/// The set-ups of table 8.2 as rows, the networks in the order above as columns.
using SetUpTable = std::array<std::array<double, kPublishedNetworks>, 4>;

/// Table 8.4: mean speed-up over the three baselines, measured on a Jetson TX2.
const SetUpTable& PublishedSpeedUps();

/// Table 8.5: plans that are left after pruning.
const SetUpTable& PublishedPrunedPlans();

/// Section 8.3: mean volume reduction over the baselines in percent, as far as it is printed.
struct PublishedReduction {
  double all = 21.14;
  double setup_a = 26.36;
  double setup_b = 16.57;
  double yolov2 = 52.07;
  double alexnet = 2.67;
};

/// A claim of the thesis that was tested here, and what came out.
struct Verdict {
  const char* claim;
  const char* where;
  bool holds;
  const char* reason;
};
const std::array<Verdict, 8>& ThesisVerdicts();

}  // namespace nve::planner
