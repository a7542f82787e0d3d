// SPDX-License-Identifier: Apache-2.0
// Every DMA error raised on purpose in the second of three frames, in both profiles of the DMA:
// what the registers, the interrupts and the driver say, and that a reset is all the way back.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "host/driver/dma_registers.hpp"
#include "host/driver/step_executor.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "tests/cosim/figure17_frames.hpp"

namespace nve {
namespace {

using dma::Direction;
using ::testing::HasSubstr;

constexpr uint64_t kSeed = 7;
constexpr std::array<Direction, 2> kChannels = {Direction::kMm2s, Direction::kS2mm};

uint32_t BaseOf(Direction channel) {
  return channel == Direction::kMm2s ? dma::kMm2sBase : dma::kS2mmBase;
}

struct DmaError {
  const char* fault;  ///< of nve-cosim --fault
  Direction channel;  ///< that has the error
  uint32_t status;    ///< its bit of DMASR
};

constexpr std::array kErrors = {
    DmaError{"sg-slverr", Direction::kS2mm, dma::kStatusSgSlaveError},
    DmaError{"sg-decerr", Direction::kS2mm, dma::kStatusSgDecodeError},
    DmaError{"sg-input-slverr", Direction::kMm2s, dma::kStatusSgSlaveError},
    DmaError{"sg-input-decerr", Direction::kMm2s, dma::kStatusSgDecodeError},
    DmaError{"sg-write-slverr", Direction::kMm2s, dma::kStatusSgSlaveError},
    DmaError{"sg-write-decerr", Direction::kMm2s, dma::kStatusSgDecodeError},
    DmaError{"sg-write-output-slverr", Direction::kS2mm, dma::kStatusSgSlaveError},
    DmaError{"sg-write-output-decerr", Direction::kS2mm, dma::kStatusSgDecodeError},
    DmaError{"mm2s-slverr", Direction::kMm2s, dma::kStatusSlaveError},
    DmaError{"mm2s-decerr", Direction::kMm2s, dma::kStatusDecodeError},
    DmaError{"s2mm-slverr", Direction::kS2mm, dma::kStatusSlaveError},
    DmaError{"s2mm-decerr", Direction::kS2mm, dma::kStatusDecodeError},
    DmaError{"zero-length", Direction::kMm2s, dma::kStatusInternalError},
    DmaError{"zero-length-output", Direction::kS2mm, dma::kStatusInternalError},
    DmaError{"misaligned", Direction::kMm2s, dma::kStatusInternalError},
    DmaError{"misaligned-output", Direction::kS2mm, dma::kStatusInternalError},
    DmaError{"completed", Direction::kMm2s, dma::kStatusSgInternalError},
    DmaError{"completed-output", Direction::kS2mm, dma::kStatusSgInternalError},
    DmaError{"beyond-memory", Direction::kMm2s, dma::kStatusDecodeError},
    DmaError{"beyond-memory-output", Direction::kS2mm, dma::kStatusDecodeError},
    DmaError{"wild-descriptor", Direction::kMm2s, dma::kStatusSgDecodeError},
};

struct Case {
  bool mover = false;
  DmaError error;

  std::string Name() const {
    std::string name = fmt::format("{}_{}", mover ? "mover" : "axi_dma", error.fault);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.Name(); }

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const bool mover : {false, true}) {
    for (const DmaError& error : kErrors) cases.push_back({mover, error});
  }
  return cases;
}

const Figure17Frames& TheFrames() {
  static const Figure17Frames kFrames(kSeed, 18, 22, 1, Feed::kColumn);
  return kFrames;
}

// A channel's registers and interrupt line.
struct ChannelState {
  uint32_t control = 0;
  uint32_t status = 0;
  bool interrupt = false;
};

// A platform whose processor runs a frame, a frame with the error and, with the reset that begins
// every frame, another one. The last two are those of one driver.
class Recovery {
 public:
  explicit Recovery(const Case& c) : mover_(c.mover), fault_(FaultByName(c.error.fault)) {
    PlatformOptions options;
    options.mover = mover_;
    options.make_tile = [this](int) { return mover_ ? MakeMoverTile() : MakeTile(); };
    platform_ = std::make_unique<Platform>(c.Name().c_str(), options);
    platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
  }

  // What ended the simulation early, "" if nothing did.
  std::string Failure() const {
    for (const std::exception_ptr& failure :
         {platform_->fabric().failure(), platform_->processor().failure()}) {
      try {
        if (failure != nullptr) std::rethrow_exception(failure);
      } catch (const std::exception& e) {
        return e.what();
      }
    }
    return platform_->processor().finished() ? "" : "the processor has not finished";
  }
  bool Mismatch() const { return platform_->fabric().mismatch_tile() >= 0; }

  FeatureMaps before;        // the first frame's output, read after the error
  std::string driver_error;  // of the second frame
  std::map<Direction, ChannelState> halted;
  FeatureMaps after;  // the third frame's output
  std::map<Direction, ChannelState> recovered;

