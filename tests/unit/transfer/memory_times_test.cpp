// The memory of the transfer model beside the models it stands for.
#include "model/transfer/memory_times.hpp"

#include <gtest/gtest.h>

#include <random>

#include "host/memory/memory_model.hpp"

namespace nve::transfer {
namespace {

constexpr double kMhz = 100;

std::unique_ptr<MemoryTimes> TimesOf(const std::string& model) {
  return MakeMemoryTimes(MemoryConfigOf(model), kMhz);
}

// The memory model, stepped cycle by cycle.
class Simulated {
 public:
  explicit Simulated(const std::string& model)
      : model_(MakeMemoryModel(MemoryConfigOf(model), kMhz)) {}

  Cycle Answer(const MemoryAccess& access, Cycle now) {
    RunTo(now);
    MemoryBurst burst = {.port = access.port,
                         .write = access.write,
                         .address = access.address,
                         .beats = static_cast<int>(access.bytes / 8),
                         .beat_bytes = 8};
    if (access.write) {
      model_->Write(burst, static_cast<uint64_t>(now));
    } else {
      model_->Read(burst, static_cast<uint64_t>(now));
    }
    while (burst.ready_cycle == MemoryBurst::kNever) RunTo(now_ + 1);
    return static_cast<Cycle>(burst.ready_cycle);
  }

  MemoryStatistics statistics() const { return model_->Statistics(); }

 private:
  void RunTo(Cycle now) {
    for (; now_ < now; ++now_) model_->Tick(static_cast<uint64_t>(now_));
  }

  std::unique_ptr<MemoryModel> model_;
  Cycle now_ = 0;
};

TEST(MemoryTimes, ALoneBurst) {
  EXPECT_EQ(TimesOf("ideal")->Answer({.bytes = 128}, 1000), 1001);
  EXPECT_EQ(TimesOf("fixed")->Answer({.bytes = 128}, 1000), 1020);
  EXPECT_EQ(TimesOf("fixed")->Answer({.write = true, .bytes = 128}, 1000), 1015);
  // 155 ns of fabric, 14 of CAS, 30 of transfer.
  EXPECT_EQ(TimesOf("tso")->Answer({.bytes = 128}, 1000), 1020);
  // 155 ns of fabric, 7 + 7 + 4 x 4 clocks of 1.875 ns: the row is closed.
  EXPECT_EQ(TimesOf("bank")->Answer({.address = 4096, .bytes = 128}, 0), 22);
  EXPECT_EQ(TimesOf("bank")->Answer({.write = true, .address = 4096, .bytes = 128}, 0), 15);
}

// One burst at a time leaves the controller nothing to choose: both take the same cycles.
TEST(MemoryTimes, BurstsOneAtATimeAreTheModels) {
  for (const char* model : {"ideal", "fixed", "tso", "bank"}) {
    std::mt19937 random(1);
    const auto times = TimesOf(model);
    Simulated simulated(model);
    Cycle now = 10;
    for (int i = 0; i < 3000; ++i) {
      const MemoryAccess access = {.port = 0,
                                   .write = random() % 2 == 0,
                                   .address = random() % 4096 * 128,
                                   .bytes = static_cast<int64_t>(random() % 16 + 1) * 8};
      ASSERT_EQ(times->Answer(access, now), simulated.Answer(access, now)) << model << " " << i;
      now += 60 + static_cast<Cycle>(random() % 100);
    }
    const MemoryEvents events = times->events();
    const MemoryStatistics statistics = simulated.statistics();
    EXPECT_NEAR(static_cast<double>(events.turnarounds),
                static_cast<double>(statistics.turnarounds), 2)
        << model;
    EXPECT_NEAR(static_cast<double>(events.refreshes), static_cast<double>(statistics.refreshes), 2)
        << model;
    EXPECT_NEAR(static_cast<double>(events.row_misses), static_cast<double>(statistics.activates),
                2)
        << model;
  }
}

TEST(MemoryTimes, OpenRowsAreFasterThanOthers) {
  const auto times = TimesOf("bank");
  constexpr uint64_t kSameBank = 8 * 4096;
  const Cycle closed = times->Answer({.address = 0, .bytes = 128}, 0);
  const Cycle hit = times->Answer({.address = 128, .bytes = 128}, 100) - 100;
  const Cycle conflict = times->Answer({.address = kSameBank, .bytes = 128}, 200) - 200;
  EXPECT_LT(hit, closed);
  EXPECT_LT(closed, conflict);
  EXPECT_EQ(times->events().row_misses, 2);
}

// Reads that wait go before a write, but only a batch of them.
TEST(MemoryTimes, WritesWaitForReadsUpToABatch) {
  const auto times = TimesOf("bank");
  times->Answer({.address = 0, .bytes = 128}, 0);
  times->Answer({.write = true, .address = 4096, .bytes = 128}, 0);
  for (int i = 1; i < 16; ++i) {
    times->Answer({.address = static_cast<uint64_t>(i) * 128, .bytes = 128}, 0);
  }
  EXPECT_EQ(times->events().turnarounds, 0);
  times->Answer({.address = 2048, .bytes = 128}, 0);
  EXPECT_EQ(times->events().turnarounds, 2);
}

}  // namespace
}  // namespace nve::transfer
