// SPDX-License-Identifier: Apache-2.0
// Random networks from descriptor to pixels: compiler, verifier, golden model, RTL and platform
// against the functional reference. A failure prints its seed and the commands that show it again;
// descriptor, weights and picture stay in the build folder's random_networks/.
//
// NVE_SEED is the first seed (1), NVE_COUNT the number of networks (few; `make regress` takes
// more). Ten thousand overnight:
//
//   NVE_SEED=1000 NVE_COUNT=10000 build/bin/random_network_test --gtest_filter='*GoldenModel'
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/environment.hpp"
#include "tests/networks/random_run.hpp"

namespace nve {
namespace {

using Run = std::function<RandomRun(const RandomNetwork&)>;

void RunSeeds(uint64_t few, const Run& run) {
  const uint64_t first = testing::EnvironmentNumber("NVE_SEED").value_or(1);
  const uint64_t count = testing::EnvironmentNumber("NVE_COUNT", 1).value_or(few);
  int64_t layers = 0;
  int64_t cycles = 0;
  int64_t compared = 0;
  int retries = 0;
  uint64_t failures = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const RandomNetwork random = MakeRandomNetwork(seed);
    const RandomRun result = run(random);
    EXPECT_EQ(result.problem, "");
    failures += result.problem.empty() ? 0 : 1;
    layers += static_cast<int64_t>(random.network.layers.size());
    retries += random.retries;
    cycles += result.cycles;
    compared += result.compared;
  }
  fmt::print("{} networks from seed {}, {} drawn again: {} layers, {} cycles, {} failures\n", count,
             first, retries, layers, cycles, failures);
  // As tb/regress/regress.py adds them up
  if (compared > 0) fmt::print("lockstep: {} cycles compared\n", compared);
  EXPECT_GT(cycles, 0);
}

TEST(RandomNetwork, IsBitExactOnTheGoldenModel) { RunSeeds(30, RunOnGoldenModel); }

TEST(RandomNetwork, IsBitExactOnTheRtl) {
  RunSeeds(4, [](const RandomNetwork& random) { return RunOnRtl(random, "--feed ideal"); });
}

// The feed is the binary's; the memory answers at once or late.
TEST(RandomNetwork, IsBitExactOnThePlatform) {
  RunSeeds(2, [](const RandomNetwork& random) {
    return RunOnRtl(random, fmt::format("--memory-latency {}", 1 + random.seed * 7 % 80));
  });
}

}  // namespace
}  // namespace nve
