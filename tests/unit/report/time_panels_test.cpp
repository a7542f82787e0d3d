// SPDX-License-Identifier: Apache-2.0
// Panels over time: steps in bins and tenths of a percent, and where they come from.
#include "report/time_panels.hpp"

#include <gmock/gmock.h>

namespace nve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TimePanels Some() {
  return {"Use",
          {36, "0#/c"},
          {10, "0#/w"},
          {{"a layer", 0, {36, "0#/s/0"}}, {"thin", 35, {1, "0#/s/1"}}},
          {{"FIFO", {0, 80, 80, 48}, "0#/b", {16, "0#/f"}}}};
}

TEST(TimePanels, DrawOneStepForBinsOfOneHeight) {
  EXPECT_THAT(TimePanelsSvg(Some(), "id"), HasSubstr("<path d=\"M0 0V0h1V500h2.6V0z\""));
  TimePanels other = Some();
  other.panels[0].bins = {160, 0, 40, 0};
  EXPECT_THAT(TimePanelsSvg(other, "id"), HasSubstr("<path d=\"M0 0V1000h1V0h1V250h1V0h0.6V0z\""));
}

TEST(TimePanels, SayWhereTheirNumbersComeFrom) {
  const std::string svg = TimePanelsSvg(Some(), "id");
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/b\" data-capacity=\"0#/f\" data-cycles=\"0#/c\" "
                             "data-bin-cycles=\"0#/w\""));
  EXPECT_THAT(svg, HasSubstr("data-source=\"0#/s/1\"><title>thin, clock cycles: 1</title>"));
  EXPECT_THAT(svg, HasSubstr(">a layer</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">thin</text>"))) << "for which there is no room";
}

TEST(TimePanels, KnowTheBusiestBin) {
  const TimePanels panels = Some();
  EXPECT_EQ(BusiestBin(panels, panels.panels[0]), 1U);
  EXPECT_EQ(PartOfBin(panels, panels.panels[0], 1).Value(), 50);
  EXPECT_EQ(PartOfBin(panels, panels.panels[0], 3).Value(), 50) << "it has six clock cycles";
  EXPECT_EQ(PartOfBin(panels, panels.panels[0], 3).Source(),
            "= 100 * 0#/b/3 / ( ( 0#/c - 3 * 0#/w ) * 0#/f )");
}

}  // namespace
}  // namespace nve
