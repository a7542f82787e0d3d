// SPDX-License-Identifier: Apache-2.0
// Core driver: identity, settings, activation table, START.
#include "host/driver/core_driver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "tests/unit/host/driver/fake_tile.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CoreDriverTest : public ::testing::Test {
 protected:
  template <typename Action>
  std::string ErrorOf(Action action) {
    try {
      action();
    } catch (const DriverError& error) {
      return error.what();
    }
    return "";
  }

  FakeBus bus_;
  CoreDriver core_{bus_, FakeBus::AddressOf(0).core_base, "core 0", 0};
};

TEST_F(CoreDriverTest, ChecksIdentity) {
  EXPECT_EQ(ErrorOf([&] { core_.CheckIdentity(arch::BuildMachine()); }), "");
  bus_.values["core0+0x84"] = 0x1234;
  EXPECT_THAT(ErrorOf([&] { core_.CheckIdentity(arch::BuildMachine()); }),
              HasSubstr("core 0: ARCH_ID is 0x00001234"));
  bus_.values["core0+0x80"] = 0;
  EXPECT_THAT(ErrorOf([&] { core_.CheckIdentity(arch::BuildMachine()); }),
              HasSubstr("ID is 0x00000000, an NVE core has 0x4e564531"));
}

TEST_F(CoreDriverTest, WritesOnlySettingsThatChange) {
  core_.WriteSettings({{"STRIDE", 2}, {"RUNS", 3}});
  EXPECT_THAT(bus_.log, ElementsAre("core0+0x24=0x3", "core0+0x28=0x2"));
  bus_.log.clear();
  core_.WriteSettings({{"STRIDE", 2}, {"RUNS", 4}});
  EXPECT_THAT(bus_.log, ElementsAre("core0+0x24=0x4")) << "driver, core: the setting that changes";
}

TEST_F(CoreDriverTest, RefusesBadSettingsBeforeWritingAny) {
  EXPECT_EQ(ErrorOf([&] {
              core_.WriteSettings({{"RUNS", 1}, {"SPEED", 1}});
            }),
            "core 0: 'SPEED' is no writable setting");
  EXPECT_EQ(ErrorOf([&] {
              core_.WriteSettings({{"ID", 1}});
            }),
            "core 0: 'ID' is no writable setting");
  EXPECT_EQ(ErrorOf([&] {
              core_.WriteSettings({{"RUNS", 65536}});
            }),
            "core 0: RUNS = 65536 does not fit its 16 bits");
  EXPECT_THAT(bus_.log, IsEmpty());
}

TEST_F(CoreDriverTest, WritesTheTableOnce) {
  ActivationTable table{};
  core_.WriteTable(table);
  EXPECT_EQ(bus_.log.size(), table.size());
  EXPECT_EQ(bus_.log.back(), "core0+0x1ffc=0x0");
  bus_.log.clear();
  table[5] = 7;
  core_.WriteTable(table);
  EXPECT_THAT(bus_.log, ElementsAre("core0+0x1014=0x7"));
}

TEST_F(CoreDriverTest, WritesAllEntriesAfterATableFromTheStream) {
  const ActivationTable table{};
  core_.WriteTable(table);
  core_.Start(StartLoad::kTable);
  EXPECT_EQ(bus_.log.back(), "core0+0x0=0xb");
  bus_.log.clear();
  core_.WriteTable(table);
  EXPECT_EQ(bus_.log.size(), table.size());
}

TEST_F(CoreDriverTest, StartsAndFinishes) {
  core_.Start(StartLoad::kProgram);
  EXPECT_THAT(bus_.log, ElementsAre("core0+0x8=0x1", "core0+0xc=0x1", "core0+0x0=0x3"));
  EXPECT_FALSE(core_.PollDone());
  EXPECT_EQ(core_.interrupt_mask(), 1U);
}

TEST_F(CoreDriverTest, SaysWhyStartWasRefused) {
  bus_.responses["core0+0x0"] = BusResponse::kSlaveError;
  bus_.values["core0+0x4"] = arch::kStatusConfigError;
  EXPECT_EQ(ErrorOf([&] { core_.Start(StartLoad::kNothing); }),
            "core 0: START was refused with SLVERR: a setting is outside its range "
            "(STATUS.CONFIG_ERROR); core 0 is "
            "in state idle, pc 0");
  bus_.values["core0+0x4"] = arch::kStatusBusy | 3 | 1 << 4 | 17 << 8;
  EXPECT_THAT(ErrorOf([&] { core_.Start(StartLoad::kNothing); }),
              HasSubstr("the core is busy; core 0 is in state repeat, stalled on input, pc 17"));
}

}  // namespace
}  // namespace nve
