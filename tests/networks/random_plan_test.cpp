// SPDX-License-Identifier: Apache-2.0
// Random networks on platforms of one to four cores, their steps cut into strips and dealt out at
// random, in lockstep: every layer equals the reference, whatever feeds, memory and processor do.
//
// NVE_SEED is the first seed (1), NVE_COUNT the number of plans (30; `make regress` takes more).
// SystemC simulates once in a process, so all platforms are of one simulation. A failure prints its
// seed.
#include "tests/networks/random_plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "compiler/compile.hpp"
#include "host/driver/step_executor.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "model/reference/reference.hpp"
#include "program/step_selection.hpp"
#include "tests/environment.hpp"
#include "tests/networks/random_network.hpp"

namespace nve {
namespace {

constexpr int kMostCores = 4;
// Three strips and few columns: what counts is who waits for whom.
constexpr RandomSides kSmall = {
    .layers = 3, .few_maps = 3, .most_maps = 5, .rows = 40, .columns = 10};

class PlanRun {
 public:
  explicit PlanRun(uint64_t seed) : draw_(Mix(seed, 1)), random_(MakeRandomNetwork(seed, kSmall)) {
    cores_ = draw_.From(1, kMostCores);
    mover_ = draw_.OneIn(2);
    // Tables written by registers take most of a short run; half of the plans have a single one.
    if (draw_.OneIn(2)) {
      for (LayerWeights& layer : random_.weights.layers) {
        layer.table = random_.weights.layers.front().table;
      }
    }
    const CompileResult compiled = Compile(random_.network, random_.weights, random_.options);
    const Binary plan = RandomPlan(compiled.binary, cores_, mover_, draw_);
    binary_ = ParseBinary(SerializeBinary(plan), "plan");
    expected_ =
        RunPictures(random_.network, random_.weights, random_.picture, random_.options.pictures);
    platform_ = std::make_unique<Platform>(fmt::format("plan_{}", seed).c_str(), DrawPlatform());
    platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
  }

  /// Of all tiles.
  uint64_t Compared() const {
    uint64_t cycles = 0;
    for (const auto& tile : platform_->fabric().tiles()) cycles += tile->lockstep()->cycles();
    return cycles;
  }

  /// Whether steps of two cores were in execution at the same time.
  bool overlapped() const { return overlapped_; }

  /// "" or what is wrong.
  std::string Problem() const {
    if (platform_->fabric().mismatch_tile() >= 0) return "lockstep mismatch";
    for (const std::exception_ptr& failure :
         {platform_->fabric().failure(), platform_->processor().failure()}) {
      try {
        if (failure != nullptr) std::rethrow_exception(failure);
      } catch (const std::exception& error) {
        return error.what();
      }
    }
    if (!platform_->processor().finished()) return "the processor has not finished";
    return Compared() == 0 ? "nothing was compared" : problem_;
  }

 private:
  PlatformOptions DrawPlatform() {
    PlatformOptions options;
    options.tiles = cores_;
    options.mover = mover_;
    options.memory = LoadMemoryConfig(draw_.Of({"ideal", "fixed", "fixed", "tso", "bank"}));
    options.memory.read_latency = draw_.From(1, draw_.OneIn(4) ? 200 : 30);
    options.memory.write_latency = draw_.From(1, draw_.OneIn(4) ? 200 : 30);
    options.memory.board.memory_bytes = uint64_t{32} << 20;
    options.memory.board.shared_port = draw_.OneIn(2);
    options.memory.board.cores_per_port = draw_.From(1, draw_.OneIn(2) ? 4 : 1);
    options.processor.register_cycles = draw_.OneIn(4) ? draw_.Below(10) : 0;
    options.processor.interrupt_cycles = draw_.OneIn(2) ? draw_.Below(300) : 0;
    options.make_tile = [this](int) { return mover_ ? MakeMoverTile() : MakeTile(); };
    return options;
  }

  void Execute(Bus& bus) {
    ExecutorOptions options;
    options.board = platform_->memory_config().board;
    StepExecutor executor(bus, platform_->TileAddresses(), binary_, options, StepObserver{});
    executor.Run(random_.picture, "picture");
    for (size_t layer = 0; layer < expected_.size(); ++layer) {
      const FeatureMaps got = executor.Maps(PlanesOfLayer(binary_, static_cast<int>(layer)));
      if (got == expected_[layer] || !problem_.empty()) continue;
      problem_ =
          fmt::format("L{}: {}", layer + 1, ComparePixels(expected_[layer], got).FirstText());
    }
    const std::vector<StepRecord>& records = executor.records();
    for (size_t i = 1; i < records.size(); ++i) {
      overlapped_ = overlapped_ || records[i].start_cycle < records[i - 1].end_cycle;
    }
  }

  Draw draw_;
  RandomNetwork random_;
  int cores_ = 1;
  bool mover_ = false;
  Binary binary_;
  std::vector<FeatureMaps> expected_;  // by layer
  std::unique_ptr<Platform> platform_;
  std::string problem_;
  bool overlapped_ = false;
};

TEST(RandomPlans, AreBitExactOnAnyCores) {
  const uint64_t first = testing::EnvironmentNumber("NVE_SEED").value_or(1);
  const uint64_t count = testing::EnvironmentNumber("NVE_COUNT", 1).value_or(30);
  std::vector<std::unique_ptr<PlanRun>> runs;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    runs.push_back(std::make_unique<PlanRun>(seed));
  }
  sc_core::sc_start();
  TellMainStack();
  uint64_t compared = 0;
  uint64_t overlapped = 0;
  for (uint64_t i = 0; i < count; ++i) {
    EXPECT_EQ(runs[i]->Problem(), "") << "seed " << first + i;
    compared += runs[i]->Compared();
    overlapped += runs[i]->overlapped() ? 1 : 0;
  }
  fmt::print("{} plans from seed {}, {} with cores at work at the same time\n", count, first,
             overlapped);
  // As tb/regress/regress.py adds them up
  fmt::print("lockstep: {} cycles compared\n", compared);
  if (count >= 10) {
    EXPECT_GT(overlapped, count / 4);
  }
}

}  // namespace
}  // namespace nve
