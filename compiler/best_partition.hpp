// SPDX-License-Identifier: Apache-2.0
// Of the partitions of a layer, the one whose steps cost least.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/partition/units.hpp"
#include "convnet/network.hpp"
#include "program/binary.hpp"

namespace nve {

/// What steps cost. Fewer cycles are better; of equal ones fewer loads of programs; then fewer
/// bytes.
struct StepsCost {
  int64_t cycles = 0;
  int64_t loads = 0;  ///< of programs, on all cores
  int64_t bytes = 0;  ///< moved, on all cores, instructions included
  auto operator<=>(const StepsCost&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The cost of the steps of a layer, which are not in the binary; its programs and planes are.
using CostOfSteps = std::function<StepsCost(const Binary& binary, const Steps& steps)>;

/// Cycles of the core that is busy longest. No stream waits.
StepsCost BusiestCoreCost(const Binary& binary, const Steps& steps);

struct PartitionedLayer {
  Partition partition;
  Steps steps;
};

/// The steps for some strips of a layer whose programs are in the binary, without clear steps, with
/// the best of `partitions`, of which there is at least one; of equal ones the first.
PartitionedLayer BestPartition(const Network& network, int layer, Feed feed,
                               const std::vector<Partition>& partitions, const StripRange& strips,
                               const CostOfSteps& cost, const Binary& binary);

}  // namespace nve
