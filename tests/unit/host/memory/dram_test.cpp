// SPDX-License-Identifier: Apache-2.0
// DDR3 constraints between commands, checked against the published rules by a second bookkeeping:
// random legal commands, each as early as the device allows and never earlier than any rule.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "host/memory/dram_device.hpp"

namespace nve {
namespace {

enum class Kind { kActivate, kPrecharge, kRead, kWrite, kRefresh };
struct Command {
  Kind kind = Kind::kActivate;
  int bank = 0;
  uint64_t clock = 0;
};

// Least distance of `later` after `earlier` by the table of rules; 0 if there is none.
int Distance(const DramTiming& t, const Command& earlier, const Command& later) {
  const bool same = earlier.bank == later.bank;
  switch (earlier.kind) {
    case Kind::kActivate:
      if (later.kind == Kind::kActivate) return same ? t.rc : t.rrd;
      if (!same) return 0;
      if (later.kind == Kind::kPrecharge) return t.ras;
      if (later.kind == Kind::kRead || later.kind == Kind::kWrite) return t.rcd;
      return t.rc;
    case Kind::kPrecharge:
      if (later.kind == Kind::kRefresh) return t.rp;
      return same && later.kind == Kind::kActivate ? t.rp : 0;
    case Kind::kRead:
      if (later.kind == Kind::kRead) return std::max(t.ccd, t.bl);
      if (later.kind == Kind::kWrite) return t.cl + t.bl + 2 - t.cwl;
      return same && later.kind == Kind::kPrecharge ? t.rtp : 0;
    case Kind::kWrite:
      if (later.kind == Kind::kWrite) return std::max(t.ccd, t.bl);
      if (later.kind == Kind::kRead) return t.cwl + t.bl + t.wtr;
      return same && later.kind == Kind::kPrecharge ? t.cwl + t.bl + t.wr : 0;
    case Kind::kRefresh:
      return later.kind == Kind::kActivate ? t.rfc : 0;
  }
  return 0;
}

uint64_t EarliestByRules(const DramTiming& t, const std::vector<Command>& history,
                         const Command& next) {
  uint64_t earliest = 0;
  int activates = 0;
  for (size_t i = history.size(); i-- > 0 && history.size() - i < 200;) {
    const Command& earlier = history[i];
    const int distance = Distance(t, earlier, next);
    if (distance > 0)
      earliest = std::max(earliest, earlier.clock + static_cast<uint64_t>(distance));
    if (earlier.kind == Kind::kActivate && next.kind == Kind::kActivate && ++activates == 4) {
      earliest = std::max(earliest, earlier.clock + static_cast<uint64_t>(t.faw));
    }
  }
  return earliest;
}

class DramTest : public ::testing::TestWithParam<std::string> {
 protected:
  // A random command the state of the banks allows.
  Command Choose(const DramDevice& device) {
    const int bank = static_cast<int>(random_() % static_cast<unsigned>(timing_.banks));
    if (device.OpenRow(bank) == DramDevice::kClosed) {
      bool all_closed = true;
      for (int b = 0; b < timing_.banks; ++b)
        all_closed &= device.OpenRow(b) == DramDevice::kClosed;
      return {all_closed && random_() % 4 == 0 ? Kind::kRefresh : Kind::kActivate, bank, 0};
    }
    const Kind kinds[] = {Kind::kPrecharge, Kind::kRead, Kind::kWrite};
    return {kinds[random_() % 3], bank, 0};
  }

  static uint64_t Ready(const DramDevice& device, const Command& command) {
    switch (command.kind) {
      case Kind::kActivate:
        return device.ReadyToActivate(command.bank);
      case Kind::kPrecharge:
        return device.ReadyToPrecharge(command.bank);
      case Kind::kRead:
        return device.ReadyForColumn(command.bank, false);
      case Kind::kWrite:
        return device.ReadyForColumn(command.bank, true);
      case Kind::kRefresh:
        return device.ReadyToRefresh();
    }
    return 0;
  }

  static void Give(DramDevice& device, const Command& command) {
    switch (command.kind) {
      case Kind::kActivate:
        return device.Activate(command.bank, 1, command.clock);
      case Kind::kPrecharge:
        return device.Precharge(command.bank, command.clock);
      case Kind::kRead:
        device.Read(command.bank, command.clock);
        return;
      case Kind::kWrite:
        device.Write(command.bank, command.clock);
        return;
      case Kind::kRefresh:
        return device.Refresh(command.clock);
    }
  }

  DramTiming timing_ = DramTimingOf(GetParam(), 32, 2);
  std::mt19937 random_{1};
};

TEST_P(DramTest, CommandsKeepEveryRule) {
  DramDevice device(timing_);
  std::vector<Command> history;
  uint64_t now = 0;
  for (int i = 0; i < 20'000; ++i) {
    Command command = Choose(device);
    const uint64_t allowed = EarliestByRules(timing_, history, command);
    const uint64_t ready = Ready(device, command);
    ASSERT_EQ(std::max(ready, now), std::max(allowed, now)) << "command " << i;
    command.clock = std::max(ready, now) + (random_() % 8 == 0 ? random_() % 40 : 0);
    Give(device, command);
    history.push_back(command);
    now = command.clock + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Grades, DramTest, ::testing::ValuesIn(DramDevices()),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(DramTiming, FollowsFromTheClock) {
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 2).refi, 4160);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 1).rfc, 59);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 2).rfc, 86);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 4).rfc, 139);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 8).rfc, 187);
  EXPECT_EQ(DramTimingOf("DDR3-2133M", 64, 4).rfc, 278);
  EXPECT_EQ(DramTimingOf("DDR3-2133M", 64, 4).refi, 8325);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 16, 2).page_bytes, 2048);
  EXPECT_EQ(DramTimingOf("DDR3-1066F", 32, 2).AccessBytes(), 32);
  EXPECT_NEAR(DramTimingOf("DDR3-1066F", 32, 2).PeakMegabytesPerSecond(), 4267, 1);
  EXPECT_NEAR(DramTimingOf("DDR3-2133M", 64, 2).PeakMegabytesPerSecond(), 17076, 1);
}

}  // namespace
}  // namespace nve