 private:
  void Execute(Bus& bus) {
    const Figure17Frames& frames = TheFrames();
    ExecutorOptions options;
    options.feed = mover_ ? Feed::kMover : Feed::kColumn;
    const std::vector<TileAddress> tiles = platform_->TileAddresses();
    StepExecutor first(bus, tiles, frames.binary, options, StepObserver{});
    StepExecutor driver(bus, tiles, frames.binary, options, StepObserver{});
    first.Run(frames.pictures[0], "before");
    platform_->fabric().Inject(fault_);
    try {
      driver.Run(frames.pictures[0], "with the error");
    } catch (const DriverError& error) {
      driver_error = error.what();
    }
    for (const Direction channel : kChannels) halted[channel] = WaitHalted(bus, channel);
    before = first.Output();
    platform_->fabric().Inject(Fault{});
    driver.Run(frames.pictures[1], "after");
    after = driver.Output();
    for (const Direction channel : kChannels) recovered[channel] = Read(bus, channel);
  }

  ChannelState Read(Bus& bus, Direction channel) const {
    const TileAddress tile = platform_->TileAddresses().front();
    const int line =
        channel == Direction::kMm2s ? tile.dma_interrupts.mm2s : tile.dma_interrupts.s2mm;
    ChannelState state;
    bus.Read32(tile.dma_base + BaseOf(channel) + dma::kControl, state.control);
    bus.Read32(tile.dma_base + BaseOf(channel) + dma::kStatus, state.status);
    state.interrupt = bus.WaitInterrupt(uint64_t{1} << line, 1) != 0;
    return state;
  }

  // The bits come at once, Halted when everything open has ended.
  ChannelState WaitHalted(Bus& bus, Direction channel) const {
    constexpr int kPolls = 100;
    ChannelState state;
    for (int poll = 0; poll < kPolls && (state.status & dma::kStatusHalted) == 0; ++poll) {
      state = Read(bus, channel);
    }
    return state;
  }

  bool mover_;
  Fault fault_;
  std::unique_ptr<Platform> platform_;
};

// SystemC elaborates everything before it simulates anything, so one simulation serves all the
// tests of this program that were chosen to run.
class RecoveryTest : public ::testing::TestWithParam<Case> {
 protected:
  static void SetUpTestSuite() {
    const ::testing::TestSuite& suite = *::testing::UnitTest::GetInstance()->current_test_suite();
    for (const Case& c : Cases()) {
      const std::string suffix = fmt::format("/{}", c.Name());
      for (int i = 0; i < suite.total_test_count(); ++i) {
        const ::testing::TestInfo& test = *suite.GetTestInfo(i);
        if (!test.should_run() || !std::string(test.name()).ends_with(suffix)) continue;
        runs_[c.Name()] = std::make_unique<Recovery>(c);
      }
    }
    sc_core::sc_start();
    TellMainStack();
  }

  static std::map<std::string, std::unique_ptr<Recovery>> runs_;
};

std::map<std::string, std::unique_ptr<Recovery>> RecoveryTest::runs_;

TEST_P(RecoveryTest, ResetIsTheWayBack) {
  const DmaError& error = GetParam().error;
  const Recovery& run = *runs_.at(GetParam().Name());
  ASSERT_FALSE(run.Mismatch());
  ASSERT_EQ(run.Failure(), "");

  EXPECT_THAT(run.driver_error, HasSubstr(fmt::format("DMA 0 {}: {}", ToString(error.channel),
                                                      dma::DescribeStatus(error.status))));
  constexpr uint32_t kLooked =
      dma::kStatusAllErrors | dma::kStatusErrorIrq | dma::kStatusHalted | dma::kStatusIdle;
  // An input channel keeps the words that the core, whose output is stopped, does not take. When
  // the status of the first descriptor could not be written, those of the next are under way.
  const bool keeps_words = std::string_view(error.fault).starts_with("sg-write");
  for (const auto& [channel, state] : run.halted) {
    SCOPED_TRACE(ToString(channel));
    const bool failed = channel == error.channel;
    EXPECT_EQ(state.status & kLooked & ~dma::kStatusHalted,
              failed ? error.status | dma::kStatusErrorIrq : 0);
    if ((failed && !keeps_words) || channel == Direction::kS2mm) {
      EXPECT_NE(state.status & dma::kStatusHalted, 0U);
    }
    EXPECT_EQ(state.control & dma::kControlRun, 0U);
    if (failed) {
      EXPECT_TRUE(state.interrupt);
    }
  }
  for (const auto& [channel, state] : run.recovered) {
    SCOPED_TRACE(ToString(channel));
    EXPECT_EQ(state.status & kLooked, dma::kStatusIdle);
    EXPECT_FALSE(state.interrupt);
  }
  EXPECT_EQ(run.before, TheFrames().expected[0]);
  EXPECT_EQ(run.after, TheFrames().expected[1]);
}

INSTANTIATE_TEST_SUITE_P(All, RecoveryTest, ::testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.Name(); });

}  // namespace
}  // namespace nve
