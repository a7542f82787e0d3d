// SPDX-License-Identifier: Apache-2.0
// Labels are short and differ; problems of all files are told at once.
#include "report/compare/reported_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json_file.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(Labels, AreNamesWithoutFolderAndEnding) {
  EXPECT_THAT(LabelsOf({"a/old.json", "b/new.json"}), ElementsAre("old", "new"));
}

TEST(Labels, HaveAsManyFoldersAsTellThemApart) {
  EXPECT_THAT(LabelsOf({"a/r.json", "b/r.json", "c.json"}), ElementsAre("a/r", "b/r", "c"));
  EXPECT_THAT(LabelsOf({"x/a/r.json", "y/a/r.json"}), ElementsAre("x/a/r", "y/a/r"));
}

TEST(Labels, OfOneFileGivenTwiceHaveNumbers) {
  EXPECT_THAT(LabelsOf({"/r.json", "/r.json", "/q.json"}), ElementsAre("r (1)", "r (2)", "q"));
}

TEST(ReadRuns, KnowsTheirNumbers) {
  const TestFolder folder;
  WriteJson(folder / "a.json", RunJson(testing::SomeResult()));
  WriteJson(folder / "b.json", RunJson(testing::SomeResult()));
  const auto runs = RunsOf(ReadResults({folder / "a.json", folder / "b.json"}));
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[1].label, "b");
  EXPECT_EQ(runs[1].Place().At(&RunResult::network).Pointer(), "1#/network");
}

TEST(ReadRuns, TellsAllProblems) {
  const TestFolder folder;
  for (const char* name : {"a.json", "b.json"}) {
    ExpectInputError([&] { RunsOf(ReadResults({folder / "a.json", folder / "b.json"})); }, name);
  }
}

}  // namespace
}  // namespace nve
