// SPDX-License-Identifier: Apache-2.0
// Intervals of addresses: see memory_state.hpp.
#include "planner/ir/memory_state.hpp"

#include <iterator>

namespace nve::planner {

std::vector<IrTileRef> MemoryState::Put(const IrTileRef& tile, int64_t address, int64_t words) {
  std::vector<IrTileRef> gone;
  auto next = held_.lower_bound(address);
  if (next != held_.begin() && std::prev(next)->second.end > address) --next;
  while (next != held_.end() && next->first < address + words) {
    gone.push_back(next->second.tile);
    next = held_.erase(next);
  }
  held_[address] = {tile, address + words};
  return gone;
}

}  // namespace nve::planner
