// SPDX-License-Identifier: Apache-2.0
// The default against every other choice, on random layers: nothing that the options offer takes
// fewer cycles, and the cycles compared are those of the finished programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "arch/build_machine.hpp"
#include "compiler/alternatives.hpp"
#include "compiler/compile.hpp"
#include "compiler/fastest_layer.hpp"
#include "compiler/limits.hpp"
#include "program/predicted_cycles.hpp"
#include "tests/environment.hpp"

namespace nve {
namespace {

class DrawLayer {
 public:
  explicit DrawLayer(uint64_t seed) : random_(seed) {}

  Layer One() {
    Layer layer;
    layer.name = "L1";
    layer.kernel_height = OneIn(2) ? 1 : From(2, 5);
    layer.kernel_width = OneIn(2) ? layer.kernel_height : From(1, 7);
    layer.stride_y = OneIn(4) ? 2 : 1;
    layer.stride_x = OneIn(5) ? From(2, 7) : 1;
    layer.out_height = OneIn(3) ? From(1, 20) : From(1, 160);
    layer.out_width = OneIn(3) ? From(1, 8) : From(1, 120);
    const int inputs = OneIn(2) ? From(1, 4) : From(1, 24);
    const int maps = OneIn(3) ? From(8, 64) : From(1, 7);
    const int kind = Below(3);  // every input, one, or any number
    for (int map = 0; map < maps; ++map) {
      const int count = kind == 0 ? inputs : kind == 1 ? 1 : From(1, inputs);
      layer.outputs.push_back({map, Some(inputs, count), {}});
    }
    return layer;
  }

 private:
  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint64_t>(bound)); }
  int From(int first, int last) { return first + Below(last - first + 1); }
  bool OneIn(int n) { return Below(n) == 0; }

  std::vector<int> Some(int maps, int count) {
    std::vector<int> all(static_cast<size_t>(maps));
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < count; ++i) std::swap(all[i], all[From(i, maps - 1)]);
    all.resize(static_cast<size_t>(count));
    std::sort(all.begin(), all.end());
    return all;
  }

  std::mt19937_64 random_;
};

/// Every combination of the options, the presets among them, but for the prologue.
std::vector<CompilerPasses> EverythingElse() {
  CompilerPasses open = *FindPreset("default");
  open.freedom.prologue = false;
  return AlternativesOf(open, true);
}

std::string TextOf(const Layer& layer) {
  std::string text =
      "outputs " + std::to_string(layer.out_height) + "x" + std::to_string(layer.out_width) +
      " of " + std::to_string(layer.kernel_height) + "x" + std::to_string(layer.kernel_width) +
      " steps " + std::to_string(layer.stride_y) + "x" + std::to_string(layer.stride_x) + " maps";
  for (const OutputMap& output : layer.outputs) {
    text += " [";
    for (const int input : output.inputs) text += std::to_string(input) + ",";
    text += "]";
  }
  return text;
}

bool Fits(const Layer& layer, const CompilerPasses& passes) {
  const Network network{"random", {layer}};
  Diagnostics problems;
  CheckLimits(network, SeededWeights(network, 1), passes, Vectors::kVertical, arch::BuildSizes(),
              problems);
  return problems.ok();
}

void ExpectFastest(const Layer& layer) {
  SCOPED_TRACE(TextOf(layer));
  const CompilerPasses& preset = *FindPreset("default");
  const FastestLayer fastest = ScheduleFastest(layer, preset, arch::BuildSizes());
  EXPECT_EQ(fastest.layer.cycles, fastest.chosen.cycles);
  std::optional<ShapeScheduler> scheduler;
  for (CompilerPasses other : EverythingElse()) {
    // Fusion is the innermost choice: the schedules of the others serve again.
    if (!scheduler || other.fusion == preset.fusion)
      scheduler.emplace(layer, other, arch::BuildSizes());
    if (!scheduler->EveryMapFits(layer)) continue;
    for (const bool explicit_prologue : {false, true}) {
      other.explicit_prologue = explicit_prologue;
      const int64_t cycles = ScheduleLayer(layer, other, *scheduler).cycles;
      EXPECT_LE(fastest.layer.cycles, cycles) << OverridesText(other);
      EXPECT_LE(LeastCycles(layer, other, *scheduler), cycles) << OverridesText(other);
    }
  }
}

