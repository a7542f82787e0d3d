// SPDX-License-Identifier: Apache-2.0
// 1x1 windows: see pointwise_layer.hpp.
//
// A block is a vector of bytes: one of each map of a pair, interleaved twice, first with each
// other, then with zeros, gives four vectors of pairs of 16-bit pixels. Interleaving works inside
// blocks of 16 bytes, so the order of the sums differs from that of the pixels; it is put right
// when the table is read.
#include "model/cpu/pointwise_layer.hpp"

#include <hwy/cache_control.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace nve {
namespace {

using simd::kLanes;
using simd::Unrolled;

constexpr int kQuarters = 4;  // vectors of sums for a vector of bytes
constexpr int kPixels = kQuarters * kLanes;

// Pixels of each map that are fetched ahead: there may be more maps than the processor follows by
// itself.
constexpr size_t kAhead = 512;

}  // namespace

PointwiseLayer::PointwiseLayer(const Layer& layer, const LayerWeights& weights, PairMapping mapping)
    : layer_(layer),
      weights_(weights),
      mapping_(std::move(mapping)),
      index_maker_(weights.act_shift) {}

bool PointwiseLayer::Handles(const Layer& layer, const PairMapping& mapping, MapSize input) {
  const bool alone = std::all_of(mapping.groups.begin(), mapping.groups.end(),
                                 [](const MapGroup& group) { return group.maps.size() == 1; });
  return alone && layer.kernel_height == 1 && layer.kernel_width == 1 && layer.stride_y == 1 &&
         layer.stride_x == 1 && layer.out_width >= kPixels && input.width >= layer.out_width &&
         input.height >= layer.out_height;
}

void PointwiseLayer::Run(const FeatureMaps& input, FeatureMaps& output) {
  for (const MapGroup& group : mapping_.groups) {
    for (int y = 0; y < layer_.out_height; ++y) {
      for (int x = 0; x < layer_.out_width; x += kPixels) {
        // The last block overlaps the one before.
        const int first = std::min(x, layer_.out_width - kPixels);
        Block(group, input, input.Offset(0, y, first), &output.at(group.maps[0], y, first));
      }
    }
  }
}

void PointwiseLayer::Block(const MapGroup& group, const FeatureMaps& input, size_t first,
                           uint8_t* HWY_RESTRICT pixels) const {
  namespace hn = simd::hn;
  const simd::ByteTag bytes;
  const auto zero = hn::Zero(bytes);
  const auto plane = static_cast<size_t>(input.height) * static_cast<size_t>(input.width);
  const uint8_t* maps = input.pixels.data() + first;
  const uint8_t* ahead = input.pixels.data() + std::min(first + kAhead, plane - 1);
  simd::PairSums sums[kQuarters];
  for (size_t c = 0; c < group.columns.size(); ++c) {
    const PackedPlane& pair = mapping_.planes[static_cast<size_t>(group.columns[c].plane)];
    const size_t offset_a = static_cast<size_t>(pair.map_a) * plane;
    const size_t offset_b = static_cast<size_t>(pair.map_b) * plane;
    const auto a = hn::LoadU(bytes, maps + offset_a);
    const auto b = hn::LoadU(bytes, maps + offset_b);
    hwy::Prefetch(ahead + offset_a);
    hwy::Prefetch(ahead + offset_b);
    const simd::Pairs weight = simd::Broadcast(group.weights[c]);
    const auto lower = hn::InterleaveLower(bytes, a, b);
    const auto upper = hn::InterleaveUpper(bytes, a, b);
    const simd::PairTag pairs;
    sums[0].Add(hn::BitCast(pairs, hn::InterleaveLower(bytes, lower, zero)), weight);
    sums[1].Add(hn::BitCast(pairs, hn::InterleaveUpper(bytes, lower, zero)), weight);
    sums[2].Add(hn::BitCast(pairs, hn::InterleaveLower(bytes, upper, zero)), weight);
    sums[3].Add(hn::BitCast(pairs, hn::InterleaveUpper(bytes, upper, zero)), weight);
  }
  const auto bias_number = int32_t{weights_.bias[static_cast<size_t>(group.maps[0])]};
  const auto bias = hn::Set(simd::SumTag(), static_cast<int32_t>(static_cast<uint32_t>(bias_number)
                                                                 << weights_.bias_shift));
  alignas(64) int16_t indices[kPixels];
  Unrolled<kQuarters>([&](auto q) NVE_INLINE_LAMBDA {
    index_maker_.Store(hn::Add(sums[q].Total(), bias), indices + q * kLanes);
  });
  const uint8_t* HWY_RESTRICT table = weights_.table.data() + kTableEntries / 2;
  constexpr int kBlockSums = 4;  // sums in 16 bytes
  for (int block = 0; block < kLanes / kBlockSums; ++block) {
    for (int q = 0; q < kQuarters; ++q) {
      for (int k = 0; k < kBlockSums; ++k) {
        pixels[(block * kQuarters + q) * kBlockSums + k] =
            table[indices[q * kLanes + block * kBlockSums + k]];
      }
    }
  }
}

}  // namespace nve
HWY_AFTER_NAMESPACE();
