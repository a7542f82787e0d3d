// SPDX-License-Identifier: Apache-2.0
// Random loop nests and plans over a few small planes.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "program/binary.hpp"

namespace nve::testing {

class RandomSteps {
 public:
  explicit RandomSteps(uint64_t seed) : random_(seed) {}

  static std::vector<Plane> Planes();

  /// A nest inside its plane. `tame`: its loops go from row to row or from column to column, and
  /// its pieces stay in a column, as the compiler's do.
  Transfer Nest(bool tame);

  /// Run steps on cores 0 to `cores` - 1 and clears, of one program.
  Binary Plan(int steps, int cores);

  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }

 private:
  int From(int first, int last) { return first + Below(last - first + 1); }
  Transfer Loops(int plane, bool tame);
  int64_t Stride(int64_t pitch, bool tame);

  std::mt19937_64 random_;
};

}  // namespace nve::testing
