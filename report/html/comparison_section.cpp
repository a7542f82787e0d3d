// SPDX-License-Identifier: Apache-2.0
// Compares results in a page.
#include "report/html/comparison_section.hpp"

#include "report/compare/compared_work.hpp"
#include "report/compare/comparison.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/html/html_table.hpp"
#include "report/html/roofline_section.hpp"
#include "report/html/waterfall.hpp"
#include "report/markup.hpp"

namespace nve {
namespace {

HtmlValue ChangeValue(const ComparedCost& first, const ComparedCost& later) {
  HtmlValue value(later.change, 1, " %");
  if (later.change) {
    value.text = SignedNumber(later.change->Value(), 1) + " %";
    if (value.text.front() == '+') value.css = "worse";
    if (value.text.front() == '-') value.css = "better";
  } else if (first.value && later.value && later.value->Value() != 0) {
    value = "from none";
    value.css = "worse";
  }
  return value;
}

Html Table(const std::vector<ReportedRun>& runs) {
  std::vector<std::string> titles = {"layer", "cost"};
  for (size_t k = 0; k < runs.size(); ++k) {
    titles.push_back(runs[k].label);
    if (k > 0) titles.emplace_back("change");
  }
  HtmlTable table("comparison", "The same layers side by side, the worst first", titles);
  for (const ComparisonRow& row : Compare(runs)) {
    std::vector<HtmlValue> cells = {row.layer, row.cost};
    for (size_t k = 0; k < runs.size(); ++k) {
      cells.emplace_back(row.runs[k].value, 0);
      if (k > 0) cells.push_back(ChangeValue(row.runs.front(), row.runs[k]));
    }
    table.Row(std::move(cells));
  }
  return table.Empty() ? Words("The results have no layer with a cost in it.") : table.Part();
}

Html Totals(const std::vector<ReportedRun>& runs) {
  std::vector<Waterfall> bars;
  for (const ReportedRun& run : runs) {
    const auto total = run.Place().At(&RunResult::total);
    if (total && HasEnded(run.result, **total)) bars.push_back({run.label, *total});
  }
  return WaterfallPart(bars, "Where the cycles of each result went", "totals");
}

}  // namespace

Html ComparisonSection(const std::vector<ReportedRun>& runs) {
  Html html;
  html.Open("section", {{"id", "compared"}}).Element("h2", "Side by side");
  html.Add(Words("Changes are in percent of " + runs.front().label +
                 ". Of every cost here more is worse. A dash: the layer did not come to its end, "
                 "or the result does not say."));
  for (const std::string& other : OtherThanFirst(runs)) {
    html.Element("p", "Warning: " + other + ".", {{"class", "warning"}});
  }
  html.Add(Table(runs));
  const Html totals = Totals(runs);
  if (!totals.Empty()) html.Element("h3", "Where the cycles went").Add(totals);
  html.Element("h3", "Roofline").Add(RooflineChart(runs, "roofline"));
  html.Close();
  return html;
}

}  // namespace nve
