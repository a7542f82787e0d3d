// SPDX-License-Identifier: Apache-2.0
// Several cores behind one port: each gets its share, and none waits longer than for one burst of
// each of the others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <iostream>
#include <memory>
#include <ostream>

#include "host/axi/axi_port.hpp"
#include "tests/unit/host/axi/test_master.hpp"

namespace nve {
namespace {

using testing::TestMaster;

constexpr int kBusBytes = 8;
constexpr uint32_t kBeats = 16;
constexpr uint32_t kBurst = kBeats * kBusBytes;
constexpr uint32_t kBursts = 400;

struct Share {
  size_t cores = 2;
  bool write = false;
};

// The name CTest shows.
void PrintTo(const Share& share, std::ostream* out) {
  *out << fmt::format("{}_{}", share.write ? "writes" : "reads", share.cores);
}

class CommonPort : public ::testing::TestWithParam<Share> {
 protected:
  CommonPort() {
    port_.SetMonitored();
    for (size_t i = 0; i < GetParam().cores; ++i) {
      masters_.push_back(std::make_unique<TestMaster>(kBusBytes, static_cast<unsigned>(i), 100));
      port_.Attach(fmt::format("core {}", i), kBusBytes, masters_.back()->pins());
      for (uint32_t burst = 0; burst < kBursts; ++burst) Ask(*masters_.back(), burst * kBurst);
    }
    waits_.resize(GetParam().cores);
  }

  static void Ask(TestMaster& master, uint32_t address) {
    if (GetParam().write) {
      master.Write(address, std::vector<uint64_t>(kBeats, address));
    } else {
      master.Read(address, kBeats);
    }
  }

  bool Asks(size_t core) const {
    const AxiMaster& pins = masters_[core]->pins();
    return GetParam().write ? pins.awvalid : pins.arvalid;
  }
  bool Taken(size_t core) const {
    const AxiSlave& out = port_.out(static_cast<int>(core));
    return Asks(core) && (GetParam().write ? out.awready : out.arready);
  }

  // While all masters always ask: until each has had about half of its bursts.
  void Run() {
    for (uint64_t cycle = 0; cycle < cycles_; ++cycle) {
      Count();
      std::vector<AxiSlave> outs;
      for (size_t i = 0; i < masters_.size(); ++i) outs.push_back(port_.out(static_cast<int>(i)));
      port_.Step(cycle);
      for (size_t i = 0; i < masters_.size(); ++i) masters_[i]->Step(outs[i]);
      model_->Tick(cycle);
    }
  }

  // Addresses of others that are taken between an address and the one before it of a core.
  void Count() {
    size_t taken = 0;
    for (size_t core = 0; core < masters_.size(); ++core) taken += Taken(core) ? 1 : 0;
    for (size_t core = 0; core < masters_.size(); ++core) {
      if (Taken(core)) {
        most_waited_ = std::max(most_waited_, waits_[core]);
        waits_[core] = 0;
      } else if (Asks(core)) {
        waits_[core] += taken;
      }
    }
  }

  double BeatsACycle(uint64_t bytes) const {
    return static_cast<double>(bytes) / (kBusBytes * static_cast<double>(cycles_));
  }

  uint64_t BytesOf(size_t core) const {
    const AxiCounts counts = port_.Counts(static_cast<int>(core), cycles_);
    return GetParam().write ? counts.write.bytes : counts.read.bytes;
  }

  MemoryArray memory_{uint64_t{1} << 20};
  std::unique_ptr<MemoryModel> model_ = MakeMemoryModel(LoadMemoryConfig("fixed"), 100);
  AxiPort port_{0, memory_, *model_};
  std::vector<std::unique_ptr<TestMaster>> masters_;
  uint64_t cycles_ = GetParam().cores * kBursts / 2 * kBeats;
  std::vector<size_t> waits_;  // by core, so far
  size_t most_waited_ = 0;     // bursts
};

TEST_P(CommonPort, IsServedInTurns) {
  Run();
  const size_t cores = GetParam().cores;
  std::vector<uint64_t> bytes;
  uint64_t sum = 0;
  for (size_t core = 0; core < cores; ++core) {
    bytes.push_back(BytesOf(core));
    sum += bytes.back();
  }
  const auto [least, most] = std::ranges::minmax(bytes);
  const double mean = static_cast<double>(sum) / static_cast<double>(cores);
  std::cout << fmt::format(
      "{} cores, {}: shares {:.3f} to {:.3f} of the mean, {:.3f} beats a cycle, "
      "at most {} bursts before one's own\n",
      cores, GetParam().write ? "writes" : "reads", static_cast<double>(least) / mean,
      static_cast<double>(most) / mean, BeatsACycle(sum), most_waited_);
  EXPECT_GE(static_cast<double>(least), 0.98 * mean);
  EXPECT_LE(static_cast<double>(most), 1.02 * mean);
  EXPECT_LE(most_waited_, cores - 1);
  EXPECT_GE(BeatsACycle(sum), 0.95);
}

INSTANTIATE_TEST_SUITE_P(Cores, CommonPort,
                         ::testing::Values(Share{2, false}, Share{2, true}, Share{4, false},
                                           Share{4, true}, Share{16, false}, Share{16, true}));

}  // namespace
}  // namespace nve
