// SPDX-License-Identifier: Apache-2.0
// Every AXI4 rule broken once on purpose, and legal traffic in which none is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::HasSubstr;
using testing::kExclusiveOkay;
using testing::kLimits;
using testing::kTimeout;

// The pins of a cycle; without changes every READY is high and nothing happens.
struct Cycle {
  AxiMaster master = {.rready = true, .bready = true};
  AxiSlave slave = {.arready = true, .awready = true, .wready = true};
};
using Change = std::function<void(Cycle&)>;

Change Ar(int beats, uint32_t address = 0x1000, uint8_t size = 3, uint8_t burst = kAxiBurstIncr) {
  return [=](Cycle& c) {
    c.master.arvalid = true;
    c.master.araddr = address;
    c.master.arlen = static_cast<uint8_t>(beats - 1);
    c.master.arsize = size;
    c.master.arburst = burst;
  };
}
Change Aw(int beats, uint32_t address = 0x1000, uint8_t size = 3, uint8_t burst = kAxiBurstIncr) {
  return [=](Cycle& c) {
    c.master.awvalid = true;
    c.master.awaddr = address;
    c.master.awlen = static_cast<uint8_t>(beats - 1);
    c.master.awsize = size;
    c.master.awburst = burst;
  };
}
Change W(bool last, uint64_t data = 0, uint8_t strobe = 0xFF) {
  return [=](Cycle& c) {
    c.master.wvalid = true;
    c.master.wdata = data;
    c.master.wstrb = strobe;
    c.master.wlast = last;
  };
}
Change R(bool last, uint64_t data = 0, uint8_t response = kAxiOkay) {
  return [=](Cycle& c) {
    c.slave.rvalid = true;
    c.slave.rdata = data;
    c.slave.rresp = response;
    c.slave.rlast = last;
  };
}
Change B(uint8_t response = kAxiOkay) {
  return [=](Cycle& c) {
    c.slave.bvalid = true;
    c.slave.bresp = response;
  };
}
Change Nothing() {
  return [](Cycle&) {};
}
// No READY in this cycle.
Change Stalled() {
  return [](Cycle& c) {
    c.slave.arready = c.slave.awready = c.slave.wready = false;
    c.master.rready = c.master.bready = false;
  };
}
Change operator+(const Change& a, const Change& b) {
  return [=](Cycle& c) {
    a(c);
    b(c);
  };
}
Change ArKind(uint8_t cache, uint8_t prot) {
  return [=](Cycle& c) {
    c.master.arcache = cache;
    c.master.arprot = prot;
  };
}
Change AwKind(uint8_t cache, uint8_t prot) {
  return [=](Cycle& c) {
    c.master.awcache = cache;
    c.master.awprot = prot;
  };
}
constexpr uint8_t kBurstWrap = 2;
constexpr uint8_t kBurstReserved = 3;

// The last of the cycles, or its repetition beyond the time-out, is the one that breaks the rule.
struct Breach {
  const char* name;
  const char* rule;
  const char* found;
  std::vector<Change> cycles;
};

std::ostream& operator<<(std::ostream& out, const Breach& breach) { return out << breach.name; }

