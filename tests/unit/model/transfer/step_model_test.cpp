// SPDX-License-Identifier: Apache-2.0
// Steps of one loop against closed forms: the reference's periods and start-up times of both
// profiles (docs/dma.md), and sums that must come out.
#include <gtest/gtest.h>

#include <algorithm>

#include "arch/build_machine.hpp"
#include "model/transfer/transfer_machine.hpp"
#include "tests/unit/model/transfer/loop_program.hpp"

namespace nve::transfer {
namespace {

constexpr double kClockMhz = 100;
constexpr uint64_t kInputBase = 0x200000;
constexpr uint64_t kOutputBase = 0x400000;

MemoryConfig FixedMemory(int latency) {
  MemoryConfig config;
  config.read_latency = latency;
  return config;
}

// `count` blocks of `bytes`, each in a page of its own.
ChannelWork BlockWork(uint64_t base, int64_t count, int64_t bytes) {
  ChannelWork work;
  for (int64_t i = 0; i < count; ++i) {
    work.moves.push_back(
        {.address = base + static_cast<uint64_t>(i) * 4096, .bytes = static_cast<uint64_t>(bytes)});
  }
  return work;
}

struct Loop {
  DmaProfile profile = kAxiDmaProfile;
  int latency = 20;
  bool shared = false;
};

StepTimes Simulate(const Loop& loop, const std::vector<Instruction>& body, int64_t iterations,
                   ChannelWork input, ChannelWork output = {}) {
  MemoryConfig memory = FixedMemory(loop.latency);
  memory.board.shared_port = loop.shared;
  TransferMachine machine(loop.profile, memory, kClockMhz, arch::BuildSizes());
  const CoreProgram program(LoopProgram(body, static_cast<uint32_t>(iterations)));
  machine.Begin(0, program, {.input = std::move(input), .output = std::move(output)});
  while (machine.Advance(kUnknown)) {
  }
  return machine.Times(0);
}

// Cycles per descriptor of `bytes`, in the long run.
double Period(const Loop& loop, int64_t bytes, bool both) {
  const auto end = [&](int64_t count) {
    const std::vector<Instruction> body = {both ? TakeAndGive() : Take()};
    const ChannelWork output = BlockWork(kOutputBase, count, bytes);
    return Simulate(loop, body, count * bytes / 8, BlockWork(kInputBase, count, bytes),
                    both ? output : ChannelWork{})
        .core;
  };
  constexpr int64_t kCount = 64;
  return static_cast<double>(end(2 * kCount) - end(kCount)) / kCount;
}

TEST(StepModel, DescriptorPeriodsAreThoseOfTheReference) {
  for (const int latency : {3, 20, 70}) {
    for (const int64_t bytes : {8, 16, 24, 64, 128, 256, 512}) {
      const double fetch = latency + 8 + 6;
      const auto words = static_cast<double>(bytes) / 8;
      // Four bursts of 16 words are under way at a time.
      const double data = std::max(words, bytes < 128 ? 8 : words / 64 * (latency + 16));
      EXPECT_NEAR(Period({.latency = latency}, bytes, false), std::max(fetch, data), 0.5)
          << bytes << " bytes, latency " << latency;
      if (bytes > 128) continue;
      EXPECT_NEAR(Period({.latency = latency}, bytes, true), 2 * fetch, 0.5)
          << bytes << " bytes, latency " << latency;
    }
  }
}

TEST(StepModel, WriteBurstsHaveTheirGap) { EXPECT_NEAR(Period({}, 1024, true), 8 * (16 + 5), 0.5); }

// TAILDESC in cycle 0: the first word is offered in cycle 78 and taken in the next.
TEST(StepModel, ColdStartIsThatOfTheReference) {
  const ChannelWork input = BlockWork(kInputBase, 1, 64);
  EXPECT_EQ(Simulate({}, {Take()}, 8, input).waits.ramp, 78);
  EXPECT_EQ(Simulate({.latency = 3}, {Take()}, 8, input).waits.ramp, 44);
  EXPECT_EQ(Simulate({.profile = kMoverProfile}, {Take()}, 8, input).waits.ramp, 55);
  EXPECT_EQ(Simulate({.profile = kMoverProfile, .latency = 3}, {Take()}, 8, input).waits.ramp, 21);
}

// Rows of 16 maps as one descriptor of the mover, in front of it the list of the maps.
ChannelWork Rows(int64_t bytes, uint32_t steps, uint32_t maps) {
  ChannelWork work;
  for (uint32_t map = 0; map < maps; ++map) work.list.push_back(kInputBase + map * 0x10080);
  work.moves.push_back({.address = 0x1000, .bytes = (maps + 1) / 2 * 8, .loads_list = true});
  work.moves.push_back({.bytes = static_cast<uint64_t>(bytes),
                        .columns = 1,
                        .steps = steps,
                        .step_stride = 128,
                        .maps = maps});
  return work;
}

TEST(StepModel, ListsPutOffTheFirstWord) {
  const Loop mover = {.profile = kMoverProfile};
  EXPECT_EQ(Simulate(mover, {Take()}, 16, Rows(8, 1, 16)).waits.ramp, 115);
  EXPECT_EQ(Simulate(mover, {Take()}, 340, Rows(8, 1, 340)).waits.ramp, 497);
}

TEST(StepModel, MoverRowsAreAsFastAsThePort) {
  const Loop mover = {.profile = kMoverProfile};
  for (const int64_t words : {1, 2, 3, 5}) {
    const auto end = [&](uint32_t steps) {
      return Simulate(mover, {Take()}, steps * 16 * words, Rows(words * 8, steps, 16)).core;
    };
    const double row = static_cast<double>(end(80) - end(40)) / (40 * 16);
    // The port has 16 bursts of latency + words under way.
    EXPECT_NEAR(row, std::max<double>(words, (20.0 + words) / 16), 0.02) << words;
  }
}

TEST(StepModel, WaitsAreAllThereIsBesideTheCore) {
  for (const bool shared : {false, true}) {
    const StepTimes times =
        Simulate({.shared = shared}, {Take(), {}, {}, Give()}, 300, BlockWork(kInputBase, 100, 24),
                 BlockWork(kOutputBase, 150, 16));
    EXPECT_EQ(times.core,
              1 + 4 * 300 + times.waits.ramp + times.waits.descriptors + times.waits.memory);
    EXPECT_GT(times.waits.descriptors, 0);
    EXPECT_LT(times.waits.memory, times.waits.descriptors / 20);
    EXPECT_GT(times.output, times.core);
  }
}

// A loop slower than the transfers: nothing but the first word is waited for.
TEST(StepModel, SlowCoresNeverWait) {
  const std::vector<Instruction> body = {Take(), {}, {}, {}, {}, {}, {}, {}, {}, Give()};
  const StepTimes times =
      Simulate({}, body, 512, BlockWork(kInputBase, 1, 4096), BlockWork(kOutputBase, 1, 4096));
  EXPECT_EQ(times.waits.descriptors + times.waits.memory, 0);
  EXPECT_EQ(times.core, 1 + 5120 + times.waits.ramp);
}

}  // namespace
}  // namespace nve::transfer
