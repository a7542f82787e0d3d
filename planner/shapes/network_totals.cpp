// SPDX-License-Identifier: Apache-2.0
// Sums over the layers, each as often as the network has it.
#include "planner/shapes/network_totals.hpp"

namespace nve::planner {

double NetworkTotals::Megabytes() const {
  constexpr double kWordBytes = 4;
  return static_cast<double>(weights) * kWordBytes / (1 << 20);
}

double NetworkTotals::GigaOperations() const { return static_cast<double>(macs) / (1 << 30); }

NetworkTotals TotalsOf(const NetworkShape& network) {
  NetworkTotals totals;
  for (const LayerShape& layer : network.layers) {
    totals.layers += layer.count;
    totals.weights += layer.count * layer.Weights();
    totals.macs += layer.count * layer.Macs();
  }
  return totals;
}

}  // namespace nve::planner
