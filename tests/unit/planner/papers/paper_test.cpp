// SPDX-License-Identifier: Apache-2.0
// Tables become text, CSV and JSON; charts become files.
#include "planner/papers/paper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner {
namespace {

Paper SmallPaper() {
  PaperTable table = {"small", "A table", {"name", "words", "verdict"}, {}, {"A note."}};
  table.rows = {{"one, two", "12", "equal"}, {"three", "-", "not printed"}};
  return {"A paper", {table}, {{"chart", "<svg/>"}}};
}

TEST(Paper, TextAlignsNumbersAndTexts) {
  EXPECT_EQ(PaperText(SmallPaper()),
            "A paper\n=======\n\nA table\n\n"
            "name     | words  verdict\n"
            "one, two |    12  equal\n"
            "three    |     -  not printed\n"
            "  A note.\n\n");
}

TEST(Paper, WritesAFileForEachTableAndChart) {
  const TestFolder folder;
  WritePapers({SmallPaper()}, folder / "new/out", "nve-plan --papers new/out");
  EXPECT_EQ(ReadFileText(folder / "new/out/small.csv"),
            "name,words,verdict\n\"one, two\",12,equal\nthree,-,not printed\n");
  EXPECT_EQ(ReadFileText(folder / "new/out/chart.svg"), "<svg/>");
  EXPECT_EQ(ReadFileText(folder / "new/out/plans.txt"), PaperText(SmallPaper()));
  const auto json = ReadJson(folder / "new/out/plans.json");
  EXPECT_EQ(json["papers"][0]["tables"][0]["rows"][1][2], "not printed");
  EXPECT_EQ(json["command"], "nve-plan --papers new/out");
}

TEST(Paper, SaysWhichFileCannotBeWritten) {
  const TestFolder folder;
  WritePapers({}, folder / "file", "");
  EXPECT_THROW(WritePapers({}, folder / "file/plans.txt", ""), InputError);
}

TEST(Paper, VerdictsSayYesOrNo) {
  const PaperTable table = VerdictTable("v", "Claims", {{"all", "page 1", false, "some"}});
  EXPECT_THAT(table.rows,
              ::testing::ElementsAre(::testing::ElementsAre("page 1", "no", "all", "some")));
}

}  // namespace
}  // namespace nve::planner
