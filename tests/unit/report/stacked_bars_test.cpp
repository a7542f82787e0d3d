// SPDX-License-Identifier: Apache-2.0
// Parts of bars are as wide as their numbers and say where they come from.
#include "report/stacked_bars.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

StackedBars Chart() {
  return {"cycles",
          "percent",
          " %",
          1,
          {"bound", "never", "host"},
          {{"L1",
            {Sourced(100, "0#/a"), Sourced(0, "0#/b"), Sourced(50, "0#/c")},
            Sourced(150, "0#/d")},
           {"L2", {Sourced(100, "0#/e"), std::nullopt, Sourced(-3, "0#/f")}, std::nullopt}}};
}

TEST(StackedBars, PartsAreAsWideAsTheirNumbers) {
  const testing::Drawing drawing = testing::Parse(StackedBarsSvg(Chart(), "c"));
  std::vector<double> widths;
  for (const auto& [width, height] : drawing.rectangles) {
    if (height == 20) widths.push_back(width);
  }
  ASSERT_EQ(widths.size(), 3u) << "neither nothing nor what is below it is drawn";
  EXPECT_NEAR(widths[1] / widths[0], 0.5, 0.001);
  EXPECT_EQ(widths[2], widths[0]);
}

TEST(StackedBars, TheLegendHasWhatOccurs) {
  const testing::Drawing drawing = testing::Parse(StackedBarsSvg(Chart(), "c"));
  EXPECT_EQ(testing::Count(drawing, "bound"), 1);
  EXPECT_EQ(testing::Count(drawing, "host"), 1);
  EXPECT_EQ(testing::Count(drawing, "never"), 0);
}

TEST(StackedBars, NumbersHaveTheirSources) {
  const std::string svg = StackedBarsSvg(Chart(), "c");
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/a\"><title>L1, bound: 100.0 %</title>"));
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/d\">150.0 %</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("0#/f")));
}

TEST(StackedBars, NothingIsAnEmptyChart) {
  const testing::Drawing drawing =
      testing::Parse(StackedBarsSvg({"none", "x", "", 0, {"a"}, {}}, "c"));
  EXPECT_EQ(testing::Count(drawing, "a"), 0);
  EXPECT_EQ(testing::Count(drawing, "x"), 1);
}

}  // namespace
}  // namespace nve
