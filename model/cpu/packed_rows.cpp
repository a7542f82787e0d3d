// SPDX-License-Identifier: Apache-2.0
// Packing of rows: see packed_rows.hpp. Vectors as far as both rows have pixels for all lanes, then
// element by element, then zeros.
#include "model/cpu/packed_rows.hpp"

#include <algorithm>

#include "model/cpu/simd.hpp"

HWY_BEFORE_NAMESPACE();
namespace nve {
namespace simd {
namespace {

constexpr int kLinePixels = 32;

HWY_INLINE void StorePairs(hn::Vec<hn::RebindToUnsigned<SumTag>> pairs, int16_t* to) {
  hn::StoreU(hn::BitCast(PairTag(), pairs), PairTag(), to);
}

// Both rows with stride 1. Returns the elements packed.
int PackNeighbours(const uint8_t* a, const uint8_t* b, int count, int16_t* HWY_RESTRICT pairs) {
  const hn::RebindToUnsigned<SumTag> d;
  const hn::Rebind<uint8_t, SumTag> bytes;
  int c = 0;
  for (; c + kLanes <= count; c += kLanes) {
    const auto low = hn::PromoteTo(d, hn::LoadU(bytes, a + c));
    const auto high = hn::PromoteTo(d, hn::LoadU(bytes, b + c));
    StorePairs(hn::Or(low, hn::ShiftLeft<16>(high)), pairs + 2 * c);
  }
  return c;
}

// Stride 2 and b = a + 1: the pixels lie in pairs already.
int PackAdjacent(const uint8_t* a, int count, int16_t* HWY_RESTRICT pairs) {
  const hn::Rebind<uint8_t, PairTag> bytes;
  int c = 0;
  for (; c + kLanes <= count; c += kLanes) {
    hn::StoreU(hn::PromoteTo(PairTag(), hn::LoadU(bytes, a + 2 * c)), PairTag(), pairs + 2 * c);
  }
  return c;
}

// Stride 2, two maps: even pixels of both.
int PackEven(const uint8_t* a, const uint8_t* b, int count, int16_t* HWY_RESTRICT pairs) {
  const hn::RebindToUnsigned<SumTag> d;
  const hn::RebindToUnsigned<PairTag> d16;
  const hn::Rebind<uint8_t, PairTag> bytes;
  const auto low_half = hn::Set(d, 0xFFFF);
  int c = 0;
  // The last element's second byte is loaded too.
  for (; c + kLanes < count; c += kLanes) {
    const auto low = hn::BitCast(d, hn::PromoteTo(d16, hn::LoadU(bytes, a + 2 * c)));
    const auto high = hn::BitCast(d, hn::PromoteTo(d16, hn::LoadU(bytes, b + 2 * c)));
    StorePairs(hn::Or(hn::And(low, low_half), hn::ShiftLeft<16>(high)), pairs + 2 * c);
  }
  return c;
}

}  // namespace
}  // namespace simd

PackedRows::PackedRows(std::vector<PackedPlane> planes, Shape shape)
    : planes_(std::move(planes)), shape_(shape) {
  const ptrdiff_t lines =
      (2 * ptrdiff_t{shape.elements} + simd::kLinePixels - 1) / simd::kLinePixels;
  pitch_ = lines * simd::kLinePixels;
  ring_.resize(planes_.size() * static_cast<size_t>(shape.rows * lines));
}

void PackedRows::PackRow(const PackedPlane& plane, int row, const FeatureMaps& input,
                         int16_t* pairs) const {
  const int stride = shape_.stride_x;
  const auto present = [&](int column) {  // elements whose pixel is in the map
    const int left = row < input.height ? input.width - column : 0;
    return std::clamp((left + stride - 1) / stride, 0, shape_.elements);
  };
  const int count_a = present(plane.column_a);
  const int count_b = present(plane.column_b);
  const int both = std::min(count_a, count_b);
  const uint8_t* a = input.pixels.data();
  const uint8_t* b = a;
  if (count_a > 0) a += input.Offset(plane.map_a, row, plane.column_a);
  if (count_b > 0) b += input.Offset(plane.map_b, row, plane.column_b);

  int c = 0;
  if (stride == 1) {
    c = simd::PackNeighbours(a, b, both, pairs);
  } else if (stride == 2 && b == a + 1) {
    c = simd::PackAdjacent(a, both, pairs);
  } else if (stride == 2) {
    c = simd::PackEven(a, b, both, pairs);
  }
  for (; c < shape_.elements; ++c) {
    const ptrdiff_t at = ptrdiff_t{c} * stride;
    pairs[2 * c] = static_cast<int16_t>(c < count_a ? a[at] : 0);
    pairs[2 * c + 1] = static_cast<int16_t>(c < count_b ? b[at] : 0);
  }
}

void PackedRows::PackUpTo(int end, const FeatureMaps& input) {
  for (; end_ < end; ++end_) {
    for (size_t p = 0; p < planes_.size(); ++p) {
      int16_t* base = ring_.data()->pixels;
      PackRow(planes_[p], end_, input, base + PlaneOffset(static_cast<int>(p)) + RowOffset(end_));
    }
  }
}

}  // namespace nve
HWY_AFTER_NAMESPACE();
