// SPDX-License-Identifier: Apache-2.0
// Bytes of planes, one by one: what transfers move by a walk over their pieces, and what regions
// hold.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "program/step_regions.hpp"

namespace nve::testing {

using TouchedBytes = std::set<std::pair<int, int64_t>>;  ///< plane, byte

inline TouchedBytes BytesOf(const std::vector<Transfer>& transfers) {
  TouchedBytes bytes;
  ForEachPiece(transfers, [&](const Piece& piece) {
    if (piece.object.kind != MemoryObject::Kind::kPlane) return;
    for (int64_t at = 0; at < piece.bytes; ++at) {
      bytes.emplace(piece.object.index, piece.offset + at);
    }
  });
  return bytes;
}

inline TouchedBytes BytesOf(const std::vector<PlaneRegion>& regions,
                            const std::vector<Plane>& planes) {
  TouchedBytes bytes;
  for (const PlaneRegion& region : regions) {
    const int64_t pitch = planes.at(static_cast<size_t>(region.plane)).pitch;
    for (const Interval& columns : region.columns.list()) {
      for (int64_t column = columns.begin; column < columns.end; ++column) {
        for (const Interval& rows : region.rows.list()) {
          for (int64_t row = rows.begin; row < rows.end; ++row) {
            bytes.emplace(region.plane, column * pitch + row);
          }
        }
      }
    }
  }
  return bytes;
}

inline bool HaveCommon(const TouchedBytes& a, const TouchedBytes& b) {
  for (const auto& byte : a) {
    if (b.contains(byte)) return true;
  }
  return false;
}

}  // namespace nve::testing
