// SPDX-License-Identifier: Apache-2.0
// The best plan against a walk over the whole space, and against the binary that is compiled by it.
#include "planner/best/best_plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "host/memory/memory_config.hpp"
#include "program/checks.hpp"

namespace nve::planner {
namespace {

constexpr int64_t kSettingsCycles = 129;  // of all registers before a START

struct Case {
  const char* network;
  int cores;
  const char* memory;
};

// The name CTest shows.
void PrintTo(const Case& one, std::ostream* out) {
  *out << fmt::format("{}_{}_{}", one.network, one.cores, one.memory);
}

class BestPlanTest : public ::testing::TestWithParam<Case> {
 protected:
  static transfer::TransferOptions Transfer() {
    transfer::TransferOptions options;
    options.memory = LoadMemoryConfig(GetParam().memory);
    return options;
  }
  static CompileOptions Options() {
    CompileOptions options;
    options.cores = GetParam().cores;
    options.feed = Feed::kMover;
    return options;
  }

  // The fewest cycles of all plans, by trying all.
  int64_t BruteForce() const {
    std::map<Boundary, int64_t> least = {{Boundary{}, 0}};
    for (size_t layer = 0; layer < space_.layers().size(); ++layer) {
      std::map<Boundary, int64_t> longer;
      for (const auto& [input, sum] : least) {
        for (const Boundary& output : space_.layers()[layer].outputs) {
          for (const LayerCandidate& candidate : space_.layers()[layer].candidates) {
            if (!PlanSpace::Fits(input, candidate, output)) continue;
            const int64_t cycles = space_.CostOf(layer, input, candidate, output).cycles;
            EXPECT_GE(cycles, candidate.bound);
            const auto [at, added] = longer.try_emplace(output, sum + cycles);
            if (!added) at->second = std::min(at->second, sum + cycles);
          }
        }
      }
      least = longer;
    }
    return std::ranges::min_element(least, {}, [](const auto& entry) { return entry.second; })
        ->second;
  }

  Network network_ = LoadNetwork(
      fmt::format("{}/networks/small/{}.xml", std::string(NVE_SOURCE_DIR), GetParam().network));
  // A table of its own for each layer: one that is there already would not be loaded.
  static Weights WeightsOf(const Network& network) {
    Weights weights = SeededWeights(network, 1);
    for (size_t i = 0; i < weights.layers.size(); ++i) {
      weights.layers[i].table[0] = static_cast<uint8_t>(i);
    }
    return weights;
  }

  Weights weights_ = WeightsOf(network_);
  transfer::TransferOptions transfer_ = Transfer();
  PlanCache cache_;
  PlanSpace space_{network_, weights_, Options(), {Feed::kMover}, transfer_, cache_};
  static constexpr auto kNoProgress = [](int64_t, double) {};
};

TEST_P(BestPlanTest, NoPlanOfTheSpaceIsFaster) {
  const BestPlan plan = FindBestPlan(space_, 0, kNoProgress);
  EXPECT_EQ(plan.cycles, BruteForce());
  EXPECT_EQ(plan.bound, plan.cycles);
  for (const PlannedLayer& layer : plan.layers) {
    EXPECT_LE(layer.bound, layer.chosen.cost.cycles);
    EXPECT_LE(layer.evaluated, layer.space);
    for (const EvaluatedCandidate& other : layer.others) {
      EXPECT_GE(other.cost.cycles, layer.chosen.cost.cycles);
    }
  }
}

TEST_P(BestPlanTest, AGapEndsTheSearchEarlier) {
  int64_t evaluated = 0;
  constexpr double kAny = 1000;
  const BestPlan plan =
      FindBestPlan(space_, kAny, [&](int64_t so_far, double) { evaluated = so_far; });
  EXPECT_LE(plan.bound, plan.cycles);
  constexpr int64_t kAtOnce = 8;
  EXPECT_LE(evaluated, std::max(kAtOnce, static_cast<int64_t>(space_.layers().size())))
      << "one path is enough";
}

TEST_P(BestPlanTest, IsWhatIsCompiled) {
  const BestPlan plan = FindBestPlan(space_, 0, kNoProgress);
  const CompileResult result = Compile(network_, weights_, OptionsOf(space_, plan));
  EXPECT_TRUE(CheckBinary(result.binary).empty());
  int64_t sum = 0;
  const auto predicted = PredictFeed(result.binary, transfer_, Feed::kMover);
  for (size_t layer = 0; layer < plan.layers.size(); ++layer) {
    const EvaluatedCandidate& chosen = plan.layers[layer].chosen;
    EXPECT_EQ(result.layers[layer].partition, chosen.candidate.partition);
    EXPECT_EQ(result.layers[layer].layout, chosen.output.layout);
    EXPECT_EQ(result.layers[layer].outputs_per_iteration, chosen.candidate.rows);
    sum += predicted[layer].Elapsed();
  }
  if (GetParam().cores > 1 || std::string(GetParam().memory) == "bank") return;
  // Layers of one core do not overlap; a later one finds registers that hold its settings already.
  EXPECT_LE(sum, plan.cycles);
  EXPECT_GE(sum, plan.cycles - kSettingsCycles * static_cast<int64_t>(plan.layers.size() - 1));
}

INSTANTIATE_TEST_SUITE_P(Small, BestPlanTest,
                         ::testing::Values(Case{"two_layers", 1, "fixed"},
                                           Case{"two_layers", 2, "bank"},
                                           Case{"mix1x1", 3, "tso"}));

}  // namespace
}  // namespace nve::planner
