// SPDX-License-Identifier: Apache-2.0
// Labels are short and differ.
#include "report/compare/reported_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace nve
