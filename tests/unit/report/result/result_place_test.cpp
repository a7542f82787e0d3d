// SPDX-License-Identifier: Apache-2.0
// Every pointer that a walk through a result gives leads to the same value in its file.
#include "report/result/result_place.hpp"

#include <gtest/gtest.h>

#include "report/result/result_json.hpp"
#include "report/result/run_result.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

TEST(ResultPlace, PointersLeadToTheSameValuesInTheFile) {
  const ReportedRun run = testing::SomeRun();
  const nlohmann::ordered_json json = RunJson(run.result);
  const auto expect = [&](const auto& place) {
    const std::string pointer = place.Pointer();
    ASSERT_EQ(pointer.substr(0, 2), "0#");
    EXPECT_EQ(json.at(nlohmann::ordered_json::json_pointer(pointer.substr(2))), *place) << pointer;
  };
  expect(run.Place().At(&RunResult::network));
  expect(run.Place().At(&RunResult::machine).At(&MachineOfRun::lanes));
  expect(run.Place().At(&RunResult::lockstep)->At(&LockstepOfRun::cycles));
  const auto layers = run.Place().At(&RunResult::layers).Items();
  ASSERT_EQ(layers.size(), 2u);
  expect(layers[1].At(&LayerOfRun::stalls).At(&Stalls::input));
  expect(*layers[1].At(&LayerOfRun::macs));
  for (const auto& [name, part] : layers[0].At(&LayerOfRun::waterfall)->Items()) expect(part);
  for (const auto& [name, port] : layers[0].At(&LayerOfRun::axi)->Items()) {
    expect(port.At(&AxiPortOfRun::read)->At(&AxiSideOfRun::bytes));
    EXPECT_FALSE(port.At(&AxiPortOfRun::write));
  }
}

TEST(ResultPlace, WhatIsMissingOrNullIsNoPlace) {
  const RunResult result;
  const ResultPlace<RunResult> place(result, "2#");
  EXPECT_FALSE(place.At(&RunResult::total));
  EXPECT_FALSE(place.At(&RunResult::lockstep));
  EXPECT_FALSE(NumberAt(place.At(&RunResult::platform_cycles)));
}

TEST(ResultPlace, MembersOfABaseHaveTheirKeys) {
  const ReportedRun run = testing::FailedRun();
  const auto mismatch = run.Place().At(&RunResult::mismatch);
  EXPECT_EQ(mismatch->At(&CoreAtFailure::layer).Pointer(), "0#/mismatch/layer");
  EXPECT_EQ(mismatch->At(&MismatchOfRun::history).Items()[0].At(&CycleBefore::cycle).Pointer(),
            "0#/mismatch/history/0/cycle");
}

TEST(ResultPlace, NamesThatNeedItAreEscaped) {
  RunResult result;
  result.states = Named<int64_t>{{"a/b c", 5}};
  const ResultPlace<RunResult> place(result, "0#");
  EXPECT_EQ(place.At(&RunResult::states)->Items()[0].second.Pointer(), "0#/states/a~1b%20c");
}

}  // namespace
}  // namespace nve
