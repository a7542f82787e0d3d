// SPDX-License-Identifier: Apache-2.0
// Sums over cycle statistics: see cycle_counts.hpp.
#include "host/lockstep/cycle_counts.hpp"

namespace nve {

int64_t CycleCounts::State(arch::State state) const {
  int64_t sum = 0;
  for (const int64_t count : cycles[static_cast<size_t>(state)]) sum += count;
  return sum;
}

int64_t CycleCounts::Stall(arch::Stall stall) const {
  int64_t sum = 0;
  for (const auto& by_stall : cycles) sum += by_stall[static_cast<size_t>(stall)];
  return sum;
}

int64_t CycleCounts::Total() const {
  int64_t sum = 0;
  for (const auto& by_stall : cycles) {
    for (const int64_t count : by_stall) sum += count;
  }
  return sum;
}

int64_t CycleCounts::Busy() const { return Total() - State(arch::State::kIdle); }

CycleCounts CycleCounts::operator-(const CycleCounts& earlier) const {
  CycleCounts result = *this;
  for (int state = 0; state < kStates; ++state) {
    for (int stall = 0; stall < kStalls; ++stall)
      result.cycles[state][stall] -= earlier.cycles[state][stall];
  }
  result.vector_macs -= earlier.vector_macs;
  result.words_in -= earlier.words_in;
  result.words_out -= earlier.words_out;
  return result;
}

CycleCounts& CycleCounts::operator+=(const CycleCounts& other) {
  for (int state = 0; state < kStates; ++state) {
    for (int stall = 0; stall < kStalls; ++stall)
      cycles[state][stall] += other.cycles[state][stall];
  }
  vector_macs += other.vector_macs;
  words_in += other.words_in;
  words_out += other.words_out;
  return *this;
}

}  // namespace nve