const std::vector<Breach>& Breaches() {
  static const std::vector<Breach> kBreaches = {
      {"ArWithdrawn", "A2", "AR no longer VALID", {Ar(1) + Stalled(), Nothing()}},
      {"AwAddress", "A2", "AW with another", {Aw(1) + Stalled(), Aw(1, 0x2000)}},
      {"ArLength", "A2", "AR with another", {Ar(1) + Stalled(), Ar(2)}},
      {"WData", "A2", "W with another", {Aw(1), W(true, 1) + Stalled(), W(true, 2)}},
      {"WStrobe", "A2", "W with another", {Aw(1), W(true) + Stalled(), W(true, 0, 0x0F)}},
      {"WLast", "A2", "W with another", {W(false) + Stalled(), W(true)}},
      {"BResponse", "A2", "B with", {Aw(1), W(true), B() + Stalled(), B(kAxiSlaveError)}},
      {"RData", "A2", "R with another", {Ar(1), R(true, 1) + Stalled(), R(true, 2)}},
      {"RResponse", "A2", "R with", {Ar(1), R(true) + Stalled(), R(true, 0, kAxiSlaveError)}},
      {"BWithdrawn", "A2", "B no longer", {Aw(1), W(true), B() + Stalled(), Nothing()}},
      {"RWaitsForReady", "A3", "no RVALID for 21 cycles with RREADY low", {Ar(1), Stalled()}},
      {"BWaitsForReady", "A3", "no BVALID", {Aw(1), W(true), Stalled()}},
      {"WWaitsForReady", "A3", "no WVALID", {Aw(1), Stalled()}},
      {"AwWaitsForReady", "A3", "no AWVALID", {W(true), Stalled()}},
      {"ReadOver4K", "A5", "AR of 2 beats at 0x00001ff8", {Ar(2, 0x1FF8)}},
      {"WriteOver4K", "A5", "AW of 16 beats at 0x00001f88", {Aw(16, 0x1F88)}},
      {"ReservedBurst", "A6", "ARBURST 3", {Ar(1, 0x1000, 3, kBurstReserved)}},
      {"WrappingBurst", "A6", "AWBURST 2", {Aw(2, 0x1000, 3, kBurstWrap)}},
      {"LongBurst", "A6", "AR of 17 beats", {Ar(17)}},
      {"WideBeat", "A7", "ARSIZE 4", {Ar(1, 0x1000, 4)}},
      {"NarrowBeat", "A7", "AWSIZE 2", {Aw(1, 0x1000, 2)}},
      {"CacheableRead", "A16", "ARCACHE 15, ARPROT 0", {Ar(1) + ArKind(15, 0)}},
      {"PrivilegedWrite", "A16", "AWCACHE 3, AWPROT 1", {Aw(1) + AwKind(3, 1)}},
      {"RlastEarly", "A8", "RLAST 1 in beat 1 of 2", {Ar(2), R(true)}},
      {"RlastLate", "A8", "RLAST 0 in beat 2 of 2", {Ar(2), R(false), R(false)}},
      {"WlastEarly", "A8", "WLAST 1 in beat 1 of 2", {Aw(2), W(true)}},
      {"WlastLate", "A8", "WLAST 0 in beat 1 of 1", {Aw(1), W(false)}},
      {"WlastEarlyAhead", "A8", "1 beats up to WLAST", {W(true), Aw(2)}},
      {"WlastLateAhead", "A8", "1 beats without WLAST", {W(false), Aw(1)}},
      // Without IDs data in a wrong order (A9) show in their number.
      {"WriteOrder", "A8", "WLAST 1 in beat 1 of 2", {Aw(2), Aw(1), W(true)}},
      {"Unaligned", "A10", "ARADDR 0x00001004", {Ar(1, 0x1004)}},
      {"BBeforeData", "A11", "BVALID without", {Aw(1), B()}},
      {"BBeforeAddress", "A11", "BVALID without", {W(true), B()}},
      {"BWithLastBeat", "A11", "BVALID without", {Aw(1), W(true) + B()}},
      {"SecondB", "A11", "BVALID without", {Aw(1), W(true), B(), B()}},
      {"RWithoutAr", "A12", "RVALID without", {R(true)}},
      {"RWithAr", "A12", "RVALID without", {Ar(1) + R(true)}},
      {"SecondR", "A12", "RVALID without", {Ar(1), R(true), R(true)}},
      {"RExclusive", "A13", "RRESP EXOKAY", {Ar(1), R(true, 0, kExclusiveOkay)}},
      {"BExclusive", "A13", "BRESP EXOKAY", {Aw(1), W(true), B(kExclusiveOkay)}},
      {"ReadsOverAcceptance", "A14", "3 reads under way", {Ar(1), Ar(1), Ar(1)}},
      {"WritesOverAcceptance", "A14", "3 writes", {Aw(1), W(true) + Aw(1), Aw(1)}},
      {"ArNotTaken", "A15", "no ARREADY for 21 cycles", {Ar(1) + Stalled()}},
      {"AwNotTaken", "A15", "no AWREADY", {Aw(1) + Stalled()}},
      {"WNotTaken", "A15", "no WREADY", {Aw(1), W(true) + Stalled()}},
      {"NoR", "A15", "no RVALID for 21 cycles with RREADY high", {Ar(1), Nothing()}},
      {"NoB", "A15", "no BVALID", {Aw(1), W(true), Nothing()}},
  };
  return kBreaches;
}

// Shows a checker one cycle after the other.
class Cycles {
 public:
  explicit Cycles(AxiChecker& checker) : checker_(checker) {}

