// SPDX-License-Identifier: Apache-2.0
// Drawings as files and as parts of a page.
#include "report/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Svg, APartIsNamedAndHasNoStyleOfItsOwn) {
  SvgDrawing drawing("cycles & <more>", "text{fill:red}");
  drawing.Rectangle(1, 2, 30.05, 4, "class=\"s1\"", "a hint");
  drawing.Circle(5, 6, 2, "class=\"p0\"", "");
  drawing.Line(0, 0, 1, 1, "roof", "data-source=\"0#/a\"");
  const std::string part = drawing.Part(100, 50, "id1");
  EXPECT_THAT(part, HasSubstr("role=\"img\" aria-labelledby=\"id1\""));
  EXPECT_THAT(part, HasSubstr("<title id=\"id1\">cycles &amp; &lt;more&gt;</title>"));
  EXPECT_THAT(part,
              HasSubstr("<rect x=\"1\" y=\"2\" width=\"30.1\" height=\"4\" class=\"s1\"><title>"
                        "a hint</title></rect>"));
  EXPECT_THAT(part, HasSubstr("<circle cx=\"5\" cy=\"6\" r=\"2\" class=\"p0\"/>"));
  EXPECT_THAT(part, HasSubstr("class=\"roof\" data-source=\"0#/a\"/>"));
  EXPECT_THAT(part, Not(HasSubstr("fill:red")));
  EXPECT_THAT(drawing.Finish(100, 50), HasSubstr("fill:red"));
}

TEST(Svg, WidthsCountCharactersAndNotBytes) {
  EXPECT_EQ(TextWidth("\u00e4\u00e4"), TextWidth("aa"));
  EXPECT_GT(TextWidth("aaa"), TextWidth("aa"));
}

TEST(Svg, ColoursRepeatAfterEight) {
  EXPECT_EQ(DistinctColour(0), DistinctColour(8));
  EXPECT_NE(DistinctColour(0), DistinctColour(7));
}

}  // namespace
}  // namespace nve
