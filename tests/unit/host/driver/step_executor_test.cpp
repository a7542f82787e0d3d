// SPDX-License-Identifier: Apache-2.0
// Steps executed on fake tiles: what is moved, what is loaded, what overlaps, what is reported, and
// what happens to the others when one fails.
#include "host/driver/step_executor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"
#include "tests/unit/host/driver/fake_tile.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
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

Transfer Columns(int plane, int64_t first_row = 0) {
  Transfer piece;
  piece.object = {MemoryObject::Kind::kPlane, plane};
  piece.offset = first_row;
  piece.bytes = 8;
  piece.strides = {16};
  Transfer loop;
  loop.count = kColumns;
  loop.body = {piece};
  return loop;
}

AnyStep Step(int core, int program, int from, int to, int64_t first_row = 0) {
  RunStep step;
  step.program = program;
  step.core = core;
  step.input = {Columns(from, first_row)};
  step.output = {Columns(to, first_row)};
  return step;
}

// Planes 0 to `count`; every program inverts (the fake core does).
Binary MakeBinary(int count, Steps steps) {
  Binary binary;
  binary.machine.id = arch::BuildMachine().id;
  binary.tables.resize(1);
  for (size_t i = 0; i < binary.tables[0].size(); ++i) {
    binary.tables[0][i] = static_cast<uint8_t>(i / 4);
  }
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

std::vector<StartLoad> LoadsOf(const StepExecutor& executor) {
  std::vector<StartLoad> loads;
  for (const StepRecord& record : executor.records()) loads.push_back(record.traffic.load);
  return loads;
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
    EXPECT_EQ(first.load, StartLoad::kTable);
    EXPECT_EQ(second.load, StartLoad::kNothing) << "driver, tile: the core holds the program";
    EXPECT_EQ(first.mm2s_bytes, 1024 + 24 + 24);
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
  EXPECT_THAT(LoadsOf(executor), ElementsAre(StartLoad::kTable, StartLoad::kProgram,
                                             StartLoad::kNothing, StartLoad::kProgram));
}

// Whether the processor has written entries of the table.
bool WritesTable(const FakeBus& bus) {
  return std::any_of(bus.log.begin(), bus.log.end(), [](const std::string& line) {
    return line.starts_with("core0+0x1") && line.find('=') == std::string("core0+0x1000").size();
  });
}

TEST(StepExecutor, AnotherTableComesWithTheProgram) {
  Binary binary =
      MakeBinary(4, {Step(0, 0, 0, 1), Step(0, 1, 1, 2), Step(0, 0, 2, 3), Step(0, 0, 3, 4)});
  binary.tables.push_back(binary.tables[0]);
  binary.programs[1].table = 1;
  {
    FakeBus bus;
    StepExecutor executor(bus, Tiles(1), binary, {}, {});
    executor.Run(Picture(), "picture");
    EXPECT_THAT(LoadsOf(executor), ElementsAre(StartLoad::kTable, StartLoad::kProgram,
                                               StartLoad::kProgram, StartLoad::kNothing))
        << "both tables have the same entries";
  }
  binary.tables[1][5] ^= 1;
  FakeBus bus;
  StepExecutor executor(bus, Tiles(1), binary, {}, {});
  executor.Run(Picture(), "picture");
  EXPECT_THAT(LoadsOf(executor), ElementsAre(StartLoad::kTable, StartLoad::kTable,
                                             StartLoad::kTable, StartLoad::kNothing));
  EXPECT_FALSE(WritesTable(bus));
  EXPECT_TRUE(std::ranges::equal(bus.TableOf(0), binary.tables[0])) << "driver, memory: the table";
  EXPECT_EQ(executor.Output(), Picture());
}

TEST(StepExecutor, RegistersCanGiveTheTable) {
  Binary binary = MakeBinary(2, {Step(0, 0, 0, 1), Step(0, 1, 1, 2)});
  binary.tables.push_back(binary.tables[0]);
  binary.tables[1][5] ^= 1;
  binary.programs[1].table = 1;
  ExecutorOptions options;
  options.table_by = TableBy::kRegisters;
  FakeBus bus;
  StepExecutor executor(bus, Tiles(1), binary, options, {});
  executor.Run(Picture(), "picture");
  EXPECT_THAT(LoadsOf(executor), ElementsAre(StartLoad::kProgram, StartLoad::kProgram));
  EXPECT_TRUE(bus.TableOf(0).empty());
  EXPECT_EQ(bus.values["core0+0x1ffc"], binary.tables[0].back());
  EXPECT_EQ(bus.values["core0+0x1014"], binary.tables[1][5]);
  EXPECT_EQ(executor.Output(), Picture());
}

// A step that has failed may have loaded half a table.
TEST(StepExecutor, LoadsAgainAfterAFailedStep) {
  FakeBus bus;
  const Binary binary = MakeBinary(1, {Step(0, 0, 0, 1)});
  ExecutorOptions options;
  options.step_timeout_cycles = 1000;
  StepExecutor executor(bus, Tiles(1), binary, options, {});
  executor.Run(Picture(), "picture");
  bus.stuck = true;
  EXPECT_THROW(executor.Run(Picture(), "picture"), DriverError);
  bus.stuck = false;
  executor.Run(Picture(), "picture");
  EXPECT_THAT(LoadsOf(executor), ElementsAre(StartLoad::kTable));
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
    EXPECT_THAT(error.what(), HasSubstr("time-out after 1000 cycles: core 0, step 0: "
                                        "program p0 is waiting for"));
    EXPECT_THAT(error.what(), HasSubstr("its input: DMA 0 MM2S is running"));
    EXPECT_THAT(error.what(), HasSubstr("its output: DMA 0 S2MM is running"));
  }
}

