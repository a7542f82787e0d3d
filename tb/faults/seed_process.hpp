// SPDX-License-Identifier: Apache-2.0
// A seed in a process of its own.
//
// The process begins as a copy of this one, so nothing a run leaves behind reaches the next seed:
// the seed alone decides. A run that ends by a signal or not at all is a result like any other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace nve {

inline constexpr int kSeedSeconds = 120;  ///< of processor time, unless somebody asks for others

struct SeedResult {
  std::string text;     ///< what the run returned
  std::string problem;  ///< why it returned nothing: "killed by signal 11", "hangs: ..."
};

/// Calls `run` with the seed in a process of its own, which may take so many seconds of processor
/// time. An exception of `run` is a problem.
SeedResult RunSeed(uint64_t seed, int timeout_seconds,
                   const std::function<std::string(uint64_t)>& run);

}  // namespace nve
