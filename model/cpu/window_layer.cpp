// SPDX-License-Identifier: Apache-2.0
// Windows over packed rows: see window_layer.hpp.
//
// The output is computed in bands of kSumRows rows; the input rows of a band are packed first. Then
// group by group of output maps, block by block along the row: kSumRows vectors times kVectors of
// sums, which belong to 4 maps, or 2 maps and 2 rows, or 1 map and 4 rows. A vector of pixels is
// loaded once for all of them; several rows share it where their windows overlap.
#include "model/cpu/window_layer.hpp"

#include <algorithm>

#include "base/round_up.hpp"

HWY_BEFORE_NAMESPACE();
namespace nve {
namespace {

using simd::kLanes;
using simd::kSumRows;
using simd::Unrolled;

int InputRows(const Layer& layer, int rows) {
  return (rows - 1) * layer.stride_y + layer.kernel_height;
}

}  // namespace

WindowLayer::WindowLayer(const Layer& layer, const LayerWeights& weights, PairMapping mapping)
    : layer_(layer),
      weights_(weights),
      mapping_(std::move(mapping)),
      packed_(mapping_.planes,
              {InputRows(layer, kSumRows),
               RoundUp(layer.out_width, simd::kVectors * kLanes) + mapping_.most_offset,
               layer.stride_x}),
      index_maker_(weights.act_shift),
      queue_(weights),
      row_offsets_(static_cast<size_t>(InputRows(layer, kSumRows))) {}

void WindowLayer::Run(const FeatureMaps& input, FeatureMaps& output) {
  packed_.Restart();
  for (int y = 0; y < layer_.out_height; y += kSumRows) {
    const int rows = std::min(kSumRows, layer_.out_height - y);
    const int first = y * layer_.stride_y;
    packed_.PackUpTo(first + InputRows(layer_, rows), input);
    for (size_t i = 0; i < row_offsets_.size(); ++i) {
      row_offsets_[i] = packed_.RowOffset(first + static_cast<int>(i));
    }
    band_ = y;
    for (const MapGroup& group : mapping_.groups) {
      if (group.maps.size() == 4) Band<4>(group, y, rows, output);
      if (group.maps.size() == 2) Band<2>(group, y, rows, output);
      if (group.maps.size() == 1) Band<1>(group, y, rows, output);
    }
  }
  queue_.Finish();
}

template <int kMaps>
void WindowLayer::Band(const MapGroup& group, int y, int rows, FeatureMaps& output) {
  const int end = y + rows;
  if constexpr (kMaps * 4 <= kSumRows) y = RowsTogether<kMaps, 4>(group, y, end, output);
  if constexpr (kMaps * 2 <= kSumRows) y = RowsTogether<kMaps, 2>(group, y, end, output);
  RowsTogether<kMaps, 1>(group, y, end, output);
}

template <int kMaps, int kRows>
int WindowLayer::RowsTogether(const MapGroup& group, int y, int end, FeatureMaps& output) {
  // The windows of rows computed together must overlap or touch.
  if (layer_.kernel_height < (kRows - 1) * layer_.stride_y) return y;
  constexpr int kHalf = simd::kVectors / 2;
  for (; y + kRows <= end; y += kRows) {
    int x = 0;
    for (; x + kHalf * kLanes < layer_.out_width; x += simd::kVectors * kLanes) {
      Block<kMaps, kRows, simd::kVectors>(group, y, x, output);
    }
    if (x < layer_.out_width) Block<kMaps, kRows, kHalf>(group, y, x, output);
  }
  return y;
}

template <int kMaps, int kRows, int kVectors>
void WindowLayer::Block(const MapGroup& group, int y, int x, FeatureMaps& output) {
  const int stride = layer_.stride_y;
  const int height = layer_.kernel_height;
  const ptrdiff_t* row_offsets = row_offsets_.data() + ptrdiff_t{y - band_} * stride;
  simd::PairSums sums[kRows][kMaps][kVectors];
  const int32_t* weights = group.weights.data();
  for (const TapColumn& column : group.columns) {
    const int16_t* base = packed_.Plane(column.plane) + 2 * ptrdiff_t{x + column.offset};
    // Input rows begin to end of the band, which the windows of these output rows have in common.
    const auto add = [&](auto first_row, auto row_count, int begin, int end) NVE_INLINE_LAMBDA {
      for (int i = begin; i < end; ++i) {
        queue_.Step();
        simd::Pairs pixels[kVectors];
        Unrolled<kVectors>([&](auto v) NVE_INLINE_LAMBDA {
          pixels[v] = simd::hn::LoadU(simd::PairTag(), base + row_offsets[i] + 2 * v * kLanes);
        });
        Unrolled<row_count>([&](auto r) NVE_INLINE_LAMBDA {
          constexpr int kRow = first_row + r;
          const int32_t* row_weights = weights + (i - kRow * stride) * kMaps;
          Unrolled<kMaps>([&](auto map) NVE_INLINE_LAMBDA {
            const simd::Pairs weight = simd::Broadcast(row_weights[map]);
            Unrolled<kVectors>(
                [&](auto v) NVE_INLINE_LAMBDA { sums[kRow][map][v].Add(pixels[v], weight); });
          });
        });
      }
    };
    Unrolled<kRows - 1>([&](auto r) NVE_INLINE_LAMBDA {
      add(simd::Number<0>(), simd::Number<r + 1>(), r * stride, (r + 1) * stride);
    });
    add(simd::Number<0>(), simd::Number<kRows>(), (kRows - 1) * stride, height);
    Unrolled<kRows - 1>([&](auto r) NVE_INLINE_LAMBDA {
      add(simd::Number<r + 1>(), simd::Number<kRows - 1 - r>(), height + r * stride,
          height + (r + 1) * stride);
    });
    weights += height * kMaps;
  }
  queue_.Finish();
  Unrolled<kMaps>([&](auto map) NVE_INLINE_LAMBDA {
    const auto m = static_cast<size_t>(group.maps[map]);
    const auto bias = simd::hn::Set(
        simd::SumTag(), static_cast<int32_t>(static_cast<uint32_t>(int32_t{weights_.bias[m]})
                                             << weights_.bias_shift));
    Unrolled<kRows>([&](auto row) NVE_INLINE_LAMBDA {
      uint8_t* pixels = &output.at(group.maps[map], y + row, x);
      Unrolled<kVectors>([&](auto v) NVE_INLINE_LAMBDA {
        index_maker_.Store(simd::hn::Add(sums[row][map][v].Total(), bias),
                           queue_.Push(pixels + v * kLanes, layer_.out_width - x - v * kLanes));
      });
    });
  });
}

}  // namespace nve
HWY_AFTER_NAMESPACE();
