// SPDX-License-Identifier: Apache-2.0
// The vector roof: as many independent sums as the hand version keeps in registers.
#include <vector>

#include "base/cli/processor_time.hpp"
#include "model/cpu/pair_sums.hpp"
#include "model/cpu/peak.hpp"

HWY_BEFORE_NAMESPACE();
namespace nve {
namespace {

using simd::kSumRows;
using simd::kVectors;

constexpr int kPairLanes = 2 * simd::kLanes;
constexpr int kSteps = 64;  // few enough for the first-level cache

// Every step adds kVectors vectors of pixels with one weight each to all sums of a row.
HWY_NOINLINE int32_t Accumulate(const int16_t* pixels, const int32_t* weights, int steps) {
  simd::PairSums sums[kSumRows][kVectors];
  for (int i = 0; i < steps; ++i) {
    simd::Pairs vectors[kVectors];
    simd::Unrolled<kVectors>([&](auto v) NVE_INLINE_LAMBDA {
      vectors[v] = simd::hn::LoadU(simd::PairTag(), pixels + v * kPairLanes);
    });
    simd::Unrolled<kSumRows>([&](auto row) NVE_INLINE_LAMBDA {
      const simd::Pairs weight = simd::Broadcast(weights[row]);
      simd::Unrolled<kVectors>([&](auto v)
                                   NVE_INLINE_LAMBDA { sums[row][v].Add(vectors[v], weight); });
    });
    pixels += kVectors * kPairLanes;
    weights += kSumRows;
  }
  simd::Sums total = simd::hn::Zero(simd::SumTag());
  simd::Unrolled<kSumRows>([&](auto row) NVE_INLINE_LAMBDA {
    simd::Unrolled<kVectors>(
        [&](auto v) NVE_INLINE_LAMBDA { total = simd::hn::Add(total, sums[row][v].Total()); });
  });
  return simd::hn::GetLane(total);
}

}  // namespace

double MeasureVectorMacs() {
  constexpr int kPasses = 4000;
  const std::vector<int16_t> pixels(size_t{kSteps} * kVectors * kPairLanes, 3);
  const std::vector<int32_t> weights(size_t{kSteps} * kSumRows, 0x10002);
  // What is computed is needed, so that it cannot be left out.
  volatile int32_t keep = 0;
  const double start = ProcessorSeconds();
  for (int pass = 0; pass < kPasses; ++pass) {
    keep = Accumulate(pixels.data(), weights.data(), kSteps);
  }
  const double seconds = ProcessorSeconds() - start;
  static_cast<void>(keep);
  return static_cast<double>(int64_t{kPasses} * kSteps * kSumRows * kVectors * kPairLanes) /
         seconds;
}

}  // namespace nve
HWY_AFTER_NAMESPACE();