TEST(StepExecutor, RefusesCoresThatAreNotThere) {
  FakeBus bus;
  const Binary binary = MakeBinary(1, {Step(0, 0, 0, 1), Step(1, 1, 0, 1)});
  try {
    StepExecutor(bus, Tiles(1), binary, {}, {});
    FAIL() << "a step without a core";
  } catch (const DriverError& error) {
    EXPECT_STREQ(error.what(),
                 "core 1, step 1 (program p1): the platform has 1 core(s), from 0 on");
  }
}

// Both strips of a plane at the same time, and the second strip of the next plane as soon as its
// own input is there.
TEST(StepExecutor, StripsOfAPlaneOverlap) {
  const Binary binary = MakeBinary(
      2, {Step(0, 0, 0, 1, 0), Step(1, 0, 0, 1, 8), Step(0, 0, 1, 2, 0), Step(1, 0, 1, 2, 8)});
  FakeBus bus(2);
  int waits = 0;
  bus.completes = [&](int tile) { return tile == 1 || ++waits > 2; };
  StepExecutor executor(bus, Tiles(2), binary, {}, {});
  executor.Run(Picture(), "picture");
  EXPECT_EQ(bus.most_busy, 2);
  EXPECT_EQ(executor.Output(), Picture());
  const std::vector<StepRecord>& records = executor.records();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[2].step_index, 3U) << "core 1 does not wait for step 2, which has not begun";
  EXPECT_LT(records[2].start_cycle, records[0].end_cycle);
  EXPECT_EQ(records[3].step_index, 2U);
}

// The rows below the pixels: cleared behind the strip that wrote them, before those that read them.
TEST(StepExecutor, BordersAreClearedOnlyBeforeThoseWhoTouchThem) {
  Binary binary = MakeBinary(2, {Step(0, 0, 0, 1, 0), Step(0, 0, 0, 1, 8), ClearStep{1},
                                 Step(1, 1, 1, 2, 0), Step(1, 0, 1, 2, 8)});
  FakeBus bus(2);
  StepExecutor executor(bus, Tiles(2), binary, {}, {});
  executor.Run(Picture(), "picture");
  std::vector<size_t> order;
  for (const StepRecord& record : executor.records()) order.push_back(record.step_index);
  EXPECT_EQ(order, (std::vector<size_t>{0, 1, 3, 4}));
  EXPECT_LT(executor.records()[2].start_cycle, executor.records()[1].end_cycle);
  // The last step inverts cleared bytes, those that the second one wrote are gone.
  const Plane& plane = binary.planes[2];
  binary.planes[2].height = 16;
  const FeatureMaps maps = executor.Maps({2});
  ASSERT_EQ(maps.height, 16);
  EXPECT_EQ(maps.at(0, 8, 0), 255);
  EXPECT_EQ(maps.at(0, 15, plane.width - 1), 255);
}

