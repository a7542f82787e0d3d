// SPDX-License-Identifier: Apache-2.0
// Runs and predictions have their numbers; problems of all files are told at once.
#include "report/compare/reported_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json_file.hpp"
#include "report/result/result_json.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

TEST(ReportedResults, KnowTheirNumbers) {
  const TestFolder folder;
  WriteJson(folder / "a.json", RunJson(testing::SomeResult()));
  WriteJson(folder / "p.json", ResultJson(testing::SomePrediction().file));
  WriteJson(folder / "b.json", RunJson(testing::SomeResult()));
  const ReportedResults results =
      ResultsOf(ReadResults({folder / "a.json", folder / "p.json", folder / "b.json"}));
  ASSERT_EQ(results.runs.size(), 2u);
  EXPECT_EQ(results.runs[1].label, "b");
  EXPECT_EQ(results.runs[1].Place().At(&RunResult::network).Pointer(), "2#/network");
  ASSERT_EQ(results.predictions.size(), 1u);
  EXPECT_EQ(results.predictions[0].label, "p");
  EXPECT_EQ(results.predictions[0].Place().Pointer(), "1#");
}

TEST(ReportedResults, TellAllProblems) {
  const TestFolder folder;
  for (const char* name : {"a.json", "b.json"}) {
    ExpectInputError([&] { ReadResults({folder / "a.json", folder / "b.json"}); }, name);
  }
  WriteJson(folder / "r.json", {{"lockstep", 7}});
  WriteJson(folder / "p.json", {{"schema", "nve-compile"}, {"schema_version", 1}});
  for (const char* name :
       {"r.json: error: element </lockstep>", "p.json: error: the file: found no tool"}) {
    ExpectInputError([&] { ResultsOf(ReadResults({folder / "r.json", folder / "p.json"})); }, name);
  }
}

}  // namespace
}  // namespace nve
