// SPDX-License-Identifier: Apache-2.0
// The entry that libFuzzer calls; NVE_FUZZ_TARGET is the target's function.
#include <cstddef>

#include "tb/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  nve::fuzz::NVE_FUZZ_TARGET({data, size});
  return 0;
}
