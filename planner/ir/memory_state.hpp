// SPDX-License-Identifier: Apache-2.0
// What lies in one memory, step after step.
#pragma once

#include <map>
#include <vector>

#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

/// Tiles by address; no two of them overlap.
class MemoryState {
 public:
  struct Held {
    IrTileRef tile;
    int64_t end = 0;  ///< the first address behind it
  };

  /// Puts a tile there. What it lies on top of is gone, and is returned.
  std::vector<IrTileRef> Put(const IrTileRef& tile, int64_t address, int64_t words);

  void Remove(int64_t address) { held_.erase(address); }

 private:
  std::map<int64_t, Held> held_;
};

}  // namespace nve::planner
