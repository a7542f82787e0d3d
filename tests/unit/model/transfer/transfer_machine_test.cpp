// SPDX-License-Identifier: Apache-2.0
// Several tiles on one memory: alone where it has no limit, one behind the other where it has one.
#include "model/transfer/transfer_machine.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "arch/build_machine.hpp"
#include "tests/unit/model/transfer/loop_program.hpp"

namespace nve::transfer {
namespace {

constexpr int64_t kBlock = 1024;  // bytes
constexpr uint64_t kApart = 0x100000;

class TransferMachineTest : public ::testing::Test {
 protected:
  static MemoryConfig Memory(const std::string& model) {
    MemoryConfig config;
    config.model = model;
    return config;
  }

  // Reads a block on each of so many tiles, all begun in cycle 0.
  std::vector<StepTimes> Read(const std::string& model, size_t tiles) {
    TransferMachine machine(kAxiDmaProfile, Memory(model), 100, arch::BuildSizes(), tiles);
    for (size_t tile = 0; tile < tiles; ++tile) machine.Begin(tile, program_, Work(tile));
    while (machine.Advance(kUnknown)) {
    }
    std::vector<StepTimes> times;
    for (size_t tile = 0; tile < tiles; ++tile) times.push_back(machine.Times(tile));
    return times;
  }

  static StepWork Work(size_t tile) {
    StepWork work;
    work.input.moves = {{.address = (tile + 1) * kApart, .bytes = kBlock}};
    work.input.ring = tile * kApart;
    return work;
  }

  const CoreProgram program_{LoopProgram({Take()}, kBlock / arch::kWordBytes)};
};

TEST_F(TransferMachineTest, WithoutALimitOfTheMemoryTilesKnowNothingOfEachOther) {
  const StepTimes alone = Read("fixed", 1)[0];
  for (const StepTimes& times : Read("fixed", 4)) {
    EXPECT_EQ(times.core, alone.core);
    EXPECT_EQ(times.input, alone.input);
  }
}

// `tso` reads one burst at a time: of one cycle that of the lowest tile first.
TEST_F(TransferMachineTest, AMemoryOfOneBurstAtATimeTakesTilesInTheirOrder) {
  const StepTimes alone = Read("tso", 1)[0];
  const std::vector<StepTimes> times = Read("tso", 3);
  EXPECT_GE(times[0].core, alone.core);
  for (size_t tile = 1; tile < times.size(); ++tile) {
    EXPECT_GT(times[tile].waits.ramp, times[tile - 1].waits.ramp);
    EXPECT_GT(times[tile].core, times[tile - 1].core);
  }
}

TEST_F(TransferMachineTest, GoesNoFurtherThanItIsTold) {
  TransferMachine machine(kAxiDmaProfile, Memory("bank"), 100, arch::BuildSizes(), 2);
  EXPECT_FALSE(machine.Advance(kUnknown)) << "nothing has begun";
  machine.Begin(1, program_, Work(1));
  const StepTimes alone = Read("bank", 1)[0];
  while (machine.Advance(alone.core / 2)) {
  }
  EXPECT_EQ(machine.Times(1).core, kUnknown);
  // As late as this the other one may still begin.
  StepWork late = Work(0);
  late.start = late.input.tail = alone.core / 2;
  machine.Begin(0, program_, late);
  while (machine.Advance(kUnknown)) {
  }
  EXPECT_GE(machine.Times(1).core, alone.core);
  EXPECT_GT(machine.Times(0).core, machine.Times(1).core);
}

}  // namespace
}  // namespace nve::transfer