// Chains of strips through planes of their own and shared ones, ended in any order.
TEST(StepExecutor, AnyCoresGiveTheSamePixels) {
  std::mt19937 random(5);
  const auto draw = [&](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  for (int round = 0; round < 100; ++round) {
    const int cores = 1 + draw(4);
    Steps steps;
    Steps of_one_core;
    for (int i = 0; i < 16; ++i) {
      const AnyStep step = Step(draw(cores), draw(2), draw(6), 1 + draw(5), 8 * draw(2));
      steps.push_back(step);
      RunStep alone = std::get<RunStep>(step);
      alone.core = 0;
      of_one_core.emplace_back(alone);
      if (draw(4) == 0) {
        steps.emplace_back(ClearStep{1 + draw(5)});
        of_one_core.push_back(steps.back());
      }
    }
    const Binary plan = MakeBinary(5, steps);
    const Binary alone = MakeBinary(5, of_one_core);
    FakeBus bus(cores);
    int patience = 0;
    bus.completes = [&](int) { return draw(3) == 0 || ++patience % 8 == 0; };
    FakeBus one;
    ExecutorOptions options;
    options.feed = round % 2 == 0 ? Feed::kColumn : Feed::kReordered;
    StepExecutor executor(bus, Tiles(cores), plan, options, {});
    StepExecutor expected(one, Tiles(1), alone, options, {});
    executor.Run(Picture(), "picture");
    expected.Run(Picture(), "picture");
    for (int plane = 1; plane <= 5; ++plane) {
      ASSERT_EQ(executor.Maps({plane}), expected.Maps({plane})) << "round " << round;
    }
  }
}

// Core 1 fails in the middle; core 0 is at work, core 2 has ended.
TEST(StepExecutor, FailureNamesCoreAndStepAndStopsTheOthers) {
  Binary binary = MakeBinary(3, {Step(2, 0, 0, 1), Step(0, 0, 0, 2), Step(1, 1, 0, 3)});
  binary.layers.resize(1);
  binary.layers[0].name = "L1";
  FakeBus bus(3);
  bus.error_tile = 1;
  int asked = 0;
  bus.completes = [&](int tile) { return tile == 2 || (tile == 1 && ++asked > 1); };
  StepExecutor executor(bus, Tiles(3), binary, {}, {});
  try {
    executor.Run(Picture(), "picture");
    FAIL() << "no error";
  } catch (const DriverError& error) {
    EXPECT_THAT(error.what(), HasSubstr("core 1, layer L1, step 2 (program p1): DMA 1 MM2S: "
                                        "DMASlvErr"));
  }
  EXPECT_EQ(bus.log[bus.log.size() - 2], "DMA0+0x0=0x4") << "driver, tiles: the other is stopped";
  EXPECT_EQ(bus.log.back(), "core0+0x0=0x4");
  EXPECT_THAT(executor.Describe(), HasSubstr("program p1 is waiting for")) << "left as it is";

  bus.error_tile = -1;
  bus.completes = [](int) { return true; };
  executor.Run(Picture(), "picture");
  const FeatureMaps inverted = executor.Maps({1});
  EXPECT_EQ(executor.Maps({2}), inverted);
  EXPECT_EQ(executor.Maps({3}), inverted);
  EXPECT_NE(inverted, Picture());
  for (const StepRecord& record : executor.records()) {
    EXPECT_EQ(record.traffic.load != StartLoad::kNothing, record.core != 2)
        << "driver, tiles: what a reset loses";
  }
}

TEST(StepExecutor, TimeOutSaysWhoWaitsForWhom) {
  const Binary binary = MakeBinary(4, {Step(0, 0, 0, 1), Step(1, 0, 0, 2), ClearStep{2},
                                       Step(0, 0, 2, 3), Step(1, 1, 1, 4, 0), Step(1, 1, 1, 4, 8)});
  FakeBus bus(2);
  bus.stuck = true;
  ExecutorOptions options;
  options.step_timeout_cycles = 1000;
  StepExecutor executor(bus, Tiles(2), binary, options, {});
  try {
    executor.Run(Picture(), "picture");
    FAIL() << "no time-out";
  } catch (const DriverError& error) {
    EXPECT_THAT(error.what(), HasSubstr("core 0, step 0: program p0 is waiting for\n"));
    EXPECT_THAT(error.what(), HasSubstr("\ncore 1, step 1: program p0 is waiting for\n"));
    EXPECT_THAT(error.what(), HasSubstr("\ncore 0, step 3 waits for step 1 of core 1\n"));
    EXPECT_THAT(error.what(), HasSubstr("\ncore 1, step 4 waits for step 0 of core 0"));
  }
}

}  // namespace
}  // namespace nve
