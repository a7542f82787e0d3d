// The drawings are XML and show what they should.
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "compiler/report/bar_chart.hpp"
#include "compiler/report/operation_maps.hpp"
#include "compiler/report/preset_ladder.hpp"
#include "compiler/report/schedule_svg.hpp"
#include "compiler/report/svg.hpp"
#include "program/instruction.hpp"
#include "tests/unit/report/report_fixture.hpp"

namespace nve {
namespace {

using testing::CompileFile;

/// How often each element occurs, what the texts say and how large the rectangles are; empty if the
/// text is not an SVG file.
struct Drawing {
  std::map<std::string, int> elements;
  std::vector<std::string> texts;
  std::vector<std::pair<double, double>> rectangles;  ///< width and height; 0: not in pixels
};

double Attribute(const xmlNode* node, const char* name) {
  xmlChar* text = xmlGetProp(node, reinterpret_cast<const xmlChar*>(name));
  const std::string value = reinterpret_cast<const char*>(text);
  xmlFree(text);
  return value.back() == '%' ? 0 : std::stod(value);
}

void Visit(const xmlNode* node, Drawing& drawing) {
  for (; node != nullptr; node = node->next) {
    if (node->type != XML_ELEMENT_NODE) continue;
    const std::string name = reinterpret_cast<const char*>(node->name);
    ++drawing.elements[name];
    if (name == "text") {
      xmlChar* content = xmlNodeGetContent(node);
      drawing.texts.emplace_back(reinterpret_cast<const char*>(content));
      xmlFree(content);
    }
    if (name == "rect") {
      drawing.rectangles.emplace_back(Attribute(node, "width"), Attribute(node, "height"));
    }
    Visit(node->children, drawing);
  }
}

Drawing Parse(const std::string& svg) {
  Drawing drawing;
  xmlDoc* document = xmlReadMemory(svg.data(), static_cast<int>(svg.size()), "drawing.svg", nullptr,
                                   XML_PARSE_NONET);
  EXPECT_NE(document, nullptr) << "not well-formed";
  if (document == nullptr) return drawing;
  const xmlNode* root = xmlDocGetRootElement(document);
  EXPECT_STREQ(reinterpret_cast<const char*>(root->name), "svg");
  EXPECT_STREQ(reinterpret_cast<const char*>(root->ns->href), "http://www.w3.org/2000/svg");
  Visit(root, drawing);
  xmlFreeDoc(document);
  return drawing;
}

int Count(const Drawing& drawing, const std::string& text) {
  return static_cast<int>(std::count(drawing.texts.begin(), drawing.texts.end(), text));
}

TEST(Svg, EscapesText) { EXPECT_EQ(XmlText("a<b> & \x01"), "a&lt;b&gt; &amp;  "); }

TEST(BarChart, LeavesOutMissingBars) {
  const BarChart chart = {"A & B",
                          "layer",
                          "words",
                          1,
                          false,
                          {"L1", "L2"},
                          {{"one <1>", {1.0, std::nullopt}}, {"two", {2.3, 0.0}}}};
  const Drawing drawing = Parse(BarChartSvg(chart));
  EXPECT_EQ(drawing.elements.at("rect"), 1 + 3 + 2);  // ground, bars, legend
  for (const char* text : {"A & B", "layer", "words", "L1", "L2", "one <1>", "two", "1.0", "2.3"}) {
    EXPECT_EQ(Count(drawing, text), 1) << text;
  }
}

TEST(BarChart, StacksSeriesWithTheirSumAbove) {
  BarChart chart = {"stack", "x", "y", 0, false, {"L1", "L2"}, {{"a", {30, 10}}, {"b", {20, {}}}},
                    true};
  const Drawing drawing = Parse(BarChartSvg(chart));
  EXPECT_EQ(Count(drawing, "50"), 2) << "the sum of L1, and the end of the axis";
  // The second series of L1 is two thirds as high as the first; that of L2 is not there.
  std::vector<double> heights;
  for (const auto& [width, height] : drawing.rectangles) {
    if (width == 18) heights.push_back(height);
  }
  ASSERT_EQ(heights.size(), 4);
  EXPECT_NEAR(heights[1] / heights[0], 2.0 / 3, 0.01);
  EXPECT_EQ(heights[3], 0);
}

TEST(BarChart, DrawsNothingButAxesWithoutValues) {
  const Drawing drawing = Parse(BarChartSvg({"none", "x", "y", 0, false, {"L1"}, {{"s", {0.0}}}}));
  EXPECT_EQ(Count(drawing, "L1"), 1);
}

// Heights of the bars, which are as wide as no other rectangle.
std::vector<double> BarHeights(const Drawing& drawing) {
  std::vector<double> heights;
  for (const auto& [width, height] : drawing.rectangles) {
    if (width == 16) heights.push_back(height);
  }
  return heights;
}

TEST(BarChart, HasPowersOfTenOnALogarithmicAxis) {
  const BarChart chart = {
      "log", "x", "y", 0, true, {"L1"}, {{"s", {1000.0}}, {"t", {20000.0}}, {"u", {0.0}}}};
  const Drawing drawing = Parse(BarChartSvg(chart));
  for (const char* label : {"100", "10000", "100000"}) EXPECT_EQ(Count(drawing, label), 1);
  EXPECT_EQ(Count(drawing, "1000"), 2);  // and on the bar
  EXPECT_EQ(Count(drawing, "10"), 0);
  EXPECT_EQ(Count(drawing, "1000000"), 0);
  // Three decades of nine lines, the highest, and the axis of the groups.
  EXPECT_EQ(drawing.elements.at("line"), 3 * 9 + 1 + 1);
  const std::vector<double> heights = BarHeights(drawing);
  ASSERT_EQ(heights.size(), 3u);
  const double decade = 320.0 / 3;
  EXPECT_NEAR(heights[0], decade, 0.1);
  EXPECT_NEAR(heights[1], decade * (2 + std::log10(2)), 0.1);
  EXPECT_EQ(heights[2], 0);
}

TEST(PresetLadder, DrawsFigures36And37) {
  const Network network = LoadNetwork(testing::kNetworks + "filter3x3.xml");
  const PresetLadder ladder = CompileLadder(network, SeededWeights(network, 1), {});
  const Drawing rates = Parse(UtilisationSvg(ladder));
  EXPECT_EQ(Count(rates, "manual"), 1);
  for (const CompilerPasses& passes : Presets()) EXPECT_EQ(Count(rates, passes.name), 1);
  EXPECT_EQ(Count(rates, "14.39"), 4);  // manual, O2, O3 and default
  EXPECT_EQ(Count(rates, "13.08"), 1);
  const Drawing words = Parse(TransferSvg(ladder));
  EXPECT_EQ(Count(words, "6401"), 1);
  EXPECT_EQ(Count(words, "6399"), static_cast<int>(Presets().size()));
}

/// Every operation stands in the drawing once, memory operations with their addresses.
void ExpectComplete(const Program& program, const Schedule& schedule) {
  SCOPED_TRACE(program.name);
  const Drawing drawing = Parse(ScheduleSvg(program, schedule));
  std::map<std::string, int> expected;
  for (const Placed& placed : schedule.operations) {
    const Operation& operation = placed.operation;
    std::string text = operation.label;
    if (operation.slot == Slot::kMemA || operation.slot == Slot::kMemB) {
      const size_t pc = schedule.initial.size() + static_cast<size_t>(placed.cycle);
      const std::string line = ToText(*Decode(program.code[pc]));
      const size_t bar = line.find(" | ");
      text = operation.slot == Slot::kMemA
                 ? line.substr(0, bar)
                 : line.substr(bar + 3, line.find(" | ", bar + 3) - bar - 3);
      text += ' ';
      text += operation.label.substr(operation.label.find('['));
    }
    ++expected[text];
  }
  for (const auto& [text, count] : expected) EXPECT_EQ(Count(drawing, text), count) << text;
}

TEST(ScheduleSvg, ShowsEveryOperation) {
  for (const char* file : {"small/filter3x3.xml", "small/stride2_6x6.xml", "small/mix1x1.xml"}) {
    for (const CompilerPasses& passes : Presets()) {
      SCOPED_TRACE(std::string(file) + " " + passes.name);
      const CompileResult result = CompileFile(file, passes.name);
      for (size_t p = 0; p < result.schedules.size(); ++p) {
        ExpectComplete(result.binary.programs[p], result.schedules[p].schedule);
      }
    }
  }
}

TEST(ScheduleSvg, StaysSmallForLongPrograms) {
  const CompileResult result = CompileFile("face_detection.xml", "default");
  for (size_t p = 0; p < result.schedules.size(); ++p) {
    const Schedule& schedule = result.schedules[p].schedule;
    const std::string svg = ScheduleSvg(result.binary.programs[p], schedule);
    Parse(svg);
    EXPECT_LT(svg.size(), 4096 + 700 * static_cast<size_t>(schedule.length));
  }
}

TEST(OperationMaps, FollowOneAnotherInEverySlot) {
  for (const CompilerPasses& passes : Presets()) {
    SCOPED_TRACE(passes.name);
    const CompileResult result = CompileFile("small/two_layers.xml", passes.name);
    for (const CertifiedSchedule& certified : result.schedules) {
      const Schedule& schedule = certified.schedule;
      const std::vector<int> maps = MapsOfOperations(schedule);
      std::map<std::pair<Slot, int>, int> count;
      for (size_t k = 0; k < maps.size(); ++k) {
        const Operation& operation = schedule.operations[k].operation;
        EXPECT_EQ(maps[k] < 0, operation.kind == OpKind::kWr);
        ++count[{operation.slot, maps[k]}];
      }
      const int taps = schedule.shape.window.Taps();
      for (int output = 0; output < schedule.shape.Outputs(); ++output) {
        const auto kernels = static_cast<int>(schedule.shape.inputs_of_output[output].size());
        const int vmac = count[{Slot::kVmac, output}];
        const int wreg = count[{Slot::kWreg, output}];
        const int act = count[{Slot::kAct, output}];
        EXPECT_EQ(vmac, kernels * taps + 1);
        EXPECT_EQ(wreg, kernels * taps + 1);
        EXPECT_EQ(act, 2);
      }
    }
  }
}

}  // namespace
}  // namespace nve
