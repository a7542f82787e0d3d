// SPDX-License-Identifier: Apache-2.0
// One master and several that share a port: every byte arrives, in the order of each master, and
// what the monitors count adds up.
#include "host/axi/axi_port.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>

#include "tests/unit/host/axi/test_master.hpp"

namespace nve {
namespace {

using testing::TestBurst;
using testing::TestMaster;

constexpr uint64_t kMemoryBytes = uint64_t{1} << 20;

class AxiPortTest : public ::testing::TestWithParam<unsigned> {
 protected:
  AxiPortTest() {
    std::mt19937 random(1);
    for (uint64_t i = 0; i < kMemoryBytes; ++i)
      memory_.At(i, 1)[0] = static_cast<uint8_t>(random());
    port_.SetMonitored();
  }

  TestMaster& Add(int bus_bytes, unsigned percent) {
    const auto seed = static_cast<unsigned>(masters_.size());
    masters_.push_back(std::make_unique<TestMaster>(bus_bytes, seed, percent));
    port_.Attach(fmt::format("master {}", seed), bus_bytes, masters_.back()->pins());
    return *masters_.back();
  }

  // Until all masters are done; returns the cycles.
  uint64_t Run() {
    constexpr uint64_t kLimit = 1'000'000;
    for (; now_ < kLimit; ++now_) {
      bool done = true;
      for (const auto& master : masters_) done &= master->Done();
      if (done) break;
      std::vector<AxiSlave> outs;
      for (size_t i = 0; i < masters_.size(); ++i) outs.push_back(port_.out(static_cast<int>(i)));
      port_.Step(now_);
      for (size_t i = 0; i < masters_.size(); ++i) masters_[i]->Step(outs[i]);
      model_->Tick(now_);
    }
    EXPECT_LT(now_, kLimit);
    return now_;
  }

  uint64_t WordAt(uint64_t address, int bytes) {
    uint64_t word = 0;
    std::memcpy(&word, memory_.At(address, static_cast<uint64_t>(bytes)).data(),
                static_cast<size_t>(bytes));
    return word;
  }

  void ExpectData(const TestBurst& burst, int bus_bytes) {
    for (size_t i = 0; i < burst.beats.size(); ++i) {
      ASSERT_EQ(burst.beats[i],
                WordAt(burst.address + i * static_cast<size_t>(bus_bytes), bus_bytes));
    }
  }

  static uint64_t Sum(const AxiSideCounts& counts) {
    return std::accumulate(counts.cycles.begin(), counts.cycles.end(), uint64_t{0});
  }

  MemoryArray memory_{kMemoryBytes};
  std::unique_ptr<MemoryModel> model_ = MakeMemoryModel(LoadMemoryConfig("bank"), 100);
  AxiPort port_{0, memory_, *model_};
  std::vector<std::unique_ptr<TestMaster>> masters_;
  uint64_t now_ = 0;
};

// Reads in the lower half, writes one behind the other in a region of the upper half.
void AddRandomBursts(TestMaster& master, int bus_bytes, unsigned region) {
  std::mt19937 random(region);
  const auto bytes = static_cast<uint32_t>(bus_bytes);
  constexpr uint32_t kPage = 4096;
  const auto half = static_cast<uint32_t>(kMemoryBytes / 2);
  for (uint32_t i = 0; i < 200; ++i) {
    const auto beats = static_cast<uint32_t>(1 + random() % 16);
    const auto page = static_cast<uint32_t>(random() % (half / kPage)) * kPage;
    master.Read(page + static_cast<uint32_t>(random() % (kPage / bytes - beats)) * bytes, beats);
    std::vector<uint64_t> data(beats);
    for (uint64_t& word : data) {
      word = random();
      if (bus_bytes == 8) word = word << 32 | random();
    }
    master.Write(half + region * (half / 4) + i * 16 * bytes, std::move(data));
  }
}

TEST_P(AxiPortTest, SeveralMastersShareAPort) {
  const std::vector<int> buses = {4, 8, 8};
  for (const int bus_bytes : buses) {
    const auto region = static_cast<unsigned>(masters_.size());
    AddRandomBursts(Add(bus_bytes, GetParam()), bus_bytes, region);
  }
  const uint64_t cycles = Run();
  for (size_t i = 0; i < buses.size(); ++i) {
    const TestMaster& master = *masters_[i];
    const AxiCounts counts = port_.Counts(static_cast<int>(i), cycles);
    EXPECT_EQ(Sum(counts.read), cycles);
    EXPECT_EQ(Sum(counts.write), cycles);
    for (const auto& [bursts, side] :
         {std::pair(&master.reads(), &counts.read), std::pair(&master.writes(), &counts.write)}) {
      uint64_t beats = 0;
      for (const TestBurst& burst : *bursts) {
        ExpectData(burst, buses[i]);
        EXPECT_EQ(burst.response, kAxiOkay);
        beats += burst.beats.size();
      }
      EXPECT_EQ(side->bursts, bursts->size());
      EXPECT_EQ(side->cycles[static_cast<size_t>(AxiCycle::kBeat)], beats);
      EXPECT_EQ(side->bytes, beats * static_cast<uint64_t>(buses[i]));
      EXPECT_EQ(std::accumulate(side->latency.begin(), side->latency.end(), uint64_t{0}),
                bursts->size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Percent, AxiPortTest, ::testing::Values(100U, 50U, 20U));

// Neither of two masters that always ask waits longer than the other.
TEST_F(AxiPortTest, MastersTakeTurns) {
  for (int i = 0; i < 2; ++i) {
    TestMaster& master = Add(8, 100);
    for (uint32_t burst = 0; burst < 500; ++burst) master.Read(burst * 128, 16);
  }
  Run();
  const auto first = static_cast<double>(masters_[0]->cycles_to_done());
  const auto second = static_cast<double>(masters_[1]->cycles_to_done());
  EXPECT_NEAR(first / second, 1, 0.01);
}

// One beat per cycle for all masters together: two take twice as long as one.
TEST_F(AxiPortTest, TheDataPathIsShared) {
  TestMaster& one = Add(8, 100);
  for (uint32_t burst = 0; burst < 1000; ++burst) one.Read(burst * 128, 16);
  const uint64_t cycles = Run();
  EXPECT_NEAR(static_cast<double>(cycles), 16000, 16000 * 0.03);
}

// One that takes no response keeps its own waiting, not those of the others: the DMA's S2MM takes
// none until a descriptor has been written back.
TEST_F(AxiPortTest, ResponsesDoNotWaitForAnotherMaster) {
  AxiMaster stubborn;
  port_.Attach("stubborn", 8, stubborn);
  port_.Step(now_++);
  stubborn.awvalid = stubborn.wvalid = stubborn.wlast = true;
  stubborn.awsize = 3;
  stubborn.awburst = kAxiBurstIncr;
  stubborn.wstrb = 0xff;
  port_.Step(now_++);
  stubborn.awvalid = stubborn.wvalid = stubborn.wlast = false;
  AxiMaster other;
  port_.Attach("other", 8, other);
  int answers = 0;
  for (; now_ < 2000; ++now_) {
    other = stubborn;
    other.awaddr = 64;
    // One write after the other.
    const bool begin = now_ % 100 == 0;
    other.awvalid = other.wvalid = other.wlast = begin;
    other.bready = true;
    answers += port_.out(1).bvalid ? 1 : 0;
    port_.Step(now_);
    model_->Tick(now_);
  }
  EXPECT_TRUE(port_.out(0).bvalid);
  EXPECT_EQ(answers, 19);
}

}  // namespace
}  // namespace nve
