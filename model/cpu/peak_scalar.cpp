// SPDX-License-Identifier: Apache-2.0
// The scalar roof; compiled without vectorisation.
#include <array>
#include <vector>

#include "base/cli/processor_time.hpp"
#include "model/cpu/peak.hpp"

namespace nve {

double MeasureScalarMacs() {
  constexpr int kCount = 2048;  // numbers, all in the first-level cache
  constexpr int kPasses = 10000;
  constexpr int kChains = 8;
  const std::vector<uint8_t> pixels(kCount, 3);
  const std::vector<int16_t> weights(kCount, 5);
  std::array<uint32_t, kChains> sums{};
  const double start = ProcessorSeconds();
  for (int pass = 0; pass < kPasses; ++pass) {
    for (int i = 0; i < kCount; i += kChains) {
      for (int k = 0; k < kChains; ++k) {
        sums[k] += static_cast<uint32_t>(weights[i + k] * pixels[i + k]);
      }
    }
  }
  const double seconds = ProcessorSeconds() - start;
  uint32_t total = 0;
  for (const uint32_t sum : sums) total += sum;
  // The sums are needed, so the loop cannot be left out.
  volatile uint32_t keep = total;
  static_cast<void>(keep);
  return static_cast<double>(int64_t{kPasses} * kCount) / seconds;
}

}  // namespace nve
