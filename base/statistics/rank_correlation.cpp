// SPDX-License-Identifier: Apache-2.0
// Rank correlation: see rank_correlation.hpp.
#include "base/statistics/rank_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace nve {
namespace {

std::vector<double> Ranks(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t k) { return values[k]; });
  std::vector<double> ranks(values.size());
  for (size_t first = 0; first < order.size();) {
    size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double mean = (static_cast<double>(first) + static_cast<double>(end) - 1) / 2;
    for (size_t k = first; k < end; ++k) ranks[order[k]] = mean;
    first = end;
  }
  return ranks;
}

double Pearson(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xy = 0, xx = 0, yy = 0;
  for (size_t k = 0; k < x.size(); ++k) {
    xy += (x[k] - mean_x) * (y[k] - mean_y);
    xx += (x[k] - mean_x) * (x[k] - mean_x);
    yy += (y[k] - mean_y) * (y[k] - mean_y);
  }
  return xx == 0 || yy == 0 ? 0 : xy / std::sqrt(xx * yy);
}

}  // namespace

double Spearman(std::span<const double> x, std::span<const double> y) {
  return Pearson(Ranks(x), Ranks(y));
}

Interval SpearmanInterval(std::span<const double> x, std::span<const double> y) {
  constexpr size_t kSamples = 2000;
  std::mt19937 random(1);
  std::uniform_int_distribution<size_t> pick(0, x.size() - 1);
  std::vector<double> found(kSamples);
  std::vector<double> a(x.size()), b(x.size());
  for (double& each : found) {
    for (size_t k = 0; k < x.size(); ++k) {
      const size_t pair = pick(random);
      a[k] = x[pair];
      b[k] = y[pair];
    }
    each = Spearman(a, b);
  }
  std::ranges::sort(found);
  return {found[kSamples / 40], found[kSamples - 1 - kSamples / 40]};
}

}  // namespace nve
