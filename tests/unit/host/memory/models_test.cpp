// SPDX-License-Identifier: Apache-2.0
// The times of the memory models, one burst at a time.
#include <gtest/gtest.h>

#include <array>

#include "host/memory/memory_model.hpp"

namespace nve {
namespace {

constexpr double kMhz = 100;

// Cycles until the burst may be answered, from cycle 1000 on.
uint64_t Latency(MemoryModel& model, bool write, uint64_t address, int beats) {
  MemoryBurst burst = {.write = write, .address = address, .beats = beats, .beat_bytes = 8};
  static constexpr uint64_t kStart = 1000;
  for (uint64_t now = 0; now < kStart; ++now) model.Tick(now);
  if (write) {
    model.Write(burst, kStart);
  } else {
    model.Read(burst, kStart);
  }
  for (uint64_t now = kStart; burst.ready_cycle > now; ++now) model.Tick(now);
  return burst.ready_cycle - kStart;
}

uint64_t ReadLatency(const std::string& model, int beats = 16) {
  return Latency(*MakeMemoryModel(LoadMemoryConfig(model), kMhz), false, 4096, beats);
}

uint64_t WriteLatency(const std::string& model) {
  return Latency(*MakeMemoryModel(LoadMemoryConfig(model), kMhz), true, 4096, 16);
}

TEST(Models, AnswerALoneBurst) {
  EXPECT_EQ(ReadLatency("ideal"), 1U);
  EXPECT_EQ(ReadLatency("fixed"), 20U);
  // 155 ns of fabric, 14 of CAS, 30 of transfer.
  EXPECT_EQ(ReadLatency("tso"), 20U);
  // 155 ns of fabric, 7 + 7 + 4 x 4 clocks of 1.875 ns: the row is closed.
  EXPECT_EQ(ReadLatency("bank"), 22U);
  EXPECT_EQ(ReadLatency("bank", 1), 19U);
  EXPECT_EQ(WriteLatency("ideal"), 1U);
  EXPECT_EQ(WriteLatency("fixed"), 15U);
  EXPECT_EQ(WriteLatency("tso"), 15U);
  EXPECT_EQ(WriteLatency("bank"), 16U);
}

TEST(Models, OpenRowsAreFasterThanOthers) {
  const auto model = MakeMemoryModel(LoadMemoryConfig("bank"), kMhz);
  MemoryBurst burst = {.address = 0, .beats = 16, .beat_bytes = 8};
  const auto read = [&](uint64_t address, uint64_t now) {
    burst.address = address;
    burst.ready_cycle = MemoryBurst::kNever;
    model->Read(burst, now);
    uint64_t cycle = now;
    while (burst.ready_cycle > cycle) model->Tick(cycle++);
    return burst.ready_cycle - now;
  };
  const uint64_t closed = read(0, 0);
  const uint64_t hit = read(128, 100);
  const uint64_t conflict = read(uint64_t{8} * 4096, 200);
  EXPECT_EQ(hit, 20U);
  EXPECT_GT(closed, hit);
  EXPECT_GT(conflict, closed);
  EXPECT_EQ(model->Statistics().activates, 2U);
  EXPECT_EQ(model->Statistics().conflicts, 1U);
  EXPECT_EQ(model->Statistics().read_bytes, 3U * 128);
}

// A read says how long it waited for its row, for a refresh and for writes.
TEST(Models, ReadsSayWhatTheyWaitedFor) {
  const auto model = MakeMemoryModel(LoadMemoryConfig("bank"), kMhz);
  uint64_t cycle = 0;
  const auto run_to = [&](uint64_t end) {
    while (cycle < end) model->Tick(cycle++);
  };
  const auto read = [&](uint64_t address) {
    MemoryBurst burst = {.address = address, .beats = 16, .beat_bytes = 8};
    model->Read(burst, cycle);
    while (burst.ready_cycle > cycle) model->Tick(cycle++);
    return burst.waits;
  };
  const auto of = [](const MemoryWaits& waits, MemoryWait wait) {
    return waits[static_cast<size_t>(wait)];
  };
  read(0);
  const MemoryWaits hit = read(128);
  EXPECT_EQ(hit, MemoryWaits{});
  // tRP + tRCD, 14 clocks of 1.875 ns, in cycles of 10 ns.
  const MemoryWaits conflict = read(uint64_t{8} * 4096);
  EXPECT_EQ(of(conflict, MemoryWait::kRow), 2U);
  EXPECT_EQ(of(conflict, MemoryWait::kRefresh), 0U);
  // The refresh is due after tREFI, 7.8 us; the burst reaches the controller 78 ns after its
  // address.
  run_to(774);
  EXPECT_GE(of(read(256), MemoryWait::kRefresh), 14U);
  // Two writes in front: the bus turns twice.
  std::array<MemoryBurst, 2> writes;
  for (size_t i = 0; i < writes.size(); ++i) {
    writes[i] = {.write = true, .address = 512 + 128 * i, .beats = 16, .beat_bytes = 8};
    model->Write(writes[i], cycle);
  }
  run_to(cycle + 1);
  const MemoryWaits behind = read(1024);
  EXPECT_GT(of(behind, MemoryWait::kWrites) + of(behind, MemoryWait::kTurnaround), 0U);
}

TEST(Models, TsoServesOneBurstAtATime) {
  MemoryConfig config = LoadMemoryConfig("tso");
  config.read_path_ns = 0;
  config.bandwidth_mb_s = 1000;  // 128 ns for 128 bytes
  const auto model = MakeMemoryModel(config, kMhz);
  MemoryBurst first = {.beats = 16, .beat_bytes = 8};
  MemoryBurst second = first;
  model->Read(first, 0);
  model->Read(second, 0);
  EXPECT_EQ(first.ready_cycle, 15U);   // 142 ns
  EXPECT_EQ(second.ready_cycle, 29U);  // 284 ns
}

TEST(Models, OnlyTheBankModelNeedsTheClock) {
  for (const char* name : {"ideal", "fixed", "tso"}) {
    EXPECT_FALSE(MakeMemoryModel(LoadMemoryConfig(name), kMhz)->NeedsTick()) << name;
  }
  EXPECT_TRUE(MakeMemoryModel(LoadMemoryConfig("bank"), kMhz)->NeedsTick());
}

}  // namespace
}  // namespace nve
