// SPDX-License-Identifier: Apache-2.0
// Sums of pairs of products, and their way to pixels: rounded shift, clamp, table.
#pragma once

#include "convnet/weights.hpp"
#include "model/cpu/simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace nve::simd {

/// Running sums of one vector of outputs. Sums wrap around modulo 2^32; no pair of products can
/// leave 32 bits, because pixels have 8.
struct PairSums {
  Sums even = hn::Zero(SumTag());
  Sums odd = hn::Zero(SumTag());  ///< unused where an instruction adds both products

  HWY_INLINE void Add(Pairs pixels, Pairs weights) {
    even = hn::ReorderWidenMulAccumulate(SumTag(), pixels, weights, even, odd);
  }
  HWY_INLINE Sums Total() const { return hn::RearrangeToOddPlusEven(even, odd); }
};

/// A pair of weights for all lanes.
HWY_INLINE Pairs Broadcast(int32_t weights) {
  return hn::BitCast(PairTag(), hn::Set(SumTag(), weights));
}

/// The table indices of sums, -kTableEntries / 2 to kTableEntries / 2 - 1, as 16-bit numbers.
///
/// A number of 16 bits has 6 more than an index. So the sums are shifted by 6 bits less, and the
/// conversion to 16 bits clamps them as the index is to be clamped; then they are rounded.
class IndexMaker {
 public:
  explicit IndexMaker(int act_shift) : right_(act_shift - kMoreBits) {}

  /// Writes kLanes numbers in the sums' order.
  HWY_INLINE void Store(Sums sums, int16_t* HWY_RESTRICT indices) const {
    const hn::Rebind<int16_t, SumTag> d;
    const auto shifted = right_ >= 0 ? hn::ShiftRightSame(sums, right_) : ShiftedLeft(sums);
    const auto half = hn::Set(d, int16_t{1} << (kMoreBits - 1));
    const auto rounded = hn::SaturatedAdd(hn::DemoteTo(d, shifted), half);
    hn::StoreU(hn::ShiftRight<kMoreBits>(rounded), d, indices);
  }

 private:
  static constexpr int kMoreBits = 6;
  static_assert(kTableEntries << kMoreBits == 1 << 16);

  // Sums far outside the table, whatever the shift, would not fit.
  HWY_INLINE Sums ShiftedLeft(Sums sums) const {
    constexpr int32_t kMost = kTableEntries << kMoreBits;
    const Sums low = hn::Max(sums, hn::Set(SumTag(), -kMost));
    return hn::ShiftLeftSame(hn::Min(low, hn::Set(SumTag(), kMost)), -right_);
  }

  int right_;
};

}  // namespace nve::simd
HWY_AFTER_NAMESPACE();
