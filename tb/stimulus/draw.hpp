// SPDX-License-Identifier: Apache-2.0
// Random choices from one seed, the same on every computer.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <random>

namespace nve {

/// Well mixed bits of two numbers: seeds of parts from the seed of the whole, and random data that
/// can be asked for by its position.
inline uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t x = a + 0x9E3779B97F4A7C15 * (b + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {}

  uint32_t Below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  int From(int least, int most) {
    return least + static_cast<int>(Below(static_cast<uint32_t>(most - least + 1)));
  }
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  bool Percent(uint32_t percent) { return Below(100) < percent; }
  uint64_t Bits() { return random_(); }

  template <typename T>
  T Of(std::initializer_list<T> values) {
    return values.begin()[Below(static_cast<uint32_t>(values.size()))];
  }
  template <typename Container>
  const auto& In(const Container& values) {
    return values[Below(static_cast<uint32_t>(std::size(values)))];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace nve
