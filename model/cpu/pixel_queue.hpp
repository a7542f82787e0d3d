// SPDX-License-Identifier: Apache-2.0
// Table look-ups that wait to be done between the products of the next block: they use other units
// of the processor than vector instructions, but are too many for it to find them by itself.
#pragma once

#include <cstdint>

#include "convnet/weights.hpp"
#include "model/cpu/simd.hpp"

namespace nve::simd {

class PixelQueue {
 public:
  explicit PixelQueue(const LayerWeights& weights)
      : table_(weights.table.data() + kTableEntries / 2) {}

  /// Where the next vector of table indices is to be written. The first `count` of them become
  /// pixels. At most kSumRows * kVectors vectors may wait.
  HWY_INLINE int16_t* Push(uint8_t* pixels, int count) {
    runs_[end_] = {pixels, count};
    return indices_ + end_++ * kLanes;
  }

  /// Looks up the pixels of one vector, if any waits.
  HWY_INLINE void Step() {
    if (next_ < end_) LookUp(next_++);
  }

  /// Looks up all.
  HWY_INLINE void Finish() {
    while (next_ < end_) LookUp(next_++);
    next_ = 0;
    end_ = 0;
  }

 private:
  struct Run {
    uint8_t* pixels = nullptr;
    int count = 0;
  };

  HWY_INLINE void LookUp(int run) const {
    const uint8_t* HWY_RESTRICT table = table_;
    const int16_t* HWY_RESTRICT indices = indices_ + run * kLanes;
    uint8_t* HWY_RESTRICT pixels = runs_[run].pixels;
    if (runs_[run].count >= kLanes) {
      for (int k = 0; k < kLanes; ++k) pixels[k] = table[indices[k]];
    } else {
      for (int k = 0; k < runs_[run].count; ++k) pixels[k] = table[indices[k]];
    }
  }

  const uint8_t* table_;  ///< the entry of index 0
  int next_ = 0;
  int end_ = 0;
  Run runs_[kSumRows * kVectors];
  alignas(64) int16_t indices_[kSumRows * kVectors * kLanes];
};

}  // namespace nve::simd
