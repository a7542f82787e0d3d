// SPDX-License-Identifier: Apache-2.0
// Predictions and measurements as text: see predicted_text.hpp.
#include "report/compare/predicted_text.hpp"

#include <fmt/format.h>

#include "report/compare/predicted_rows.hpp"
#include "report/markup.hpp"
#include "report/text_table.hpp"

namespace nve {
namespace {

std::string Cell(const std::optional<Sourced>& value) {
  return value ? fmt::format("{:.0f}", value->Value()) : "-";
}

std::string SignedCell(const std::optional<Sourced>& value, int decimals, const char* unit = "") {
  if (!value) return "-";
  if (value->Value() == 0) return fmt::format("0{}", unit);
  return fmt::format("{:+.{}f}{}", value->Value(), decimals, unit);
}

std::string TableOf(const PredictedRun& pair) {
  const std::vector<PredictedRow> rows = ElapsedRows(pair);
  std::vector<std::string> layers, predicted, measured, differences, percent;
  for (const PredictedRow& row : rows) {
    layers.push_back(VisibleText(row.layer));
    predicted.push_back(Cell(row.predicted));
    measured.push_back(Cell(row.measured));
    differences.push_back(SignedCell(row.Difference(), 0));
    percent.push_back(SignedCell(row.Percent(), 2, " %"));
  }
  TextTable table(layers, "layer");
  table.Add("", "predicted", predicted);
  table.Add("", "measured", measured);
  table.Add("", "difference", differences);
  table.Add("", "percent", percent);
  return fmt::format("\nelapsed cycles predicted by {} and measured in {}, feed {}\n{}",
                     VisibleText(pair.prediction->label), VisibleText(pair.run->label),
                     VisibleText(*pair.run->result.feed), table.Text());
}

}  // namespace

std::string PredictedText(const ReportedResults& results) {
  const PredictedMatch match = MatchPredictions(results.runs, results.predictions);
  std::string warnings, tables;
  for (const std::string& warning : match.warnings) {
    warnings += fmt::format("warning: {}\n", VisibleText(warning));
  }
  for (const PredictedRun& pair : match.pairs) {
    const std::string missing = NotPredicted(pair);
    if (missing.empty()) {
      tables += TableOf(pair);
    } else {
      warnings += fmt::format("warning: {}\n", VisibleText(missing));
    }
  }
  return warnings.empty() ? tables : '\n' + warnings + tables;
}

}  // namespace nve
