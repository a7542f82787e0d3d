// SPDX-License-Identifier: Apache-2.0
// A compiled network on the RTL whose memories begin with random contents, in lockstep with a
// golden model that holds the same: the core alone, and the whole tile with both kinds of DMA.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "compiler/compile.hpp"
#include "convnet/network_xml.hpp"
#include "host/core/lockstep_core.hpp"
#include "host/driver/step_executor.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/step_runner.hpp"
#include "tb/stimulus/draw.hpp"
#include "tb/stimulus/random_memories.hpp"
#include "tb/stimulus/unique_models.hpp"

namespace nve {
namespace {

constexpr uint64_t kSeeds = 4;

// A compiled network, a picture and what comes of it.
struct Frame {
  Network network = LoadNetwork(NVE_SOURCE_DIR "/networks/small/stride2_6x6.xml");
  Weights weights = SeededWeights(network, 1);
  Binary binary;
  FeatureMaps picture{network.InputMaps(), network.InputHeight(), network.InputWidth()};
  FeatureMaps expected;

  Frame(const std::string& preset, Feed feed)
      : binary(Compile(network, weights, {*FindPreset(preset), feed}).binary) {
    Draw draw(1);
    for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>(draw.Bits());
    expected = RunNetwork(network, weights, picture).back();
  }
};

class CoreContents : public ::testing::TestWithParam<std::string> {};

TEST_P(CoreContents, DoNotMatter) {
  const Frame frame(GetParam(), Feed::kContiguous);
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    IdealStatistics statistics;
    IdealCoreOptions options;
    options.memories = RandomMemories(seed);
    options.make_model = [&] { return MakeUniqueCore(seed, *options.memories); };
    StepRunner runner(frame.binary, [&] { return MakeIdealCore(options, statistics); });
    runner.memory().PutPicture(frame.picture, "random");
    runner.Run({});
    EXPECT_EQ(runner.memory().ReadPlanes(frame.binary.output_planes), frame.expected);
    EXPECT_GT(statistics.Compared(), 1000u);
    EXPECT_EQ(statistics.CycleDelta(), 0);
  }
}

// The contents are really there: a golden model that begins with zeros reads other words.
TEST_P(CoreContents, AreSeenByLockstep) {
  const Frame frame(GetParam(), Feed::kContiguous);
  IdealStatistics statistics;
  IdealCoreOptions options;
  options.make_model = [] { return MakeUniqueCore(1, RandomMemories(1)); };
  StepRunner runner(frame.binary, [&] { return MakeIdealCore(options, statistics); });
  runner.memory().PutPicture(frame.picture, "random");
  EXPECT_THROW(runner.Run({}), MismatchFound);
  ASSERT_NE(statistics.FirstMismatch(), nullptr);
  EXPECT_THAT(FormatMismatch(ResultOf(*statistics.FirstMismatch(), {})),
              ::testing::HasSubstr("read_a_data"));
}

INSTANTIATE_TEST_SUITE_P(All, CoreContents, ::testing::Values("O3", "default"));

// A platform whose tile begins with random contents and runs a frame.
class FilledPlatform {
 public:
  FilledPlatform(const std::string& name, const Frame& frame, bool mover, uint64_t seed)
      : frame_(frame), contents_(RandomMemories(seed)) {
    PlatformOptions options;
    options.mover = mover;
    options.make_tile = [&](int) { return MakeUniqueTile(mover, seed, contents_); };
    platform_ = std::make_unique<Platform>(name.c_str(), options);
    tile().SetMemories(contents_);
    platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
  }

  Tile& tile() { return *platform_->fabric().tiles().front(); }

  void ExpectRight() {
    EXPECT_LT(platform_->fabric().mismatch_tile(), 0);
    EXPECT_TRUE(platform_->processor().finished());
    EXPECT_EQ(output_, frame_.expected);
    EXPECT_GT(tile().lockstep()->cycles(), 1000u);
  }

  uint64_t cycles() const { return platform_->fabric().cycle(); }

 private:
  void Execute(Bus& bus) {
    StepExecutor executor(bus, platform_->TileAddresses(), frame_.binary, {}, StepObserver{});
    executor.Run(frame_.picture, "random");
    output_ = executor.Output();
  }

  const Frame& frame_;
  const CoreMemories contents_;
  std::unique_ptr<Platform> platform_;
  FeatureMaps output_;
};

// SystemC elaborates everything before it simulates anything: one simulation, a platform for every
// preset, DMA and seed.
TEST(TileContents, DoNotMatter) {
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<std::unique_ptr<FilledPlatform>> platforms;
  for (const char* preset : {"O3", "default"}) {
    for (const bool mover : {false, true}) {
      frames.push_back(std::make_unique<Frame>(preset, mover ? Feed::kMover : Feed::kContiguous));
      for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const std::string name = fmt::format("{}_{}_{}", preset, mover ? "mover" : "axi_dma", seed);
        platforms.push_back(std::make_unique<FilledPlatform>(name, *frames.back(), mover, seed));
      }
    }
  }
  sc_core::sc_start();
  TellMainStack();
  for (size_t i = 0; i < platforms.size(); ++i) {
    SCOPED_TRACE(i);
    platforms[i]->ExpectRight();
    EXPECT_EQ(platforms[i]->cycles(), platforms[i / kSeeds * kSeeds]->cycles());
  }
}

}  // namespace
}  // namespace nve
