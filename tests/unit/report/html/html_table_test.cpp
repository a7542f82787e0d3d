// SPDX-License-Identifier: Apache-2.0
// Tables have a caption and heads, and no columns without content.
#include "report/html/html_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(HtmlTable, HasCaptionAndHeads) {
  HtmlTable table("t", "A table", {"layer", "cycles", "never"});
  table.Row({"L1", {Sourced(5, "0#/c"), 0}, {std::nullopt, 0}}, "total");
  const std::string text = table.Part().Finished();
  EXPECT_THAT(text, HasSubstr("<caption id=\"t\">A table</caption>"));
  EXPECT_THAT(text, HasSubstr("aria-labelledby=\"t\""));
  EXPECT_THAT(text, HasSubstr("<th scope=\"col\" class=\"number\">cycles</th>"));
  EXPECT_THAT(text, HasSubstr("<th scope=\"row\">L1</th>"));
  EXPECT_THAT(text, HasSubstr("<td class=\"number\" data-source=\"0#/c\">5</td>"));
  EXPECT_THAT(text, HasSubstr("<tr class=\"total\">"));
  EXPECT_THAT(text, Not(HasSubstr("never")));
}

TEST(HtmlTable, ARowHasACellForEachColumn) {
  HtmlTable table("t", "A table", {"a", "b"});
  EXPECT_THROW(table.Row({"x"}), InternalError);
}

TEST(HtmlTable, DetailsHaveASummary) {
  Html part;
  part.Element("p", "inside");
  EXPECT_EQ(Details("More", part).Finished(),
            "<details><summary>More</summary><p>inside</p>\n</details>");
}

}  // namespace
}  // namespace nve
