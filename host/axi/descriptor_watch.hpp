// SPDX-License-Identifier: Apache-2.0
// The descriptors of one DMA, each reported when its status has been written back.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "host/axi/axi.hpp"
#include "host/axi/cycle_observer.hpp"

namespace nve {

class DescriptorWatch {
 public:
  /// `observer` is told of the descriptors of `tile`.
  DescriptorWatch(CycleObserver& observer, int tile) : observer_(&observer), tile_(tile) {}

  /// One cycle: what the DMA's descriptor master and its port drive.
  void Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now);

 private:
  CycleObserver* observer_;
  int tile_;
  std::map<uint64_t, uint64_t> fetched_;  // address to cycle of the fetch
  std::deque<uint64_t> writes_;           // addresses without response
};

}  // namespace nve
