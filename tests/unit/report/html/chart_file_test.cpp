// SPDX-License-Identifier: Apache-2.0
// Drawings of files: ours are taken, what could do more than be seen is refused.
#include "report/html/chart_file.hpp"

#include <gmock/gmock.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "report/svg.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST(ChartFile, OfOurOwnIsAPicture) {
  const TestFolder folder;
  SvgDrawing drawing("<b> & \"c\"", "rect{fill:#fff}");
  drawing.Rectangle(1, 2, 3, 4, "class=\"a\"", "a > b");
  WriteFileAtomically(folder / "sweep.svg", drawing.Finish(10, 10));
  const ChartFile chart = ReadChart(folder / "sweep.svg");
  EXPECT_EQ(chart.name, "sweep");
  EXPECT_THAT(ChartFigure(chart).Finished(),
              HasSubstr("<img src=\"data:image/svg+xml;base64,PD94bWwg"));
}

TEST(ChartFile, AsMatplotlibWritesThem) {
  const TestFolder folder;
  WriteFileAtomically(
      folder / "a.svg",
      "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC "
      "\"-//W3C//DTD SVG 1.1//EN\"\n  \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<svg "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\"><metadata><rdf:RDF><cc:Work><dc:type "
      "rdf:resource=\"http://purl.org/dc/dcmitype/StillImage\"/></cc:Work></rdf:RDF></metadata>\n"
      "<!-- <script> --><use xlink:href=\"#m\" style=\"clip-path: url(#p)\"/></svg>\n");
  EXPECT_EQ(ReadChart(folder / "a.svg").name, "a");
}

TEST(ChartFile, WhatDoesMoreIsRefused) {
  const TestFolder folder;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"<svg><script>1</script></svg>", "found an element 'script'"},
      {"<svg><SCRIPT/></svg>", "found an element 'SCRIPT'"},
      {"<svg><foreignObject/></svg>", "found an element 'foreignObject'"},
      {"<svg><image href=\"#a\"/></svg>", "found an element 'image'"},
      {"<svg/onload=\"alert(1)\">", "found an attribute 'onload'"},
      {"<svg><g OnClick = \"1\"/></svg>", "found an attribute without a value"},
      {"<svg><g onclick='1'/></svg>", "found an attribute 'onclick'"},
      {"<svg><use xlink:href=\"http://x/y\"/></svg>", "found a link to elsewhere"},
      {"<svg><g style=\"fill:URL(http://x)\"/></svg>", "found a url of something else"},
      {"<svg><style>@import 'x'</style></svg>", "found @import"},
      {"<svg><![CDATA[<script>]]></svg>", "found an element '![CDATA["},
      {"<?xml-stylesheet href=\"x\"?><svg/>", "found an element '?xml-stylesheet'"},
      {"<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>", "found markup in a tag"},
      {"<g><svg/></g>", "found no drawing"},
      {"<svg><g", "found a drawing that is cut"},
      {"<svg a=\"", "found a drawing that is cut"},
      {"<!-- <svg>", "found a drawing that is cut"},
      {"a picture", "found no drawing"},
      {"\x89PNG\r\n <\x1b[2J\xff>", "found an element '?[2J?'"},
      {"", "found no drawing"}};
  for (const auto& [text, problem] : cases) {
    WriteFileAtomically(folder / "a.svg", text);
    try {
      ReadChart(folder / "a.svg");
      ADD_FAILURE() << "not refused: " << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(problem)) << text;
    }
  }
  EXPECT_THROW(ReadChart(folder / "none.svg"), InputError);
  EXPECT_THROW(ReadChart("/dev/zero"), InputError);
}

}  // namespace
}  // namespace nve
