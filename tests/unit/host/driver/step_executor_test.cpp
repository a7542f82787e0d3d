// SPDX-License-Identifier: Apache-2.0
// Steps executed on fake tiles: what is moved, what is loaded, what overlaps, what is reported.
#include "host/driver/step_executor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"
#include "tests/unit/host/driver/fake_tile.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

constexpr int kColumns = 3;

Plane MakePlane(const std::string& name, int layer) {
  return {.name = name,
          .layer = layer,
          .map = 0,
          .height = 8,
          .width = kColumns,
          .pitch = 16,
          .columns = kColumns};
}

Transfer Columns(int plane) {
  Transfer piece;
  piece.object = {MemoryObject::Kind::kPlane, plane};
  piece.bytes = 8;
  piece.strides = {16};
  Transfer loop;
  loop.count = kColumns;
  loop.body = {piece};
  return loop;
}

AnyStep Step(int core, int program, int from, int to) {
  RunStep step;
  step.program = program;
  step.core = core;
  step.input = {Columns(from)};
  step.output = {Columns(to)};
  return step;
}

// Planes 0 to `count`; every program inverts (the fake core does).
Binary MakeBinary(int count, Steps steps) {
  Binary binary;
  binary.machine.id = arch::BuildMachine().id;
  binary.tables.resize(1);
  for (const char* name : {"p0", "p1"}) {
    Program program;
    program.name = name;
    program.code = {1, 2, 3};
    program.settings = DefaultSettings(program.code.size());
    binary.programs.push_back(program);
  }
  for (int i = 0; i <= count; ++i)
    binary.planes.push_back(MakePlane("plane" + std::to_string(i), i - 1));
  binary.input_planes = {0};
  binary.output_planes = {count};
  binary.steps = std::move(steps);
  return binary;
}

FeatureMaps Picture() {
  FeatureMaps picture(1, 8, kColumns);
  for (size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = static_cast<uint8_t>(i + 1);
  return picture;
}

std::vector<TileAddress> Tiles(int count) {
  std::vector<TileAddress> tiles;
  tiles.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) tiles.push_back(FakeBus::AddressOf(i));
  return tiles;
}

TEST(StepExecutor, FeedsGiveTheSameMaps) {
  const Binary binary = MakeBinary(2, {Step(0, 0, 0, 1), ClearStep{1}, Step(0, 0, 1, 2)});
  for (const Feed feed : {Feed::kContiguous, Feed::kReordered, Feed::kColumn}) {
    FakeBus bus;
    ExecutorOptions options;
    options.feed = feed;
    StepExecutor executor(bus, Tiles(1), binary, options, {});
    executor.Run(Picture(), "picture");
    EXPECT_EQ(executor.Output(), Picture());  // inverted twice
    ASSERT_EQ(executor.records().size(), 2U);
    const StepTraffic& first = executor.records()[0].traffic;
    const StepTraffic& second = executor.records()[1].traffic;
    EXPECT_TRUE(first.loaded);
    EXPECT_FALSE(second.loaded) << "driver, tile: the core holds the program";
    EXPECT_EQ(first.mm2s_bytes, 24 + 24);
    EXPECT_EQ(second.mm2s_bytes, 24);
    EXPECT_EQ(second.mm2s_descriptors, feed == Feed::kColumn ? kColumns : 1);
    EXPECT_EQ(second.s2mm_descriptors, feed == Feed::kColumn ? kColumns : 1);
    EXPECT_GT(executor.records()[0].end_cycle, executor.records()[0].start_cycle);
    EXPECT_LE(executor.records()[0].end_cycle, executor.records()[1].start_cycle);
    const uint64_t copied = 2 * (24 + 24);  // both steps, in and out
    EXPECT_EQ(bus.copied_bytes, feed == Feed::kReordered ? copied : 0);
  }
}

TEST(StepExecutor, LoadsAProgramOnlyWhenTheCoreHoldsAnother) {
  FakeBus bus;
  const Binary binary =
      MakeBinary(4, {Step(0, 0, 0, 1), Step(0, 1, 1, 2), Step(0, 1, 2, 3), Step(0, 0, 3, 4)});
  StepExecutor executor(bus, Tiles(1), binary, {}, {});
  executor.Run(Picture(), "picture");
  std::vector<bool> loaded;
  for (const StepRecord& record : executor.records()) loaded.push_back(record.traffic.loaded);
  EXPECT_EQ(loaded, (std::vector<bool>{true, true, false, true}));
}

TEST(StepExecutor, OverlapsCoresOnlyWithoutConflict) {
  FakeBus independent(2);
  const Binary parallel = MakeBinary(2, {Step(0, 0, 0, 1), Step(1, 0, 0, 2)});
  StepExecutor(independent, Tiles(2), parallel, {}, {}).Run(Picture(), "picture");
  EXPECT_EQ(independent.most_busy, 2);

  FakeBus dependent(2);
  const Binary chain = MakeBinary(2, {Step(0, 0, 0, 1), Step(1, 0, 1, 2)});
  StepExecutor executor(dependent, Tiles(2), chain, {}, {});
  executor.Run(Picture(), "picture");
  EXPECT_EQ(dependent.most_busy, 1);
  EXPECT_EQ(executor.Output(), Picture());
}

TEST(StepExecutor, SetsRunsAndPacketLength) {
  FakeBus bus;
  Binary binary = MakeBinary(1, {Step(0, 0, 0, 1)});
  std::get<RunStep>(binary.steps[0]).runs = 5;
  StepExecutor(bus, Tiles(1), binary, {}, {}).Run(Picture(), "picture");
  EXPECT_EQ(bus.values["core0+0x24"], 5U);
  EXPECT_EQ(bus.values["core0+0x34"], static_cast<uint32_t>(kColumns))
      << "driver, tile: PACKET_WORDS";
}

TEST(StepExecutor, TimeOutSaysWhatIsWaitedFor) {
  FakeBus bus;
  bus.stuck = true;
  const Binary binary = MakeBinary(1, {Step(0, 0, 0, 1)});
  ExecutorOptions options;
  options.step_timeout_cycles = 1000;
  StepExecutor executor(bus, Tiles(1), binary, options, {});
  try {
    executor.Run(Picture(), "picture");
    FAIL() << "no time-out";
  } catch (const DriverError& error) {
    EXPECT_THAT(error.what(), HasSubstr("time-out after 1000 cycles: program p0 is waiting for"));
    EXPECT_THAT(error.what(), HasSubstr("its input: DMA 0 MM2S is running"));
    EXPECT_THAT(error.what(), HasSubstr("its output: DMA 0 S2MM is running"));
  }
}

TEST(StepExecutor, RefusesCoresThatAreNotThere) {
  FakeBus bus;
  const Binary binary = MakeBinary(1, {Step(1, 0, 0, 1)});
  EXPECT_THROW(StepExecutor(bus, Tiles(1), binary, {}, {}), DriverError);
}

}  // namespace
}  // namespace nve
