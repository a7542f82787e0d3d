// SPDX-License-Identifier: Apache-2.0
// The memory roof: the triad of STREAM (J. McCalpin), in a plain loop for the vectoriser.
#include <cstddef>

#include "base/cli/processor_time.hpp"
#include "model/cpu/peak.hpp"

namespace nve {
namespace {

void Triad(double* __restrict a, const double* __restrict b, const double* __restrict c,
           size_t count) {
  for (size_t i = 0; i < count; ++i) a[i] = b[i] + 3.0 * c[i];
}

}  // namespace

Stream::Stream(int64_t bytes_per_array)
    : a_(static_cast<size_t>(bytes_per_array) / sizeof(double)),
      b_(a_.size(), 1.0),
      c_(a_.size(), 2.0) {}

double Stream::Measure() {
  const double start = ProcessorSeconds();
  Triad(a_.data(), b_.data(), c_.data(), a_.size());
  const double seconds = ProcessorSeconds() - start;
  volatile double keep = a_[a_.size() / 2];
  static_cast<void>(keep);
  return static_cast<double>(3 * sizeof(double) * a_.size()) / seconds;
}

}  // namespace nve
