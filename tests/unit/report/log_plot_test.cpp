// SPDX-License-Identifier: Apache-2.0
// Points stand where their numbers say, and names where nothing else is.
#include "report/log_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

LogPlot Plot() {
  LogPlot plot;
  plot.title = "roofline";
  plot.x_label = "operations per byte";
  plot.y_label = "GOPS";
  plot.filled = "once";
  plot.hollow = "moved";
  plot.roofs = {{"lanes", Sourced(4, "0#/roof"), std::nullopt, " GOPS"}};
  plot.points = {{"L1", Sourced(10, "0#/x"), Sourced(2, "0#/y"), 0, true},
                 {"L1", Sourced(5, "0#/m"), Sourced(2, "0#/y"), 0, false}};
  return plot;
}

TEST(LogPlot, PointsHaveBothSources) {
  const std::string svg = LogPlotSvg(Plot(), "p");
  EXPECT_THAT(svg, HasSubstr("class=\"filled p0\" data-source-x=\"0#/x\" data-source-y=\"0#/y\""));
  EXPECT_THAT(svg, HasSubstr("class=\"hollow p0\" data-source-x=\"0#/m\" data-source-y=\"0#/y\""));
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/roof\">4.00 GOPS</text>"));
  const testing::Drawing drawing = testing::Parse(svg);
  EXPECT_EQ(drawing.elements.at("circle"), 2 + 2) << "points and the legend";
  EXPECT_EQ(testing::Count(drawing, "L1"), 1) << "a layer's name stands at one of its points";
}

TEST(LogPlot, NamesLeaveRoomForEachOther) {
  LogPlot plot = Plot();
  for (int k = 0; k < 20; ++k) plot.points.push_back(plot.points.front());
  EXPECT_LE(testing::Count(testing::Parse(LogPlotSvg(plot, "p")), "L1"), 4);
}

TEST(LogPlot, ASlopeEndsAtTheCeiling) {
  LogPlot plot = Plot();
  plot.roofs.push_back({"memory", std::nullopt, Sourced(1, "0#/slope"), " GB/s"});
  const std::string svg = LogPlotSvg(plot, "p");
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/slope\">1.00 GB/s</text>"));
  plot.roofs.back().slope = Sourced(100, "0#/slope");
  EXPECT_THAT(LogPlotSvg(plot, "p"), HasSubstr("data-x=\"0.03 20 ")) << "where they meet is shown";
}

TEST(LogPlot, SeriesAreInTheLegend) {
  LogPlot plot = Plot();
  plot.series = {"old", "new"};
  plot.points[1].series = 1;
  const std::string svg = LogPlotSvg(plot, "p");
  EXPECT_THAT(svg, HasSubstr("hollow p1"));
  EXPECT_EQ(testing::Count(testing::Parse(svg), "new"), 1);
}

}  // namespace
}  // namespace nve
