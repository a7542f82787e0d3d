// SPDX-License-Identifier: Apache-2.0
// One memory of equal slots, whose future is known: Belady's rule.
//
// A tile that must make room is the one whose next use is furthest away. No other rule loads less
// often.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace nve::planner {

class Slots {
 public:
  /// `uses`: the tile that each step uses, of tiles 0 to `tiles` - 1.
  Slots(size_t slots, std::vector<size_t> uses, size_t tiles);

  /// What a step finds.
  struct Found {
    size_t slot = 0;             ///< where its tile is from now on
    bool was_there = false;      ///< otherwise it comes new
    std::optional<size_t> gone;  ///< the tile that makes room
    bool is_last = false;        ///< no later step uses the tile
  };
  /// Of the next step. A tile that no later step uses leaves its slot by itself.
  Found Next();

 private:
  size_t TakeSlot(Found& found);

  std::vector<size_t> uses_;
  std::vector<size_t> next_;                  // the next use of a step's tile; steps: none
  std::vector<std::optional<size_t>> slot_;   // of each tile
  std::set<std::pair<size_t, size_t>> held_;  // next use and tile
  std::vector<size_t> free_;                  // the last one is taken first
  size_t step_ = 0;
};

}  // namespace nve::planner
