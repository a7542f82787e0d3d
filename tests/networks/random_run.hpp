// SPDX-License-Identifier: Apache-2.0
// A random network through the tools' own files, on the golden model, the RTL core and the
// platform.
#pragma once

#include <cstdint>
#include <string>

#include "tests/networks/random_network.hpp"

namespace nve {

struct RandomRun {
  std::string problem;   ///< what is wrong, with what reproduces it; empty if nothing
  int64_t cycles = 0;    ///< of the core
  int64_t compared = 0;  ///< clock cycles compared in lockstep
};

/// Compiled by the library and run on the golden model: the descriptor and the binary survive being
/// written and read, no program breaks a hazard, every layer equals the reference and takes the
/// predicted cycles. The files of a network that fails stay.
RandomRun RunOnGoldenModel(const RandomNetwork& random);

/// Compiled by nvec and run by nve-cosim with its reference check and lockstep, with these options.
/// With an ideal feed every layer takes the predicted cycles too. The files of a network that fails
/// stay.
RandomRun RunOnRtl(const RandomNetwork& random, const std::string& cosim_options);

}  // namespace nve
