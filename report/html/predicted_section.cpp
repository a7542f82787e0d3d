// SPDX-License-Identifier: Apache-2.0
// Predicted cycles in a page.
#include "report/html/predicted_section.hpp"

#include <fmt/format.h>

#include "report/compare/predicted_rows.hpp"
#include "report/html/html_table.hpp"
#include "report/html/parameter_section.hpp"
#include "report/html/section.hpp"
#include "report/markup.hpp"

namespace nve {
namespace {

HtmlValue Signed(const std::optional<Sourced>& value, int decimals, const std::string& unit = "") {
  HtmlValue cell(value, decimals, unit);
  if (value) cell.text = SignedNumber(value->Value(), decimals) + unit;
  return cell;
}

std::string IdOf(const PredictedRun& pair, const std::string& name) {
  return fmt::format("predicted{}-run{}-{}", pair.prediction->number, pair.run->number, name);
}

Html ElapsedTable(const PredictedRun& pair) {
  HtmlTable table(IdOf(pair, "elapsed"),
                  fmt::format("Elapsed cycles, predicted by {} and measured in {}, feed {}",
                              pair.prediction->label, pair.run->label, *pair.run->result.feed),
                  {"layer", "predicted", "measured", "difference", "percent"});
  for (const PredictedRow& row : ElapsedRows(pair)) {
    table.Row({row.layer,
               {row.predicted, 0},
               {row.measured, 0},
               Signed(row.Difference(), 0),
               Signed(row.Percent(), 2, " %")});
  }
  return table.Part();
}

Html CoreTimeTable(const PredictedRun& pair) {
  const auto rows = CoreTimeRows(pair);
  if (rows.empty()) return {};
  HtmlTable table(IdOf(pair, "core"), "The same cycles by what the core did",
                  {"layer", "cycles in which", "predicted", "measured", "difference"});
  for (const PredictedRow& row : rows) {
    table.Row(
        {row.layer, row.what, {row.predicted, 0}, {row.measured, 0}, Signed(row.Difference(), 0)});
  }
  return Details("By what the core did", table.Part());
}

Html WarningPart(const std::string& text) {
  Html html;
  html.Element("p", "Warning: " + text + ".", {{"class", "warning"}});
  return html;
}

Html CommandsOf(const std::vector<ReportedPrediction>& predictions) {
  Html html;
  for (const ReportedPrediction& prediction : predictions) {
    const auto command = prediction.Place().At(&CompiledFile::command);
    if (!command) continue;
    html.Add(Words("The command of the prediction " + prediction.label + ":"));
    html.Add(CommandPart(ValueAt(*command)));
  }
  return html;
}

}  // namespace

Html PredictedSection(const ReportedResults& results) {
  if (results.predictions.empty()) return {};
  const PredictedMatch match = MatchPredictions(results.runs, results.predictions);
  Html html;
  html.Open("section", {{"id", "predicted"}}).Element("h2", "Predicted and measured");
  html.Add(
      Words("The compiler predicts cycles without a simulation. Differences are predicted less "
            "measured, in percent of the measured cycles, the largest first. A dash: one of the "
            "files does not say, or the layer did not come to its end."));
  for (const std::string& warning : match.warnings) html.Add(WarningPart(warning));
  for (const PredictedRun& pair : match.pairs) {
    const std::string missing = NotPredicted(pair);
    if (missing.empty()) {
      html.Add(ElapsedTable(pair)).Add(CoreTimeTable(pair));
    } else {
      html.Add(WarningPart(missing));
    }
  }
  html.Add(CommandsOf(results.predictions)).Close();
  return html;
}

}  // namespace nve
