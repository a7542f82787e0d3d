// SPDX-License-Identifier: Apache-2.0
// The memory of the transfer model beside the models it drives, stepped in every cycle.
#include "model/transfer/memory_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace nve::transfer {
namespace {

constexpr double kMhz = 100;

MemoryBurst Burst(uint64_t address, bool write = false, int beats = 16, int port = 0) {
  return {.port = port, .write = write, .address = address, .beats = beats, .beat_bytes = 8};
}

// The answer of a burst when nothing else happens before it.
Cycle Answer(MemoryTimes& times, MemoryBurst burst, Cycle now) {
  times.RunUntil(now);
  times.Ask(burst, now);
  if (times.AnswerOf(burst) == kUnknown) times.RunUntil(kUnknown);
  return times.AnswerOf(burst);
}

Cycle AnswerOf(const std::string& model, const MemoryBurst& burst, Cycle now) {
  MemoryTimes times(LoadMemoryConfig(model), kMhz);
  return Answer(times, burst, now);
}

TEST(MemoryTimes, ALoneBurst) {
  EXPECT_EQ(AnswerOf("ideal", Burst(0), 1000), 1001);
  EXPECT_EQ(AnswerOf("fixed", Burst(0), 1000), 1020);
  EXPECT_EQ(AnswerOf("fixed", Burst(0, true), 1000), 1015);
  // 155 ns of fabric, 14 of CAS, 30 of transfer.
  EXPECT_EQ(AnswerOf("tso", Burst(0), 1000), 1020);
  // 155 ns of fabric, 7 + 7 + 4 x 4 clocks of 1.875 ns: the row is closed.
  EXPECT_EQ(AnswerOf("bank", Burst(4096), 0), 22);
  EXPECT_EQ(AnswerOf("bank", Burst(4096, true), 0), 15);
}

struct Request {
  MemoryBurst burst;
  Cycle asked = 0;
  Cycle answer = kUnknown;
};

// Traffic of two ports on few rows, sometimes more than a memory can take, sometimes little.
std::deque<Request> Traffic(uint32_t seed) {
  std::mt19937 random(seed);
  std::deque<Request> requests;
  Cycle now = 10;
  for (int i = 0; i < 3000; ++i) {
    const auto beats = static_cast<int>(random() % 16 + 1);
    const uint64_t address = random() % 8 * 32768 + random() % 64 * 128;
    requests.push_back({Burst(address, random() % 3 == 0, beats, random() % 2 == 0 ? 0 : 2), now});
    now += static_cast<Cycle>(random() % (i % 500 < 100 ? 12 : 80));
  }
  return requests;
}

// The model as the ports of the platform drive it: a burst comes in its cycle, what the model finds
// at the end of a cycle shows two cycles later.
MemoryStatistics Simulate(const MemoryConfig& config, std::deque<Request>& requests) {
  const auto model = MakeMemoryModel(config, kMhz);
  size_t next = 0;
  size_t first_open = 0;
  for (Cycle now = 0; first_open < requests.size(); ++now) {
    for (; next < requests.size() && requests[next].asked == now; ++next) {
      MemoryBurst& burst = requests[next].burst;
      const auto cycle = static_cast<uint64_t>(now);
      burst.write ? model->Write(burst, cycle) : model->Read(burst, cycle);
    }
    model->Tick(static_cast<uint64_t>(now));
    for (size_t i = first_open; i < next; ++i) {
      Request& request = requests[i];
      if (request.answer != kUnknown || request.burst.ready_cycle == MemoryBurst::kNever) continue;
      request.answer = static_cast<Cycle>(request.burst.ready_cycle);
      if (model->NeedsTick()) request.answer = std::max(request.answer, now + 2);
    }
    while (first_open < next && requests[first_open].answer != kUnknown) ++first_open;
  }
  return model->Statistics();
}

// The same from answer to answer.
MemoryEvents Predict(const MemoryConfig& config, std::deque<Request>& requests) {
  MemoryTimes times(config, kMhz);
  const auto collect = [&] {
    for (Request& request : requests) {
      if (request.answer == kUnknown) request.answer = times.AnswerOf(request.burst);
    }
  };
  for (Request& request : requests) {
    while (times.RunUntil(request.asked)) collect();
    times.Ask(request.burst, request.asked);
  }
  collect();
  while (std::any_of(requests.begin(), requests.end(),
                     [](const Request& request) { return request.answer == kUnknown; })) {
    EXPECT_TRUE(times.RunUntil(kUnknown));
    collect();
  }
  return times.events();
}

void ExpectEqual(const MemoryConfig& config, const std::string& name) {
  std::deque<Request> simulated = Traffic(1);
  std::deque<Request> predicted = simulated;
  const MemoryStatistics statistics = Simulate(config, simulated);
  const MemoryEvents events = Predict(config, predicted);
  for (size_t i = 0; i < simulated.size(); ++i) {
    ASSERT_EQ(predicted[i].answer, simulated[i].answer) << name << ", burst " << i;
  }
  EXPECT_EQ(events.bursts, static_cast<int64_t>(simulated.size())) << name;
  EXPECT_NEAR(static_cast<double>(events.row_misses), static_cast<double>(statistics.activates), 1)
      << name;
  EXPECT_NEAR(static_cast<double>(events.turnarounds), static_cast<double>(statistics.turnarounds),
              1)
      << name;
  EXPECT_EQ(events.refreshes, static_cast<int64_t>(statistics.refreshes)) << name;
}

TEST(MemoryTimes, EveryAnswerIsTheModels) {
  for (const std::string& model : MemoryModelNames()) ExpectEqual(LoadMemoryConfig(model), model);
}

TEST(MemoryTimes, EveryAnswerIsTheModelsWithOtherParameters) {
  const MemoryConfig bank = LoadMemoryConfig("bank");
  MemoryConfig config = bank;
  config.read_path_ns = config.write_path_ns = 0;
  ExpectEqual(config, "no path");
  config.dram.cl = 1;
  config.dram.tck_ps = 300;
  ExpectEqual(config, "no path, a fast device");
  config = bank;
  config.dram.tck_ps = 20'000;
  ExpectEqual(config, "a slow device");
  config = bank;
  config.read_queue = config.write_queue = 2;
  config.batch_bursts = 1;
  ExpectEqual(config, "short queues");
  config = bank;
  config.pair_mb_s = 100;
  config.ports_per_pair = 4;
  ExpectEqual(config, "a slow port");
}

TEST(MemoryTimes, OpenRowsAreFasterThanOthers) {
  MemoryTimes times(LoadMemoryConfig("bank"), kMhz);
  constexpr uint64_t kSameBank = 8 * 4096;
  const Cycle closed = Answer(times, Burst(0), 0);
  const Cycle hit = Answer(times, Burst(128), 100) - 100;
  const Cycle conflict = Answer(times, Burst(kSameBank), 200) - 200;
  EXPECT_LT(hit, closed);
  EXPECT_LT(closed, conflict);
  EXPECT_EQ(times.events().row_misses, 2);
}

// FR-FCFS: rows in turns cost two activations, not one each.
TEST(MemoryTimes, BurstsOfAnOpenRowPassOthers) {
  MemoryTimes times(LoadMemoryConfig("bank"), kMhz);
  std::deque<MemoryBurst> bursts;
  for (uint64_t i = 0; i < 16; ++i) {
    bursts.push_back(Burst(i % 2 * 8 * 4096 + i * 8, false, 1));
    times.Ask(bursts.back(), 0);
  }
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(times.RunUntil(kUnknown));
  EXPECT_LT(times.AnswerOf(bursts[14]), times.AnswerOf(bursts[1]));
  EXPECT_EQ(times.events().row_misses, 2);
}

// What an answer causes may come before the end that was asked for.
TEST(MemoryTimes, StopsAtEveryAnswer) {
  MemoryTimes times(LoadMemoryConfig("bank"), kMhz);
  MemoryBurst first = Burst(0);
  times.Ask(first, 0);
  EXPECT_TRUE(times.RunUntil(1000));
  MemoryBurst second = Burst(128);
  times.Ask(second, times.AnswerOf(first));
  EXPECT_TRUE(times.RunUntil(1000));
  EXPECT_LT(times.AnswerOf(second), 2 * times.AnswerOf(first));
  EXPECT_FALSE(times.RunUntil(1000));
}

}  // namespace
}  // namespace nve::transfer
