// SPDX-License-Identifier: Apache-2.0
// What TSO's paper prints of its evaluation, as data. Nothing is computed from the project's own
// results, and nothing here is used by a search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace nve::planner::tso {

/// The columns of times in table I: TSO with and without bursts, then one strategy for all layers.
enum class Column { kBurst, kNoBurst, kKs, kKsOfm, kOfm, kIs, kOs, kWs };
inline constexpr size_t kColumns = 8;
/// "burst", "no-burst", "KS", ...
const char* ColumnName(Column column);

/// Table I: microseconds of a whole network on the board, 16-bit words.
struct PublishedTimes {
  const char* network;
  std::array<int64_t, kColumns> microseconds;  ///< by Column

  int64_t Of(Column column) const { return microseconds[static_cast<size_t>(column)]; }
  /// The times of a column by those of TSO-burst, figures 8, 12 and 13.
  double Ratio(Column column) const {
    return static_cast<double>(Of(column)) / static_cast<double>(Of(Column::kBurst));
  }
};
std::span<const PublishedTimes> Table1();

/// The row with the largest ratio.
const PublishedTimes& WorstNetwork(Column column);

/// Tables I (TensorFlow XLA) and II (Glow): percent of pictures, on a CPU with floating point and
/// on the NMP.
struct PublishedAccuracy {
  const char* compiler;
  const char* network;
  double cpu_top1;
  double cpu_top5;
  double nmp_top1;
  double nmp_top5;
};
std::span<const PublishedAccuracy> Accuracies();

/// The largest ratio that the text names for a column, in percent above 1, and where.
struct PublishedMaximum {
  Column column;
  double percent;
  const char* network;
  const char* where;
};
std::span<const PublishedMaximum> Maxima();

/// Figure 1: a channel of 128x128 16-bit elements, 1x1 kernel, cut into slices.
struct PublishedSlicing {
  int64_t slices;
  int64_t rows;
  int64_t row_bytes;
  int64_t bursts;
  int64_t microseconds;
};
std::span<const PublishedSlicing> Figure1();

}  // namespace nve::planner::tso
