// SPDX-License-Identifier: Apache-2.0
// Line charts: a point for each number, a line between neighbours, each with its source.
#include "report/line_chart.hpp"

#include <gmock/gmock.h>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

LineChart Some() {
  LineChart chart = {"A title", "bursts", "cycles", {"1", "2", "4"}, {}};
  chart.series.push_back({"L1", {Sourced(10, "0#/a"), Sourced(20, "0#/b"), Sourced(40, "0#/c")}});
  chart.series.push_back({"L<2>", {Sourced(10, "0#/d"), std::nullopt, Sourced(5, "0#/e")}});
  return chart;
}

TEST(LineChart, HasAPointForEachNumber) {
  const std::string svg = LineChartsSvg({Some()});
  const testing::Drawing drawing = testing::Parse(svg);
  EXPECT_EQ(drawing.elements.at("circle"), 5);
  EXPECT_THAT(drawing.texts, ::testing::IsSupersetOf({"A title", "bursts", "cycles", "4", "L<2>"}));
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/b\"><title>L1, 2: 20.00</title>"));
}

TEST(LineChart, HasAGapWhereANumberIsMissing) {
  LineChart without = Some();
  without.series.pop_back();
  LineChart lonely = Some();
  lonely.series.erase(lonely.series.begin());
  const auto lines = [](const LineChart& chart) {
    const std::string svg = LineChartsSvg({chart});
    int count = 0;
    for (size_t at = svg.find("class=\"line\""); at != std::string::npos;
         at = svg.find("class=\"line\"", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(lines(without), 2);
  EXPECT_EQ(lines(lonely), 0);
}

TEST(LineChart, StandBelowEachOther) {
  EXPECT_EQ(testing::Parse(LineChartsSvg({Some(), Some()})).elements.at("circle"), 10);
  EXPECT_EQ(testing::Parse(LineChartsSvg({})).elements.count("circle"), 0U);
}

}  // namespace
}  // namespace nve
