// SPDX-License-Identifier: Apache-2.0
// Elements, values with sources, and texts that must not become markup.
#include "report/html/html.hpp"

#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

TEST(Html, EscapesTextsAndAttributes) {
  Html html;
  html.Element("b", "<script>", {{"title", "\"><img>"}});
  EXPECT_EQ(html.Finished(), "<b title=\"&quot;&gt;&lt;img&gt;\">&lt;script&gt;</b>");
}

TEST(Html, ClosesWhatWasOpenedLast) {
  Html html;
  html.Open("i").Open("b").Text("x").Close().Void("img", {{"alt", "y"}}).Close();
  EXPECT_EQ(html.Finished(), "<i><b>x</b><img alt=\"y\"/></i>");
  html.Open("i");
  EXPECT_THROW(html.Finished(), InternalError);
}

TEST(Html, ValuesSayWhereTheyComeFrom) {
  Html html;
  html.Value({Sourced(1234.5, "0#/a"), 1, " %"}).Value({std::nullopt, 0}, "td");
  EXPECT_EQ(html.Finished(), "<span data-source=\"0#/a\">1\u202f234.5 %</span><td>\u2013</td>");
}

TEST(Html, ValuesOfAResult) {
  const ReportedRun run = testing::SomeRun();
  EXPECT_EQ(ValueAt(run.Place().At(&RunResult::network)).text, "A Network");
  EXPECT_EQ(ValueAt(run.Place().At(&RunResult::network)).source, "0#/network");
  const auto reference = run.Place().At(&RunResult::reference);
  EXPECT_EQ(ValueAt(reference->At(&ReferenceOfRun::bit_exact)).text, "yes");
  EXPECT_TRUE(ValueAt(reference->At(&ReferenceOfRun::pixels)).number);
  EXPECT_EQ(ValueAt(run.Place().At(&RunResult::platform_cycles)).source, "");
}

}  // namespace
}  // namespace nve
