// SPDX-License-Identifier: Apache-2.0
// Next uses from the last step to the first, then step by step: see slots.hpp.
#include "planner/ir/slots.hpp"

#include <algorithm>

namespace nve::planner {

Slots::Slots(size_t slots, std::vector<size_t> uses, size_t tiles)
    : uses_(std::move(uses)), next_(uses_.size()), slot_(tiles) {
  std::vector<size_t> later(tiles, uses_.size());
  for (size_t step = uses_.size(); step-- > 0;) {
    next_[step] = later[uses_[step]];
    later[uses_[step]] = step;
  }
  for (size_t slot = std::min(slots, tiles); slot-- > 0;) free_.push_back(slot);
}

size_t Slots::TakeSlot(Found& found) {
  if (!free_.empty()) {
    const size_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  const auto furthest = std::prev(held_.end());
  found.gone = furthest->second;
  const size_t slot = *slot_[*found.gone];
  slot_[*found.gone].reset();
  held_.erase(furthest);
  return slot;
}

Slots::Found Slots::Next() {
  const size_t tile = uses_[step_];
  Found found;
  found.was_there = slot_[tile].has_value();
  if (found.was_there) {
    held_.erase({step_, tile});
  } else {
    slot_[tile] = TakeSlot(found);
  }
  found.slot = *slot_[tile];
  found.is_last = next_[step_] == uses_.size();
  if (found.is_last) {
    free_.push_back(found.slot);
    slot_[tile].reset();
  } else {
    held_.emplace(next_[step_], tile);
  }
  ++step_;
  return found;
}

}  // namespace nve::planner
