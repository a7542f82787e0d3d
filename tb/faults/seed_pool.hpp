// SPDX-License-Identifier: Apache-2.0
// Many seeds, each in a process of its own, several at a time.
//
// A process begins as a copy of this one, so nothing a run leaves behind reaches the next seed: the
// seed alone decides. A run that ends by a signal or not at all is a result like any other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace nve {

struct SeedResult {
  uint64_t seed = 0;
  std::string text;     ///< what the run returned
  std::string problem;  ///< why it returned nothing: "killed by signal 11", "hangs: ..."
};

struct PoolOptions {
  uint64_t first_seed = 1;
  uint64_t last_seed = 1;
  int jobs = 2;
  int timeout_seconds = 120;  ///< of processor time, of one seed
};

/// Calls `run` for every seed in a process of its own and returns the results by seed. `done` is
/// called in this process after every end with the number of them. An exception of `run` is a
/// problem.
std::vector<SeedResult> RunSeeds(const PoolOptions& options,
                                 const std::function<std::string(uint64_t)>& run,
                                 const std::function<void(int64_t)>& done);

}  // namespace nve
