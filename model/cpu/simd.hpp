// SPDX-License-Identifier: Apache-2.0
// Vectors of the hand-optimised version: Highway with static dispatch, so that the target is that
// of the compiler's flags, as for the plain version. Only targets whose vectors have a size known
// when compiling, because sums are kept in arrays of vectors. A processor need not have
// instructions for ciphers, which Highway asks for otherwise. Without COMPILE_ONLY_STATIC, Highway
// 1.0.3 does not compile for processors of its best target, AVX3_DL (Sapphire Rapids).
#pragma once

#define HWY_DISABLE_PCLMUL_AES
#define HWY_COMPILE_ONLY_STATIC
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>
#include <utility>

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
#error "no vector instructions: set NVE_CPU_MARCH to an instruction set that has some"
#endif

namespace nve::simd {

namespace hn = hwy::HWY_NAMESPACE;

// Sums, pairs of pixels or weights (16 bits each), and bytes that fill a vector.
using SumTag = hn::ScalableTag<int32_t>;
using PairTag = hn::RepartitionToNarrow<SumTag>;
using ByteTag = hn::ScalableTag<uint8_t>;
using Sums = hn::Vec<SumTag>;
using Pairs = hn::Vec<PairTag>;

/// Sums in a vector: the output pixels it stands for.
inline constexpr int kLanes = HWY_LANES(int32_t);

/// Vectors of an output row and rows or maps of the output that are computed together: their sums,
/// the pixels and a weight fit 32 registers, or 16.
inline constexpr int kVectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;
inline constexpr int kSumRows = 4;

/// For lambdas: part of their caller before it is optimised, so that arrays of vectors become
/// registers.
#define NVE_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))

template <int kValue>
using Number = std::integral_constant<int, kValue>;

/// Calls f with 0 ... kCount-1 as compile-time numbers.
template <int kCount, typename F>
HWY_INLINE void Unrolled(F&& f) {
  [&]<int... kIndices>(std::integer_sequence<int, kIndices...>) NVE_INLINE_LAMBDA {
    (f(Number<kIndices>()), ...);
  }
  (std::make_integer_sequence<int, kCount>{});
}

}  // namespace nve::simd
