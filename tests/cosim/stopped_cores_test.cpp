// SPDX-License-Identifier: Apache-2.0
// One of three cores fails in the middle of a frame while the others work: the driver names its
// step and stops the others, and the next frame is right. In lockstep, in both profiles of the DMA.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "host/driver/dma_registers.hpp"
#include "host/driver/step_executor.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "tb/faults/tamper_bus.hpp"
#include "tests/cosim/figure17_frames.hpp"

namespace nve {
namespace {

using ::testing::StartsWith;

constexpr uint64_t kSeed = 7;
constexpr int kCores = 3;
constexpr int kStrips = 9;

const Figure17Frames& TheFrames() {
  static const Figure17Frames kFrames(kSeed, kStrips * 16, 24, kCores, Feed::kContiguous);
  return kFrames;
}

// A frame in which the second step of core `failing` gets a descriptor of length 0, and another.
class StoppedCores {
 public:
  StoppedCores(bool mover, int failing) : failing_(failing) {
    PlatformOptions options;
    options.tiles = kCores;
    options.mover = mover;
    options.make_tile = [mover](int) { return mover ? MakeMoverTile() : MakeTile(); };
    platform_ = std::make_unique<Platform>(
        fmt::format("{}_{}", mover ? "mover" : "axi_dma", failing).c_str(), options);
    platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
  }

  const Platform& platform() const { return *platform_; }

  std::string driver_error;
  uint32_t failed_status = 0;       // of the DMA at fault, after the error
  std::vector<arch::State> states;  // of the cores, after the error
  std::vector<StepRecord> records;  // of the frame with the failure
  FeatureMaps after;                // the next frame's output
  bool finished = false;

 private:
  void Execute(Bus& platform_bus) {
    const Figure17Frames& frames = TheFrames();
    TamperBus bus(platform_bus);
    const std::vector<TileAddress> tiles = platform_->TileAddresses();
    StepExecutor driver(bus, tiles, frames.binary, {}, StepObserver{});
    const uint64_t dma = tiles[static_cast<size_t>(failing_)].dma_base + dma::kMm2sBase;
    bus.OnWrite([&, first = uint64_t{0}, starts = 0](uint64_t address, uint32_t& value) mutable {
      if (address == dma + dma::kCurrent) first = value;
      if (address != dma + dma::kTail || ++starts != 2) return;
      const uint64_t control = first + 4 * dma::kWordControl;
      std::fill_n(bus.Memory(control, 4).begin(), 3, uint8_t{0});
    });
    try {
      driver.Run(frames.pictures[0], "with the failure");
    } catch (const DriverError& error) {
      driver_error = error.what();
    }
    records = driver.records();
    bus.Read32(dma + dma::kStatus, failed_status);
    for (const auto& tile : platform_->fabric().tiles()) {
      states.push_back(static_cast<arch::State>(tile->probe().state));
    }
    bus.Clear();
    driver.Run(frames.pictures[1], "after");
    after = driver.Output();
    finished = true;
  }

  int failing_;
  std::unique_ptr<Platform> platform_;
};

TEST(StoppedCores, NextFrameIsRight) {
  std::vector<std::unique_ptr<StoppedCores>> runs;
  for (const bool mover : {false, true}) {
    for (int failing = 0; failing < kCores; ++failing) {
      runs.push_back(std::make_unique<StoppedCores>(mover, failing));
    }
  }
  sc_core::sc_start();
  TellMainStack();
  for (size_t i = 0; i < runs.size(); ++i) {
    SCOPED_TRACE(runs[i]->platform().name());
    const StoppedCores& run = *runs[i];
    const int failing = static_cast<int>(i) % kCores;
    EXPECT_LT(run.platform().fabric().mismatch_tile(), 0);
    EXPECT_THAT(run.driver_error, StartsWith(fmt::format("core {0}, layer L1, step {1} (program ",
                                                         failing, kCores + failing)));
    EXPECT_THAT(run.driver_error,
                ::testing::HasSubstr(fmt::format("): DMA {} MM2S: DMAIntErr", failing)));
    EXPECT_NE(run.failed_status & dma::kStatusAllErrors, 0U) << "left as it is";
    int at_work = 0;
    for (const StepRecord& record : run.records) {
      at_work += record.end_cycle == 0 && record.core != failing ? 1 : 0;
    }
    EXPECT_GT(at_work, 0) << "nobody had to be stopped";
    for (int core = 0; core < kCores; ++core) {
      if (core == failing) continue;
      EXPECT_EQ(run.states[static_cast<size_t>(core)], arch::State::kIdle) << core;
    }
    ASSERT_TRUE(run.finished);
    EXPECT_EQ(run.after, TheFrames().expected[1]);
  }
}

}  // namespace
}  // namespace nve
