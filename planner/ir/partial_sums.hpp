// SPDX-License-Identifier: Apache-2.0
// How far each output tile is: which input channels its sums have, and where they are.
#pragma once

#include <cstdint>
#include <map>

namespace nve::planner {

/// Input channels that were added, as ranges that do not touch.
class AddedChannels {
 public:
  /// False if one of them is there already.
  bool Add(int64_t first, int64_t count);
  int64_t Count() const { return count_; }

 private:
  std::map<int64_t, int64_t> ends_;  // of each range, by its first channel
  int64_t count_ = 0;
};

/// The sums of one output tile.
struct PartialSums {
  AddedChannels added;
  bool started = false;
  bool unsaved = false;    ///< on chip only
  bool is_judged = true;   ///< false after a CONV that was wrong: what is missing is not told
  int last_conv = 0;       ///< line
  int last_store = 0;      ///< line
  bool stored = false;     ///< at least once
  bool was_whole = false;  ///< a store had all input channels
};

}  // namespace nve::planner
