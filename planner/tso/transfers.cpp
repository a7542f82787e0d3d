// SPDX-License-Identifier: Apache-2.0
// Loads and stores: see transfers.hpp.
#include "planner/tso/transfers.hpp"

#include <algorithm>

namespace nve::planner::tso {
namespace {

// Steps of a slice's outputs, and of its inputs: the products that the equations share.
struct Steps {
  int64_t maps = 1;    // ceil(TLE_R / T_R) ceil(C / T_C)
  int64_t inputs = 1;  // #TLEs maps ceil(N / T_N)
};

PerTensor Printed(const LayerShape& layer, const Slice& slice, const CoreTile& tile, Flow flow,
                  const Npu& npu, const Steps& steps) {
  const int64_t maps = Trips(layer.oh, tile.r) * Trips(layer.ow, tile.c);
  if (flow == Flow::kInput) return {steps.inputs, steps.inputs, maps};
  const int64_t filters = Trips(slice.filters, tile.m);
  return {steps.inputs * filters, (flow == Flow::kOutput ? steps.inputs : npu.tles) * filters,
          maps * Trips(layer.oc, tile.m)};
}

PerTensor Consistent(const Slice& slice, const CoreTile& tile, Flow flow, const Npu& npu,
                     const Steps& steps) {
  const int64_t rounds = RoundsOf(slice, tile, npu);
  // TLTs without a filter load and store nothing
  const int64_t busy = std::min(npu.tlts, slice.filters);
  const int64_t out = npu.tles * busy * steps.maps * rounds;
  if (flow == Flow::kInput) return {steps.inputs, busy * steps.inputs, out};
  return {steps.inputs * rounds, busy * rounds * (flow == Flow::kOutput ? steps.inputs : npu.tles),
          out};
}

}  // namespace

PerTensor TransfersOf(const LayerShape& layer, const Partition& partition, const CoreTile& tile,
                      Flow flow, const Npu& npu, Reading reading) {
  const Slice slice = SliceOf(layer, partition);
  Steps steps;
  steps.maps = Trips(slice.rows, tile.r) * Trips(layer.ow, tile.c);
  steps.inputs = npu.tles * steps.maps * Trips(layer.GroupInputs(), tile.n);
  return reading == Reading::kPrinted ? Printed(layer, slice, tile, flow, npu, steps)
                                      : Consistent(slice, tile, flow, npu, steps);
}

}  // namespace nve::planner::tso
