// SPDX-License-Identifier: Apache-2.0
// The next multiple of a number.
#pragma once

namespace nve {

/// The least multiple of `unit`, which is positive, from `value`, which is not negative, on.
template <typename Whole>
constexpr Whole RoundUp(Whole value, Whole unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace nve
