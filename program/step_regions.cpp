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

// A distance in memory as columns and bytes of a column.
struct Distance {
  int64_t columns = 0;
  int64_t bytes = 0;
};

// The bytes of a piece in all rounds of the loops around it.
class PieceRegion {
 public:
  PieceRegion(const Transfer& piece, const std::vector<int64_t>& counts, const Plane& plane)
      : piece_(piece), counts_(counts), plane_(plane) {}

  // Rows and columns of the plane, whose number is `plane`.
  PlaneRegion Find(int plane) const {
    const Distance first = At(piece_.offset);
    PlaneRegion region = {plane, Intervals(first.bytes, first.bytes + piece_.bytes),
                          Intervals(first.columns, first.columns + 1)};
    bool exact = !plane_.InRuns() || first.bytes % plane_.pitch + piece_.bytes <= plane_.pitch;
    // The innermost loops first: what they fill has no gaps for those around them.
    for (size_t depth = Depths(); depth-- > 0;) {
      const Distance stride = Along(piece_.strides[depth]);
      region.rows.Repeat(counts_[depth], stride.bytes);
      region.columns.Repeat(counts_[depth], stride.columns);
      exact = exact && (!plane_.InRuns() || stride.bytes % plane_.pitch == 0);
    }
    if (plane_.InRuns()) {  // a column behind the last one is in the next strip
      exact = exact && region.columns.begin() >= 0 &&
              region.columns.end() <= plane_.columns * plane_.pictures;
    }
    exact = exact && region.rows.begin() >= 0 && region.rows.end() <= plane_.ColumnBytes();
    return exact ? region : WholeColumns(plane);
  }

 private:
  size_t Depths() const { return std::min(counts_.size(), piece_.strides.size()); }

  Distance At(int64_t offset) const {
    int64_t bytes = 0;
    if (plane_.InRuns()) {
      const int64_t strip = FloorDivide(offset, plane_.group.strip_pitch);
      offset -= strip * plane_.group.strip_pitch;
      bytes = strip * plane_.pitch;
    }
    const int64_t column = FloorDivide(offset, plane_.pitch);
    return {column, bytes + offset - column * plane_.pitch};
  }

  Distance Along(int64_t stride) const {
    if (!plane_.InRuns()) return {stride / plane_.pitch, stride % plane_.pitch};
    const int64_t rest = stride % plane_.group.strip_pitch;
    return {rest / plane_.pitch,
            stride / plane_.group.strip_pitch * plane_.pitch + rest % plane_.pitch};
  }

  // Every column from the first to the last byte; in runs all.
  PlaneRegion WholeColumns(int plane) const {
    const Intervals bytes(0, plane_.ColumnBytes());
    if (plane_.InRuns()) return {plane, bytes, Intervals(0, plane_.columns * plane_.pictures)};
    int64_t low = piece_.offset;
    int64_t high = piece_.offset + piece_.bytes;
    for (size_t depth = 0; depth < Depths(); ++depth) {
      const int64_t span = (counts_[depth] - 1) * piece_.strides[depth];
      (span < 0 ? low : high) += span;
    }
    const Intervals columns(FloorDivide(low, plane_.pitch),
                            FloorDivide(high - 1, plane_.pitch) + 1);
    return {plane, bytes, columns};
  }

  const Transfer& piece_;
  const std::vector<int64_t>& counts_;
  const Plane& plane_;
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
      const int number = transfer.object.index;
      const Plane& plane = planes_.at(static_cast<size_t>(number));
      NVE_CHECK(plane.pitch > 0, "a plane without rows");
      PlaneRegion region = PieceRegion(transfer, counts_, plane).Find(number);
      columns_[{number, std::move(region.rows)}].Add(region.columns);
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
    const int64_t at = plane.ColumnByte(row);
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
