// SPDX-License-Identifier: Apache-2.0
// Which results are of the same work.
#include "report/compare/compared_work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ComparedWork : public ::testing::Test {
 protected:
  void Stop(RunResult& result, size_t layer) {
    result.layers[layer].cycles = 0;
    result.layers[layer].elapsed_cycles = 0;
    result.layers[layer].macs = 0;
  }

  ReportedRun first_ = testing::SomeRun(0, "old"), later_ = testing::SomeRun(1, "new");
};

TEST_F(ComparedWork, OfTheSameNothingIsTold) {
  later_.result.layers[0].cycles = 7;
  EXPECT_TRUE(OtherThanFirst({first_, later_}).empty());
}

TEST_F(ComparedWork, AnotherNetwork) {
  later_.result.network = "Another";
  EXPECT_THAT(OtherWork(first_, later_),
              ElementsAre("found network 'Another', allowed: 'A Network', that of old.json"));
}

TEST_F(ComparedWork, APartOfItsLayers) {
  Stop(later_.result, 1);
  EXPECT_THAT(OtherWork(first_, later_),
              ElementsAre("found no run of L2, allowed: all layers that ran in old.json"));
  EXPECT_THAT(OtherWork(later_, first_),
              ElementsAre("found a run of L2, allowed: the layers that ran in new.json only"));
  Stop(first_.result, 1);
  EXPECT_TRUE(OtherWork(first_, later_).empty()) << "the same part";
}

TEST_F(ComparedWork, ARunThatFailedLacksNoLayer) {
  const ReportedRun failed = testing::FailedRun();
  EXPECT_TRUE(OtherWork(first_, failed).empty());
}

TEST_F(ComparedWork, AnotherPictureOrAPartOfTheStrips) {
  later_.result.layers[1].macs = 1599;
  EXPECT_THAT(OtherWork(first_, later_),
              ElementsAre(HasSubstr("L2: found 1599 multiply-accumulates, allowed: 1600, those of "
                                    "old.json")));
}

TEST_F(ComparedWork, AnotherMachine) {
  later_.result.machine.lanes = 8;
  EXPECT_THAT(OtherThanFirst({first_, later_}),
              ElementsAre("new: another machine: nve (0x1, 8 lanes at 100 MHz), in old.json nve "
                          "(0x1, 16 lanes at 100 MHz)"));
  first_.result.schema_version = 0;
  EXPECT_TRUE(OtherMachine(first_, later_).empty()) << "the file does not say";
}

}  // namespace
}  // namespace nve
