// Every rule broken once on purpose, and legal traffic in which none is.
#include "host/platform/axi_checker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <ostream>
#include <random>
#include <vector>

#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kTimeout = 20;
constexpr AxiLimits kLimits = {.acceptance = 2, .timeout = kTimeout};

// The text of the rule that `run` breaks, "" if none.
std::string BrokenRule(const std::function<void()>& run) {
  try {
    run();
  } catch (const CheckFailed& broken) {
    return broken.what();
  }
  return "";
}

// ---- AXI4 ----

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
constexpr uint8_t kExclusiveOkay = 1;
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
      {"RNotTaken", "A15", "no RREADY", {Ar(1), R(true) + Stalled()}},
      {"BNotTaken", "A15", "no BREADY", {Aw(1), W(true), B() + Stalled()}},
      {"NoR", "A15", "no RVALID for 21 cycles with RREADY high", {Ar(1), Nothing()}},
      {"NoB", "A15", "no BVALID", {Aw(1), W(true), Nothing()}},
      {"NoW", "A15", "no WVALID", {Aw(1), Nothing()}},
      {"NoAw", "A15", "no AWVALID", {W(true), Nothing()}},
  };
  return kBreaches;
}

class AxiBreachTest : public ::testing::TestWithParam<Breach> {};

TEST_P(AxiBreachTest, IsFound) {
  const Breach& breach = GetParam();
  AxiChecker checker("the port", 8, kLimits);
  uint64_t now = 0;
  const auto step = [&](const Change& change) {
    Cycle cycle;
    change(cycle);
    checker.Step(cycle.master, cycle.slave, now++);
  };
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
  EXPECT_THAT(broken, HasSubstr(std::string("cycle ") + std::to_string(now - 1) + ": found "));
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

TEST(AxiChecker, ResetForgetsWhatWasUnderWay) {
  AxiChecker checker("the port", 8, kLimits);
  const auto step = [&](const Change& change, uint64_t now) {
    Cycle cycle;
    change(cycle);
    checker.Step(cycle.master, cycle.slave, now);
  };
  step(Nothing(), 0);
  step(Ar(1) + Aw(2), 1);
  step(W(false), 2);
  EXPECT_FALSE(checker.Quiet());
  checker.StepReset(AxiMaster{}, AxiSlave{}, 3);
  EXPECT_TRUE(checker.Quiet());
  step(Nothing(), 4);
  EXPECT_THAT(BrokenRule([&] { step(R(true), 5); }), HasSubstr("A12"));
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

// ---- AXI4-Lite ----

struct LiteCycle {
  AxiLiteMaster master = {.bready = true, .rready = true};
  AxiLiteSlave slave = {.awready = true, .wready = true, .arready = true};
};
using LiteChange = std::function<void(LiteCycle&)>;

LiteChange operator+(const LiteChange& a, const LiteChange& b) {
  return [=](LiteCycle& c) {
    a(c);
    b(c);
  };
}
LiteChange LiteAw(uint32_t address = 0x10) {
  return [=](LiteCycle& c) {
    c.master.awvalid = true;
    c.master.awaddr = address;
  };
}
LiteChange LiteW(uint32_t data = 1) {
  return [=](LiteCycle& c) {
    c.master.wvalid = true;
    c.master.wdata = data;
  };
}
LiteChange LiteAr(uint32_t address = 0x10) {
  return [=](LiteCycle& c) {
    c.master.arvalid = true;
    c.master.araddr = address;
  };
}
LiteChange LiteB(uint8_t response = kAxiOkay) {
  return [=](LiteCycle& c) {
    c.slave.bvalid = true;
    c.slave.bresp = response;
  };
}
LiteChange LiteR(uint32_t data = 1, uint8_t response = kAxiOkay) {
  return [=](LiteCycle& c) {
    c.slave.rvalid = true;
    c.slave.rdata = data;
    c.slave.rresp = response;
  };
}
LiteChange LiteNothing() {
  return [](LiteCycle&) {};
}
LiteChange LiteStalled() {
  return [](LiteCycle& c) {
    c.slave.awready = c.slave.wready = c.slave.arready = false;
    c.master.bready = c.master.rready = false;
  };
}

struct LiteBreach {
  const char* name;
  const char* rule;
  const char* found;
  std::vector<LiteChange> cycles;
};

std::ostream& operator<<(std::ostream& out, const LiteBreach& breach) { return out << breach.name; }

const std::vector<LiteBreach>& LiteBreaches() {
  static const std::vector<LiteBreach> kBreaches = {
      {"AwWithdrawn", "L1 (A2)", "AW no longer", {LiteAw() + LiteW() + LiteStalled(), LiteW()}},
      {"WData", "L1 (A2)", "W with another", {LiteW() + LiteStalled(), LiteW(2)}},
      {"ArAddress", "L1 (A2)", "AR with another", {LiteAr() + LiteStalled(), LiteAr(0x14)}},
      {"RData", "L1 (A2)", "R with another", {LiteAr(), LiteR() + LiteStalled(), LiteR(2)}},
      {"BWithdrawn",
       "L1 (A2)",
       "B no longer",
       {LiteAw() + LiteW(), LiteB() + LiteStalled(), LiteNothing()}},
      {"BBeforeData", "L1 (A11)", "BVALID without", {LiteAw(), LiteB()}},
      {"BWithPair", "L1 (A11)", "BVALID without", {LiteAw() + LiteW() + LiteB()}},
      {"RWithAr", "L1 (A12)", "RVALID without", {LiteAr() + LiteR()}},
      {"BExclusive", "L1 (A13)", "BRESP", {LiteAw() + LiteW(), LiteB(kExclusiveOkay)}},
      {"RExclusive", "L1 (A13)", "RRESP", {LiteAr(), LiteR(1, kExclusiveOkay)}},
      {"ArNotTaken", "L1 (A15)", "no ARREADY for 21 cycles", {LiteAr() + LiteStalled()}},
      {"PairNotTaken", "L1 (A15)", "no AWREADY", {LiteAw() + LiteW() + LiteStalled()}},
      {"NoR", "L1 (A15)", "no RVALID", {LiteAr(), LiteNothing()}},
      {"NoB", "L1 (A15)", "no BVALID", {LiteAw() + LiteW(), LiteNothing()}},
      {"AwAlone", "L2", "AW alone for 21 cycles", {LiteAw(), LiteNothing()}},
      {"WAlone", "L2", "W alone", {LiteW(), LiteNothing()}},
      {"SecondB", "L3", "BVALID without", {LiteAw() + LiteW(), LiteB(), LiteB()}},
      {"SecondR", "L3", "RVALID without", {LiteAr(), LiteR(), LiteR()}},
      {"UnalignedRead", "L4", "ARADDR 0x12", {LiteAr(0x12)}},
      {"UnalignedWrite", "L4", "AWADDR 0x11", {LiteAw(0x11) + LiteW()}},
  };
  return kBreaches;
}

class LiteBreachTest : public ::testing::TestWithParam<LiteBreach> {};

TEST_P(LiteBreachTest, IsFound) {
  const LiteBreach& breach = GetParam();
  AxiLiteChecker checker("the registers", kLimits);
  uint64_t now = 0;
  const auto step = [&](const LiteChange& change) {
    LiteCycle cycle;
    change(cycle);
    checker.Step(cycle.master, cycle.slave, now++);
  };
  step(LiteNothing());
  for (size_t i = 0; i + 1 < breach.cycles.size(); ++i) {
    ASSERT_EQ(BrokenRule([&] { step(breach.cycles[i]); }), "") << "cycle " << i;
  }
  const bool waits =
      std::string(breach.rule) == "L2" || std::string(breach.rule).find("A15") < SIZE_MAX;
  std::string broken;
  for (uint64_t i = 0; broken.empty() && i < (waits ? kTimeout + 2 : 1); ++i) {
    broken = BrokenRule([&] { step(breach.cycles.back()); });
  }
  EXPECT_THAT(broken, HasSubstr(std::string("rule ") + breach.rule + " broken at the registers"));
  EXPECT_THAT(broken, HasSubstr(breach.found));
}

INSTANTIATE_TEST_SUITE_P(All, LiteBreachTest, ::testing::ValuesIn(LiteBreaches()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(AxiLiteChecker, NothingIsValidInTheFirstCycle) {
  for (const LiteChange& change : {LiteAw(), LiteW(), LiteAr(), LiteB(), LiteR()}) {
    AxiLiteChecker checker("the registers", kLimits);
    LiteCycle cycle;
    change(cycle);
    EXPECT_THAT(BrokenRule([&] { checker.Step(cycle.master, cycle.slave, 0); }),
                HasSubstr("L1 (A1)"));
  }
}

// Address and data of a write in any order, a read beside it, every stall.
TEST(AxiLiteChecker, LegalTrafficBreaksNothing) {
  constexpr AxiLimits kPatient = {.timeout = 2000};
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const auto chance = [&] { return random() % 5 <= seed % 5; };
    AxiLiteChecker checker("the registers", kPatient);
    AxiLiteMaster m;
    AxiLiteSlave s;
    bool address_sent = false;
    bool data_sent = false;
    bool read_open = false;
    int accesses = 0;
    for (uint64_t now = 0; now < 5000; ++now) {
      ASSERT_EQ(BrokenRule([&] { checker.Step(m, s, now); }), "") << "seed " << seed;
      const bool aw = m.awvalid && s.awready;
      const bool w = m.wvalid && s.wready;
      address_sent |= aw;
      data_sent |= w;
      if (aw) m.awvalid = false;
      if (w) m.wvalid = false;
      if (s.bvalid && m.bready) {
        s.bvalid = address_sent = data_sent = false;
        ++accesses;
      } else {
        s.bvalid |= address_sent && data_sent && chance();
        if (!address_sent && !m.awvalid) m.awvalid = chance();
        if (!data_sent && !m.wvalid) m.wvalid = chance();
      }
      if (m.arvalid && s.arready) {
        m.arvalid = false;
        read_open = true;
      }
      if (s.rvalid && m.rready) {
        s.rvalid = read_open = false;
        ++accesses;
      } else if (read_open) {
        s.rvalid |= chance();
      } else {
        m.arvalid |= chance();
      }
      m.bready = chance();
      m.rready = chance();
      s.awready = chance();
      s.wready = chance();
      s.arready = chance();
    }
    EXPECT_GT(accesses, 100) << seed;
  }
}

// ---- AXI4-Stream ----

struct StreamCycle {
  bool valid = false;
  bool ready = true;
  AxiStreamWord word = {0, 0xFF, false};
};

struct StreamBreach {
  const char* name;
  const char* rule;
  const char* found;
  std::vector<StreamCycle> cycles;
};

std::ostream& operator<<(std::ostream& out, const StreamBreach& breach) {
  return out << breach.name;
}

class StreamBreachTest : public ::testing::TestWithParam<StreamBreach> {};

TEST_P(StreamBreachTest, IsFound) {
  const StreamBreach& breach = GetParam();
  AxiStreamChecker checker("the stream", 8);
  uint64_t now = 0;
  const auto step = [&](const StreamCycle& c) { checker.Step(c.valid, c.ready, c.word, now++); };
  for (size_t i = 0; i + 1 < breach.cycles.size(); ++i) step(breach.cycles[i]);
  const std::string broken = BrokenRule([&] { step(breach.cycles.back()); });
  EXPECT_THAT(broken, HasSubstr(std::string("rule ") + breach.rule + " broken at the stream"));
  EXPECT_THAT(broken, HasSubstr(breach.found));
}

INSTANTIATE_TEST_SUITE_P(
    All, StreamBreachTest,
    ::testing::Values(
        StreamBreach{"FirstCycle", "S1", "in the first cycle", {{true, true, {0, 0xFF, false}}}},
        StreamBreach{"Withdrawn", "S2", "T no longer VALID", {{}, {true, false}, {}}},
        StreamBreach{
            "Data", "S2", "another payload", {{}, {true, false}, {true, true, {1, 0xFF, false}}}},
        StreamBreach{
            "Last", "S2", "another payload", {{}, {true, false}, {true, true, {0, 0xFF, true}}}},
        StreamBreach{"Gap", "S5", "TKEEP 0x05", {{}, {true, true, {0, 0x05, true}}}},
        StreamBreach{"NotFromLane0", "S5", "TKEEP 0xfe", {{}, {true, true, {0, 0xFE, true}}}},
        StreamBreach{
            "NullBytes", "S5", "0x0f without TLAST", {{}, {true, true, {0, 0x0F, false}}}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(AxiStreamChecker, ResetsMayWithdrawAWord) {
  AxiStreamChecker checker("the stream", 8);
  const AxiStreamWord word = {1, 0xFF, false};
  checker.Step(false, true, word, 0);
  checker.Step(true, false, word, 1);
  checker.Forget();
  checker.Step(false, false, word, 2);
  checker.Step(true, false, word, 3);
  checker.StepReset(false, 4);
  checker.Step(false, false, word, 5);
  EXPECT_THAT(BrokenRule([&] { checker.StepReset(true, 6); }), HasSubstr("S1"));
  EXPECT_THAT(BrokenRule([&] { checker.Step(true, false, word, 7); }), HasSubstr("S1"));
}

// Whole words up to the last one of a packet, every stall.
TEST(AxiStreamChecker, LegalTrafficBreaksNothing) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    AxiStreamChecker checker("the stream", 8);
    StreamCycle c;
    for (uint64_t now = 0; now < 2000; ++now) {
      ASSERT_EQ(BrokenRule([&] { checker.Step(c.valid, c.ready, c.word, now); }), "") << seed;
      if (!c.valid || c.ready) {
        c.valid = random() % 3 != 0;
        const bool last = random() % 4 == 0;
        const auto keep = static_cast<uint8_t>(last ? 0xFFU >> (random() % 8) : 0xFFU);
        c.word = {random(), keep, last};
      }
      c.ready = random() % 10 <= seed;
    }
  }
}

}  // namespace
}  // namespace nve
