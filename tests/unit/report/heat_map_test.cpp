// SPDX-License-Identifier: Apache-2.0
// Heat maps: a cell for each number, the darker the larger.
#include "report/heat_map.hpp"

#include <gmock/gmock.h>

#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST(HeatMap, HasACellForEachNumber) {
  const HeatMap map = {
      "A title",
      "x",
      "y",
      {"1", "2"},
      {"a", "<b>"},
      {{Sourced(1000, "0#/a"), Sourced(2000, "0#/b")}, {std::nullopt, Sourced(3000, "0#/c")}},
      0};
  const std::string svg = HeatMapsSvg({map});
  const testing::Drawing drawing = testing::Parse(svg);
  EXPECT_EQ(drawing.elements.at("rect"), 1 + 3) << "the background, and cells with numbers";
  EXPECT_THAT(drawing.texts,
              ::testing::IsSupersetOf({"A title", "x", "y", "2", "<b>", "3\u202f000"}));
  EXPECT_THAT(svg, HasSubstr("fill=\"#e8f1fa\""));
  EXPECT_THAT(svg, HasSubstr("fill=\"#08306b\""));
  EXPECT_THAT(svg, HasSubstr("class=\"middle light\" data-source=\"0#/c\">"));
}

TEST(HeatMap, OfOneNumberIsDrawn) {
  const HeatMap map = {"t", "x", "y", {"1"}, {"1"}, {{Sourced(5, "0#/a")}}, 1};
  EXPECT_THAT(testing::Parse(HeatMapsSvg({map, map})).texts, ::testing::Contains("5.0").Times(2));
}

}  // namespace
}  // namespace nve
