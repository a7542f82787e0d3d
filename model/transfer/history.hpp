// SPDX-License-Identifier: Apache-2.0
// Cycles of a sequence of events, and the last values of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nve::transfer {

/// A clock cycle since the beginning of the prediction.
using Cycle = int64_t;
/// Depends on an event that has not been placed yet.
inline constexpr Cycle kUnknown = INT64_MAX / 4;
/// Before everything.
inline constexpr Cycle kLongAgo = -kUnknown;

/// `cycles` after an event, if it is known.
inline Cycle After(Cycle event, Cycle cycles = 1) {
  return event == kUnknown ? kUnknown : event + cycles;
}

/// A sequence that remembers its last `kDepth` values, a power of two. Indices count from its
/// begin; before it, everything was long ago.
template <size_t kDepth>
class History {
 public:
  void Push(Cycle value) { ring_[static_cast<size_t>(count_++) & (kDepth - 1)] = value; }
  /// One of the last kDepth values; kUnknown if it has not come yet.
  Cycle At(int64_t index) const {
    if (index < 0) return kLongAgo;
    return index < count_ ? ring_[static_cast<size_t>(index) & (kDepth - 1)] : kUnknown;
  }
  Cycle Last() const { return At(count_ - 1); }
  int64_t count() const { return count_; }

 private:
  static_assert((kDepth & (kDepth - 1)) == 0);
  std::array<Cycle, kDepth> ring_{};
  int64_t count_ = 0;
};

}  // namespace nve::transfer
