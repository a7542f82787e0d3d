// SPDX-License-Identifier: Apache-2.0
// Puts the sections of a page together.
#include "report/html/report_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "report/html/comparison_section.hpp"
#include "report/html/failure_section.hpp"
#include "report/html/layer_section.hpp"
#include "report/html/page_frame.hpp"
#include "report/html/parameter_section.hpp"
#include "report/html/port_section.hpp"
#include "report/html/predicted_section.hpp"
#include "report/html/read_out_section.hpp"
#include "report/html/roofline_section.hpp"
#include "report/html/schedule_section.hpp"
#include "report/html/use_section.hpp"
#include "report/html/verdict.hpp"
#include "report/html/waterfall.hpp"

namespace nve {
namespace {

// Series beyond the eighth have the colours of the first with stripes.
std::string Stripes() {
  std::string markup =
      "<svg class=\"stripes\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";
  for (int series = 8; series < 16; ++series) {
    markup += fmt::format(
        "<pattern id=\"stripes{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" class=\"s{}\"/><rect "
        "width=\"2\" height=\"6\" class=\"back\"/></pattern>",
        series, series - 8);
  }
  return markup + "</defs></svg>\n";
}

std::string TitleOf(const std::vector<ReportedRun>& runs) {
  std::vector<std::string> networks;
  for (const ReportedRun& run : runs) {
    if (std::ranges::find(networks, run.result.network) == networks.end()) {
      networks.push_back(run.result.network);
    }
  }
  std::string title = networks.size() == 1 ? networks.front() : "Several networks";
  if (title.empty()) title = "A network without a name";
  return runs.size() == 1 ? title : fmt::format("{}: {} results", title, runs.size());
}

Html Lead(const std::vector<ReportedRun>& runs) {
  Html html;
  html.Open("header").Element("h1", TitleOf(runs));
  for (const ReportedRun& run : runs) html.Add(VerdictLine(run, runs.size() > 1));
  html.Element("p",
               "A convolutional network on the Neuro Vector Engine, an accelerator that was "
               "simulated clock cycle by clock cycle.",
               {{"class", "about"}});
  html.Close();
  return html;
}

void AddTo(const std::string& words, const HtmlValue& value, const std::string& behind,
           Html& html) {
  if (!value.source.empty() && !value.text.empty()) html.Text(words).Value(value).Text(behind);
}

// What ran, in a sentence.
Html Ran(const ReportedRun& run) {
  const auto result = run.Place();
  Html html;
  html.Open("p").Text("What ran: ").Value(ValueAt(result.At(&RunResult::network)));
  if (run.result.schema_version >= 1) {
    const auto machine = result.At(&RunResult::machine);
    AddTo(" on machine ", ValueAt(machine.At(&MachineOfRun::name)), ", ", html);
    html.Value(ValueAt(machine.At(&MachineOfRun::lanes))).Text(" lanes at ");
    html.Value(ClockValue(result));
  }
  AddTo(", input ", ValueAt(result.At(&RunResult::input)), "", html);
  AddTo(", pixels fed as ", ValueAt(result.At(&RunResult::feed)), "", html);
  AddTo(", with the fault ", ValueAt(result.At(&RunResult::fault)), " put in on purpose", html);
  html.Text(".").Close();
  if (const auto warnings = result.At(&RunResult::warnings)) {
    for (const auto& warning : warnings->Items()) {
      html.Open("p", {{"class", "warning"}}).Text("Warning: ").Value(ValueAt(warning));
      html.Text(".").Close();
    }
  }
  return html;
}

// All about one of the results; of several each is a part of its own. `pictures` come behind what
// went wrong.
Html RunPart(const ReportedRun& run, const std::vector<ReportedRun>& runs, const Html& pictures) {
  const bool several = runs.size() > 1;
  const RunView view = {run, several ? 3 : 2};
  Html html;
  html.Open("article", {{"id", RunAnchor(run)}, {"aria-label", run.label}});
  if (several) html.Element("h2", run.label);
  html.Add(Ran(run)).Add(FailureSection(view)).Add(pictures);
  html.Add(ReadOutSection(view));
  html.Add(LayerSection(view)).Add(WaterfallSection(view));
  html.Add(RooflineSection(view)).Add(ScheduleSection(view, runs)).Add(UseSection(view));
  html.Add(PortSection(view)).Add(ParameterSection(view));
  html.Close();
  return html;
}

// In the order of the command line.
std::vector<std::string> PathsOf(const ReportedResults& results) {
  std::map<size_t, std::string> by_number;
  for (const ReportedRun& run : results.runs) by_number[run.number] = run.path;
  for (const ReportedPrediction& prediction : results.predictions) {
    by_number[prediction.number] = prediction.path;
  }
  std::vector<std::string> paths;
  paths.reserve(by_number.size());
  for (const auto& [number, path] : by_number) paths.push_back(path);
  return paths;
}

Html Body(const ReportedResults& results, PictureChoice choice) {
  const std::vector<ReportedRun>& runs = results.runs;
  Html html;
  html.Open("body").Markup(Stripes()).Add(Lead(runs)).Open("main");
  const Html pictures = PictureSection(runs, choice);
  html.Add(PredictedSection(results));
  if (runs.size() == 1) {
    html.Add(RunPart(runs.front(), runs, pictures));
  } else {
    html.Add(ComparisonSection(runs)).Add(pictures);
    for (const ReportedRun& run : runs) html.Add(RunPart(run, runs, {}));
  }
  html.Close();
  html.Open("footer").Element(
      "p", fmt::format("Written by nve-report from {}.", fmt::join(PathsOf(results), ", ")));
  return html.Close().Close();
}

}  // namespace

std::string ReportPage(const ReportedResults& results, PictureChoice pictures) {
  return FramedPage(TitleOf(results.runs), Body(results, pictures));
}

}  // namespace nve