  void operator()(const Change& change) {
    Cycle cycle;
    change(cycle);
    checker_.Step(cycle.master, cycle.slave, now_++);
  }
  uint64_t now() const { return now_; }

 private:
  AxiChecker& checker_;
  uint64_t now_ = 0;
};

class AxiBreachTest : public ::testing::TestWithParam<Breach> {};

TEST_P(AxiBreachTest, IsFound) {
  const Breach& breach = GetParam();
  AxiChecker checker("the port", 8, kLimits);
  Cycles step(checker);
  step(Nothing());
  for (size_t i = 0; i + 1 < breach.cycles.size(); ++i) {
    ASSERT_EQ(BrokenRule([&] { step(breach.cycles[i]); }), "") << "cycle " << i;
  }
  const bool waits = std::string(breach.rule) == "A3" || std::string(breach.rule) == "A15";
  std::string broken;
  for (uint64_t i = 0; broken.empty() && i < (waits ? kTimeout + 2 : 1); ++i) {
    broken = BrokenRule([&] { step(breach.cycles.back()); });
  }
  EXPECT_THAT(broken, HasSubstr(std::string("AXI rule ") + breach.rule + " broken at the port in"));
  EXPECT_THAT(broken,
              HasSubstr(std::string("cycle ") + std::to_string(step.now() - 1) + ": found "));
  EXPECT_THAT(broken, HasSubstr(breach.found));
  EXPECT_THAT(broken, HasSubstr(", allowed: "));
}

