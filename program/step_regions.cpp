// SPDX-License-Identifier: Apache-2.0
// Loop nests as rows and columns: see step_regions.hpp.
#include "program/step_regions.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

int64_t FloorDivide(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

// The bytes of a piece in all rounds of the loops around it.
class PieceRegion {
 public:
  PieceRegion(const Transfer& piece, const std::vector<int64_t>& counts, int64_t pitch)
      : piece_(piece), counts_(counts), pitch_(pitch) {}

  // Rows and columns of `plane`.
  PlaneRegion Find(int plane) const {
    const int64_t column = FloorDivide(piece_.offset, pitch_);
    const int64_t row = piece_.offset - column * pitch_;
    PlaneRegion region = {plane, Intervals(row, row + piece_.bytes), Intervals(column, column + 1)};
    // The innermost loops first: what they fill has no gaps for those around them.
    for (size_t depth = Depths(); depth-- > 0;) {
      region.rows.Repeat(counts_[depth], piece_.strides[depth] % pitch_);
      region.columns.Repeat(counts_[depth], piece_.strides[depth] / pitch_);
    }
    const bool in_columns = region.rows.begin() >= 0 && region.rows.end() <= pitch_;
    return in_columns ? region : WholeColumns(plane);
  }

 private:
  size_t Depths() const { return std::min(counts_.size(), piece_.strides.size()); }

  // Every column from the first to the last byte.
  PlaneRegion WholeColumns(int plane) const {
    int64_t low = piece_.offset;
    int64_t high = piece_.offset + piece_.bytes;
    for (size_t depth = 0; depth < Depths(); ++depth) {
      const int64_t span = (counts_[depth] - 1) * piece_.strides[depth];
      (span < 0 ? low : high) += span;
    }
    const Intervals columns(FloorDivide(low, pitch_), FloorDivide(high - 1, pitch_) + 1);
    return {plane, Intervals(0, pitch_), columns};
  }

  const Transfer& piece_;
  const std::vector<int64_t>& counts_;
  int64_t pitch_;
};

class Collector {
 public:
  explicit Collector(const std::vector<Plane>& planes) : planes_(planes) {}

  void Visit(const Transfer& transfer) {
    if (transfer.IsLoop()) {
      counts_.push_back(transfer.count);
      for (const Transfer& inner : transfer.body) Visit(inner);
      counts_.pop_back();
    } else if (transfer.object.kind == MemoryObject::Kind::kPlane && transfer.bytes > 0) {
      const int plane = transfer.object.index;
      const int64_t pitch = planes_.at(static_cast<size_t>(plane)).pitch;
      NVE_CHECK(pitch > 0, "a plane without rows");
      PlaneRegion region = PieceRegion(transfer, counts_, pitch).Find(plane);
      columns_[{plane, std::move(region.rows)}].Add(region.columns);
    }
  }

  // Pieces of the same columns become one region of all their rows.
  std::vector<PlaneRegion> Regions() && {
    std::map<std::pair<int, Intervals>, Intervals> rows;
    for (auto& [key, columns] : columns_) rows[{key.first, std::move(columns)}].Add(key.second);
    std::vector<PlaneRegion> regions;
    regions.reserve(rows.size());
    for (auto& [key, of_columns] : rows) regions.push_back({key.first, of_columns, key.second});
    return regions;
  }

 private:
  const std::vector<Plane>& planes_;
  std::vector<int64_t> counts_;  // of the loops around
  // By plane and rows: pieces of the same rows are columns of one region.
  std::map<std::pair<int, Intervals>, Intervals> columns_;
};

}  // namespace

std::vector<PlaneRegion> RegionsOf(const std::vector<Transfer>& transfers,
                                   const std::vector<Plane>& planes) {
  Collector collector(planes);
  for (const Transfer& transfer : transfers) collector.Visit(transfer);
  return std::move(collector).Regions();
}

Intervals BytesOfRows(const Plane& plane, int64_t begin, int64_t end) {
  Intervals bytes;
  for (int64_t row = begin; row < end;) {
    const int64_t next = std::min(end, (row / plane.StripRows() + 1) * plane.StripRows());
    const int64_t at = plane.RowOffset(row);
    bytes.Add(at, at + next - row);
    row = next;
  }
  return bytes;
}

PlaneRegion WholePlane(int plane_index, const std::vector<Plane>& planes) {
  const Plane& plane = planes.at(static_cast<size_t>(plane_index));
  return {plane_index, BytesOfRows(plane, 0, plane.Rows()),
          Intervals(0, plane.columns * plane.pictures)};
}

std::vector<PlaneRegion> BordersOf(int plane_index, const std::vector<Plane>& planes) {
  const Plane& plane = planes.at(static_cast<size_t>(plane_index));
  PlaneRegion below = {plane_index, BytesOfRows(plane, plane.height, plane.Rows()),
                       Intervals(0, plane.width)};
  PlaneRegion behind = {plane_index, BytesOfRows(plane, 0, plane.Rows()),
                        Intervals(plane.width, plane.columns)};
  std::vector<PlaneRegion> borders;
  for (PlaneRegion* border : {&below, &behind}) {
    border->columns.Repeat(plane.pictures, plane.columns);
    if (!border->rows.empty() && !border->columns.empty()) borders.push_back(std::move(*border));
  }
  return borders;
}

}  // namespace nve
