// SPDX-License-Identifier: Apache-2.0
// The partition that a layer gets: the cheapest by the cost that is asked, what is refused, and the
// bounds of the detectors on several cores.
#include "compiler/best_partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "arch/build_machine.hpp"
#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

using Kind = PartitionChoice::Kind;

CompileResult CompileNetwork(const std::string& name, const CompileOptions& options) {
  const Network network = LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/" + name + ".xml");
  return Compile(network, SeededWeights(network, 1), options);
}

CompileOptions OnCores(int cores, const PartitionChoice& choice = {}) {
  CompileOptions options;
  options.vectors = Vectors::kHorizontal;
  options.cores = cores;
  options.partition = choice;
  return options;
}

TEST(BusiestCoreCost, IsThatOfTheCoreWithTheMost) {
  const Binary binary = CompileNetwork("small/two_layers", OnCores(2, {Kind::kOfm, {}})).binary;
  Steps first;
  int64_t bytes = 0;
  int64_t loads = 0;
  std::set<int> cores;
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr || binary.programs[run->program].layer != 0) continue;
    first.push_back(step);
    loads += 1;
    bytes += TotalBytes(run->input) + TotalBytes(run->output);
    bytes += static_cast<int64_t>(binary.programs[run->program].code.size()) * 8;
    if (cores.insert(run->core).second) bytes += arch::kActEntries;  // the core's first START
  }
  const StepsCost cost = BusiestCoreCost(binary, first);
  EXPECT_EQ(cost.cycles, BusiestCoreCycles(binary)[0]);
  EXPECT_EQ(cost.loads, loads);
  EXPECT_EQ(cost.bytes, bytes);
}

TEST(StepsCost, LoadsAndBytesDecideBetweenEqualCycles) {
  EXPECT_LT((StepsCost{1, 9, 9}), (StepsCost{2, 0, 0}));
  EXPECT_LT((StepsCost{1, 1, 9}), (StepsCost{1, 2, 0}));
  EXPECT_LT((StepsCost{1, 1, 1}), (StepsCost{1, 1, 2}));
}

// No fixed choice has fewer cycles in any layer.
TEST(BestPartition, TakesTheFewestCycles) {
  for (const int cores : {2, 3, 4, 8}) {
    const std::vector<int64_t> best =
        BusiestCoreCycles(CompileNetwork("face_detection", OnCores(cores)).binary);
    for (const Kind kind : {Kind::kKs, Kind::kOfm}) {
      const std::vector<int64_t> other =
          BusiestCoreCycles(CompileNetwork("face_detection", OnCores(cores, {kind, {}})).binary);
      ASSERT_EQ(other.size(), best.size());
      for (size_t layer = 0; layer < best.size(); ++layer) EXPECT_LE(best[layer], other[layer]);
    }
  }
}

TEST(BestPartition, AsksTheCostOfAllPartitions) {
  CompileOptions options = OnCores(4);
  std::vector<size_t> cores_used;
  // The more cores have work, the dearer.
  options.cost = [&](const Binary& binary, const Steps& steps) {
    EXPECT_FALSE(binary.planes.empty());
    std::set<int> cores;
    ForEachStart(binary, steps, [&](const RunStep& run, StartLoad) { cores.insert(run.core); });
    cores_used.push_back(cores.size());
    return StepsCost{static_cast<int64_t>(cores.size()), 0, 0};
  };
  const CompileResult result = CompileNetwork("small/filter3x3", options);
  EXPECT_EQ(cores_used.size(), 3u);  // 4x1, 2x2, 1x4
  EXPECT_EQ(result.layers[0].partition, (Partition{4, 1}));
  EXPECT_EQ(result.layers[0].idle_cores, 3);
}

// Layers of one program have nothing for a second group. Which these are depends on the machine.
TEST(BestPartition, AFixedOneMustBeFilled) {
  std::map<std::string, int> programs;
  const CompileResult one = CompileNetwork("face_detection", OnCores(1));
  for (const Program& program : one.binary.programs) {
    programs[one.layers[static_cast<size_t>(program.layer)].name] += 1;
  }
  const auto single = std::ranges::count(programs | std::views::values, 1);
  ASSERT_GE(single, 2);
  try {
    CompileNetwork("face_detection", OnCores(8, {Kind::kFixed, {2, 4}}));
    FAIL() << "not refused";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(
        text.find("layer L1: --partition 2x4: found 1 program(s) and 40 strip(s), allowed: auto, "
                  "ks, ofm, 1x8"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("layer L4: --partition 2x4"), std::string::npos) << text;
    EXPECT_EQ(error.diagnostics().size(), static_cast<size_t>(single)) << text;
  }
  const CompileResult filled = CompileNetwork("face_detection", OnCores(8, {Kind::kFixed, {1, 8}}));
  for (const LayerReport& layer : filled.layers) EXPECT_EQ(layer.idle_cores, 0);
}

TEST(BestPartition, OneCoreHasEverything) {
  const CompileResult one = CompileNetwork("small/two_layers", OnCores(1));
  for (const LayerReport& layer : one.layers) {
    EXPECT_EQ(layer.partition, (Partition{1, 1}));
    EXPECT_EQ(layer.idle_cores, 0);
  }
  EXPECT_EQ(BusiestCoreCycles(one.binary), PredictedCycles(one.binary));
}

// Whole frames of 1280 x 720. docs/cores.md has the table.
TEST(BoundOnCores, OfTheDetectors) {
  if (std::string(arch::BuildMachine().name) != "nve") GTEST_SKIP() << "figures are of nve";
  const std::vector<int> cores = {1, 2, 4, 8, 16};
  const auto bounds = [&](const std::string& network) {
    const CompileResult result = CompileNetwork(network, OnCores(1));
    std::vector<int64_t> sums;
    for (const int n : cores) {
      sums.push_back(0);
      for (size_t l = 0; l < result.layers.size(); ++l) {
        std::vector<RepeatedPart> parts;
        for (size_t p = 0; p < result.binary.programs.size(); ++p) {
          if (result.binary.programs[p].layer != static_cast<int>(l)) continue;
          const Schedule& schedule = result.schedules[p].schedule;
          parts.push_back({result.binary.layers[l].out_width + schedule.extra, schedule.length});
        }
        const int rows = result.layers[l].outputs_per_iteration;
        const int strips = (result.binary.layers[l].out_height + rows - 1) / rows;
        sums.back() += ComputeBoundOf(parts, strips, n).cycles;
      }
    }
    return sums;
  };
  EXPECT_EQ(bounds("face_detection"),
            (std::vector<int64_t>{5750206, 2876660, 1438330, 754765, 460698}));
  EXPECT_EQ(bounds("speed_sign"),
            (std::vector<int64_t>{68898087, 34457780, 17228890, 8651825, 4435827}));
}

// The report's bound is the same, and for all pictures.
TEST(BoundOnCores, IsInTheReport) {
  int64_t sum = 0;
  for (const LayerReport& layer : CompileNetwork("face_detection", OnCores(1)).layers) {
    sum += layer.bound_on_cores.cycles;
  }
  CompileOptions options = OnCores(1);
  options.pictures = 3;
  for (const LayerReport& layer : CompileNetwork("face_detection", options).layers) {
    sum -= layer.bound_on_cores.cycles / 3;
  }
  EXPECT_GT(CompileNetwork("face_detection", OnCores(1)).layers[0].bound_on_cores.cycles, 0);
  EXPECT_EQ(sum, 0);
}

}  // namespace
}  // namespace nve
