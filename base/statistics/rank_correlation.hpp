// SPDX-License-Identifier: Apache-2.0
// How well one order agrees with another.
#pragma once

#include <cstdint>
#include <span>

namespace nve {

/// Spearman's rank correlation of two lists of equal length, ties at their mean rank; 0 if all
/// values of a list are equal.
double Spearman(std::span<const double> x, std::span<const double> y);

struct Interval {
  double low = 0;
  double high = 0;
};

/// Where Spearman's correlation lies in 95 of 100 samples drawn from the pairs with replacement.
/// The draws are those of a fixed seed, so that results repeat.
Interval SpearmanInterval(std::span<const double> x, std::span<const double> y);

}  // namespace nve