INSTANTIATE_TEST_SUITE_P(All, AxiBreachTest, ::testing::ValuesIn(Breaches()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(AxiChecker, NothingIsValidInResetAndInTheFirstCycleAfterIt) {
  for (const Change& change : {Ar(1), Aw(1), W(true), R(true), B()}) {
    AxiChecker checker("the port", 8, kLimits);
    Cycle cycle;
    change(cycle);
    EXPECT_THAT(BrokenRule([&] { checker.Step(cycle.master, cycle.slave, 0); }),
                HasSubstr("VALID in the first cycle after reset"));
    EXPECT_THAT(BrokenRule([&] { checker.StepReset(cycle.master, cycle.slave, 0); }),
                HasSubstr("rule A1 broken at the port in cycle 0: found "));
  }
}

// Its streams may be frozen for as long as they like.
TEST(AxiChecker, MastersHaveNoTimeOut) {
  const std::vector<std::vector<Change>> kWaits = {
      {Ar(1), R(true) + Stalled()},
      {Aw(1), W(true), B() + Stalled()},
      {Aw(1), Nothing()},
      {W(true), Nothing()},
  };
  for (const std::vector<Change>& cycles : kWaits) {
    AxiChecker checker("the port", 8, kLimits);
    Cycles step(checker);
    step(Nothing());
    for (const Change& change : cycles) step(change);
    for (uint64_t i = 0; i < 3 * kTimeout; ++i) {
      ASSERT_EQ(BrokenRule([&] { step(cycles.back()); }), "");
    }
  }
}

TEST(AxiChecker, ResetForgetsWhatWasUnderWay) {
  AxiChecker checker("the port", 8, kLimits);
  Cycles step(checker);
  step(Nothing());
  step(Ar(1) + Aw(2));
  step(W(false));
  EXPECT_FALSE(checker.Quiet());
  checker.StepReset(AxiMaster{}, AxiSlave{}, step.now());
  EXPECT_TRUE(checker.Quiet());
  step(Nothing());
  EXPECT_THAT(BrokenRule([&] { step(R(true)); }), HasSubstr("A12"));
}

TEST(AxiChecker, StrobesStayOnANarrowBus) {
  AxiChecker checker("the port", 4, kLimits);
  Cycle cycle;
  checker.Step(cycle.master, cycle.slave, 0);
  W(true, 0, 0x1F)(cycle);
  EXPECT_THAT(
      BrokenRule([&] { checker.Step(cycle.master, cycle.slave, 1); }),
      HasSubstr("A10 broken at the port in cycle 1: found WSTRB 0x1f, allowed: the 4 lanes"));
}

// Both sides at random: bursts of every length, data ahead of their address, every stall.
class RandomTraffic {
 public:
  explicit RandomTraffic(unsigned seed) : random_(seed), percent_(20 + seed % 5 * 20) {}

  const AxiMaster& master() const { return master_; }
  const AxiSlave& slave() const { return slave_; }
  int beats() const { return beats_; }

  // What both sides do after a cycle.
  void Step() {
    if (master_.arvalid && slave_.arready) reads_.push_back(master_.arlen + 1);
    addresses_ += master_.awvalid && slave_.awready ? 1 : 0;
    data_ += master_.wvalid && slave_.wready && master_.wlast ? 1 : 0;
    StepRead();
    StepWriteAddress();
    StepWriteData();
    if (slave_.bvalid && master_.bready) {
      slave_.bvalid = false;
      ++responses_;
    }
    slave_.bvalid |= responses_ < std::min(addresses_, data_) && Chance();
    slave_.arready = reads_.size() < kLimits.acceptance && Chance();
    slave_.awready = addresses_ - responses_ < kLimits.acceptance && Chance();
    slave_.wready = Chance();
    master_.rready = Chance();
    master_.bready = Chance();
  }

 private:
  bool Chance() { return random_() % 100 < percent_; }
  uint8_t Length() { return static_cast<uint8_t>(random_() % AxiChecker::kMaxBeats); }
  uint32_t Page() { return static_cast<uint32_t>(random_() % 1024) * 4096; }

  void StepRead() {
    if (slave_.rvalid && master_.rready) {
      ++beats_;
      slave_.rvalid = false;
      if (slave_.rlast) reads_.pop_front();
      read_beat_ = slave_.rlast ? 0 : read_beat_ + 1;
    }
    if (!slave_.rvalid && !reads_.empty() && Chance()) {
      slave_.rvalid = true;
      slave_.rdata = random_();
      slave_.rlast = read_beat_ + 1 == reads_.front();
    }
    if (master_.arvalid && !slave_.arready) return;
    master_.arvalid = Chance();
    master_.arlen = Length();
    master_.araddr = Page() + 4096 - 8 * (master_.arlen + 1U);  // up to the end of the page
    master_.arsize = 3;
    master_.arburst = kAxiBurstIncr;
  }

  // A burst's length is drawn by whichever of address and data comes first.
  static uint8_t Next(std::deque<uint8_t>& mine, std::deque<uint8_t>& other, uint8_t drawn) {
    if (mine.empty()) {
      other.push_back(drawn);
      return drawn;
    }
    const uint8_t length = mine.front();
    mine.pop_front();
    return length;
  }

  void StepWriteAddress() {
    if (master_.awvalid && !slave_.awready) return;
    master_.awvalid = Chance();
    if (!master_.awvalid) return;
    master_.awlen = Next(address_lengths_, data_lengths_, Length());
    master_.awaddr = Page();
    master_.awsize = 3;
    master_.awburst = random_() % 4 == 0 ? kAxiBurstFixed : kAxiBurstIncr;
  }

  void StepWriteData() {
    if (master_.wvalid && !slave_.wready) return;
    if (master_.wvalid) {
      ++beats_;
      write_beat_ = master_.wlast ? 0 : write_beat_ + 1;
    }
    master_.wvalid = Chance();
    if (!master_.wvalid) return;
    if (write_beat_ == 0) write_length_ = Next(data_lengths_, address_lengths_, Length());
    master_.wdata = random_();
    master_.wstrb = static_cast<uint8_t>(random_());
    master_.wlast = write_beat_ == write_length_;
  }

  std::mt19937 random_;
  unsigned percent_;
  AxiMaster master_;
  AxiSlave slave_;
  int beats_ = 0;
  std::deque<int> reads_;  // beats
  int read_beat_ = 0;
  std::deque<uint8_t> address_lengths_;  // of bursts whose data have begun
  std::deque<uint8_t> data_lengths_;     // of bursts whose address has been sent
  int write_beat_ = 0;
  uint8_t write_length_ = 0;
  size_t addresses_ = 0;  // handed over
  size_t data_ = 0;       // bursts complete
  size_t responses_ = 0;
};

TEST(AxiChecker, LegalTrafficBreaksNothing) {
  constexpr AxiLimits kPatient = {.acceptance = kLimits.acceptance, .timeout = 2000};
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomTraffic traffic(seed);
    AxiChecker checker("the port", 8, kPatient);
    for (uint64_t now = 0; now < 5000; ++now) {
      ASSERT_EQ(BrokenRule([&] { checker.Step(traffic.master(), traffic.slave(), now); }), "")
          << "seed " << seed;
      traffic.Step();
    }
    EXPECT_GT(traffic.beats(), 500) << seed;
  }
}

}  // namespace
}  // namespace nve
