// SPDX-License-Identifier: Apache-2.0
// Every AXI4-Lite rule broken once on purpose, and legal traffic in which none is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
      {"AwAddress",
       "L1 (A2)",
       "AW with another",
       {LiteAw() + LiteW() + LiteStalled(), LiteAw(0x14) + LiteW()}},
      {"RResponse",
       "L1 (A2)",
       "R with another",
       {LiteAr(), LiteR() + LiteStalled(), LiteR(1, kAxiSlaveError)}},
      {"BResponse",
       "L1 (A2)",
       "B with another",
       {LiteAw() + LiteW(), LiteB() + LiteStalled(), LiteB(kAxiSlaveError)}},
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
      {"WNotTaken", "L1 (A15)", "no WREADY", {LiteAw(), LiteW() + LiteStalled()}},
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

TEST(AxiLiteChecker, NothingIsValidInResetAndInTheFirstCycleAfterIt) {
  for (const LiteChange& change : {LiteAw(), LiteW(), LiteAr(), LiteB(), LiteR()}) {
    AxiLiteChecker checker("the registers", kLimits);
    LiteCycle cycle;
    change(cycle);
    EXPECT_THAT(BrokenRule([&] { checker.Step(cycle.master, cycle.slave, 0); }),
                HasSubstr("VALID in the first cycle after reset"));
    EXPECT_THAT(BrokenRule([&] { checker.StepReset(cycle.master, cycle.slave, 1); }),
                HasSubstr("rule L1 (A1) broken at the registers in cycle 1: found "));
  }
}

TEST(AxiLiteChecker, ResetForgetsWhatWasUnderWay) {
  AxiLiteChecker checker("the registers", kLimits);
  const auto step = [&](const LiteChange& change, uint64_t now) {
    LiteCycle cycle;
    change(cycle);
    checker.Step(cycle.master, cycle.slave, now);
  };
  step(LiteNothing(), 0);
  step(LiteAr() + LiteAw(), 1);
  checker.StepReset(AxiLiteMaster{}, AxiLiteSlave{}, 2);
  step(LiteNothing(), 3);
  EXPECT_THAT(BrokenRule([&] { step(LiteR(), 4); }), HasSubstr("L3"));
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

}  // namespace
}  // namespace nve