void ExpectFinishedProgramsTakeThoseCycles(const Layer& layer) {
  SCOPED_TRACE(TextOf(layer));
  const Network network{"random", {layer}};
  const CompileResult result = Compile(network, SeededWeights(network, 1), {});
  // The first START loads the activation table too.
  EXPECT_EQ(PredictedCycles(result.binary)[0], result.layers[0].chosen.cycles + kTableWords);
}

int CountOfLayers() {
  return static_cast<int>(testing::EnvironmentNumber("NVE_COUNT", 1).value_or(40));
}

uint64_t FirstSeed() { return testing::EnvironmentNumber("NVE_SEED").value_or(1); }

TEST(Fastest, NoOtherChoiceBeatsTheDefault) {
  int layers = 0;
  for (uint64_t seed = FirstSeed(); layers < CountOfLayers(); ++seed) {
    const Layer layer = DrawLayer(seed).One();
    if (!Fits(layer, *FindPreset("default"))) continue;
    SCOPED_TRACE(seed);
    ++layers;
    ExpectFastest(layer);
    ExpectFinishedProgramsTakeThoseCycles(layer);
  }
}

Layer MapsOfInputs(int maps, int inputs, int out_height, int out_width) {
  Layer layer;
  layer.name = "L1";
  layer.kernel_height = layer.kernel_width = layer.stride_y = layer.stride_x = 1;
  layer.out_height = out_height;
  layer.out_width = out_width;
  std::vector<int> all(static_cast<size_t>(inputs));
  std::iota(all.begin(), all.end(), 0);
  for (int map = 0; map < maps; ++map) layer.outputs.push_back({map, all, {}});
  return layer;
}

int64_t CyclesOf(const Layer& layer) {
  return ScheduleFastest(layer, *FindPreset("default"), arch::BuildSizes()).layer.cycles;
}

// At their bounds half vectors are faster here; as finished programs they are not.
TEST(Fastest, WholeVectorsWhereTheyTakeFewerCycles) {
  EXPECT_LE(CyclesOf(MapsOfInputs(32, 3, 160, 320)), 430627);
  EXPECT_LE(CyclesOf(MapsOfInputs(2, 2, 16, 8)), 115);
}

// A word carried over the end of the iteration costs a pass of the ramps.
TEST(Fastest, PackingThatLengthensTheProgramIsNotTaken) {
  Layer layer = MapsOfInputs(3, 1, 18, 3);
  layer.kernel_height = 2;
  layer.stride_y = 2;
  layer.stride_x = 7;
  EXPECT_LE(CyclesOf(layer), 343);
}

TEST(Fastest, HalfVectorsWhereWholeOnesDoNotFit) {
  Layer layer = MapsOfInputs(1, 1, 20, 5);
  layer.kernel_width = 150;
  const FastestLayer fastest = ScheduleFastest(layer, *FindPreset("default"), arch::BuildSizes());
  EXPECT_TRUE(fastest.chosen.half_vectors);
}

TEST(Fastest, RefusalsNameTheOptionThatFits) {
  Layer layer = MapsOfInputs(1, 1, 20, 5);
  layer.kernel_width = 150;
  const Network network{"wide", {layer}};
  CompileOptions options;
  options.passes.half_vectors = HalfVectors::kNever;
  try {
    Compile(network, SeededWeights(network, 1), options);
    ADD_FAILURE() << "compiled";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("it fits with --half-vectors always"),
              std::string::npos)
        << error.what();
  }
}

// The presets are among the combinations.
TEST(Fastest, EveryPresetIsCompared) {
  const std::vector<CompilerPasses> all = EverythingElse();
  for (const CompilerPasses& preset : Presets()) {
    if (preset.half_vectors == HalfVectors::kAuto) continue;
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](CompilerPasses other) {
      other.name = preset.name;
      return OverridesText(other).empty();
    })) << preset.name;
  }
}

TEST(Fastest, NoAlternativesWhereThereIsNoChoice) {
  const Layer layer = MapsOfInputs(2, 2, 16, 8);
  EXPECT_TRUE(ScheduleFastest(layer, *FindPreset("O3"), arch::BuildSizes()).alternatives.empty());
  EXPECT_FALSE(
      ScheduleFastest(layer, *FindPreset("default"), arch::BuildSizes()).alternatives.empty());
}

}  // namespace
}  // namespace nve
