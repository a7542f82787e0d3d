// SPDX-License-Identifier: Apache-2.0
// What passes the gate, what does not, and what is no question for it.
#include "report/compare/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

class Gate : public ::testing::Test {
 protected:
  GateResult Check(const char* rule = "layers.cycles:+99999") const {
    return CheckGate(first_, later_, {*ParseLimitRule(rule)});
  }

  ReportedRun first_ = testing::SomeRun(0, "old"), later_ = testing::SomeRun(1, "new");
};

TEST_F(Gate, PassesWhatIsNotWorse) {
  EXPECT_TRUE(Check().passed);
  EXPECT_EQ(Check().text, "layers.cycles:+99999: 0 of 2 worse than allowed\n");
  later_.result.layers[0].cycles += 1;
  const GateResult worse = Check("layers.cycles:+0");
  EXPECT_FALSE(worse.passed);
  EXPECT_EQ(worse.problem, "is worse than allowed");
}

TEST_F(Gate, ALaterResultThatFailedDoesNotPass) {
  later_.result.lockstep.value->mismatches = 1;
  EXPECT_FALSE(Check().passed);
  EXPECT_THAT(Check().text, HasSubstr("new.json: failed: RTL and golden model differ\n"));
  EXPECT_THAT(Check().text, HasSubstr("0 of 2 worse"));
  later_ = testing::SomeRun(1, "new");
  later_.result.reference->bit_exact = false;
  EXPECT_FALSE(Check().passed);
  later_ = testing::FailedRun();
  later_.path = "new.json";
  for (LayerOfRun& layer : later_.result.layers) layer.cycles = 0;
  for (const char* rule : {"layers.cycles:+2%", "total.words_in:+0", "layers.L2.cycles:+0"}) {
    const GateResult stopped = Check(rule);
    EXPECT_FALSE(stopped.passed);
    EXPECT_EQ(stopped.problem, "failed");
    EXPECT_EQ(stopped.text,
              "new.json: failed: lockstep mismatch: accu[3] differs\n"
              "no rule is checked: the run did not come to its end\n");
  }
}

TEST_F(Gate, AFirstResultThatFailedIsNoBaseline) {
  first_.result.reference->bit_exact = false;
  ExpectInputError([&] { Check(); },
                   "old.json: error: --fail-on: found a first result that failed");
}

TEST_F(Gate, OtherWorkIsNoQuestion) {
  later_.result.network = "Another";
  later_.result.layers[1].cycles = 0;
  later_.result.layers[1].elapsed_cycles = 0;
  for (const char* text : {"new.json: error: --fail-on: found network 'Another'",
                           "found no run of L2", "found no layers.L2.cycles"}) {
    ExpectInputError([&] { Check(); }, text);
  }
  ExpectInputError([&] { Check("total.cycles:+1"); }, "found no run of L2");
}

TEST_F(Gate, ALayerThatNobodyRanIsLacking) {
  for (ReportedRun* run : {&first_, &later_}) {
    run->result.layers[1].cycles = 0;
    run->result.layers[1].elapsed_cycles = 0;
  }
  EXPECT_EQ(Check("layers.cycles:+0").text, "layers.cycles:+0: 0 of 1 worse than allowed\n");
  ExpectInputError([&] { Check("layers.L2.cycles:+0"); }, "found no 'L2.cycles'");
}

TEST_F(Gate, AnotherMachineIsTold) {
  later_.result.machine.name = "nve_small";
  EXPECT_TRUE(Check().passed);
  ASSERT_EQ(Check().warnings.size(), 1u);
  EXPECT_THAT(Check().warnings[0], HasSubstr("new.json: another machine: nve_small"));
}

}  // namespace
}  // namespace nve
