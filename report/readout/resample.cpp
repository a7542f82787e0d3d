// SPDX-License-Identifier: Apache-2.0
// Area averaging, rows first, then columns: see resample.hpp.
#include "report/readout/resample.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nve {
namespace {

// An old row or column below a new one, and how much of it is covered.
struct Cover {
  int old = 0;
  int64_t part = 0;
};

std::vector<Cover> CoverOf(int at, int old_count, int new_count) {
  const int64_t begin = int64_t{at} * old_count;
  const int64_t end = begin + old_count;
  std::vector<Cover> covers;
  for (int64_t old = begin / new_count; old * new_count < end; ++old) {
    const int64_t first = std::max(begin, old * new_count);
    const int64_t last = std::min(end, (old + 1) * new_count);
    covers.push_back({static_cast<int>(old), last - first});
  }
  return covers;
}

}  // namespace

FeatureMaps Resample(const FeatureMaps& maps, int height, int width) {
  if (height == maps.height && width == maps.width) return maps;
  FeatureMaps resampled(maps.maps, height, width);
  std::vector<std::vector<Cover>> columns;
  columns.reserve(static_cast<size_t>(width));
  for (int x = 0; x < width; ++x) columns.push_back(CoverOf(x, maps.width, width));
  const int64_t area = int64_t{maps.height} * maps.width;
  std::vector<int64_t> sums(static_cast<size_t>(maps.width));
  for (int m = 0; m < maps.maps; ++m) {
    for (int y = 0; y < height; ++y) {
      std::ranges::fill(sums, 0);
      for (const Cover& row : CoverOf(y, maps.height, height)) {
        for (int x = 0; x < maps.width; ++x) {
          sums[static_cast<size_t>(x)] += row.part * maps.at(m, row.old, x);
        }
      }
      for (int x = 0; x < width; ++x) {
        int64_t sum = 0;
        for (const Cover& column : columns[static_cast<size_t>(x)]) {
          sum += column.part * sums[static_cast<size_t>(column.old)];
        }
        resampled.at(m, y, x) = static_cast<uint8_t>((2 * sum + area) / (2 * area));
      }
    }
  }
  return resampled;
}

}  // namespace nve
