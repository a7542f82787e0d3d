// SPDX-License-Identifier: Apache-2.0
// Comparisons as text: see comparison_text.hpp.
#include "report/compare/comparison_text.hpp"

#include <fmt/format.h>

#include "report/compare/compared_work.hpp"
#include "report/compare/run_verdict.hpp"
#include "report/markup.hpp"
#include "report/text_table.hpp"

namespace nve {
namespace {

std::string ChangeText(const ComparedCost& first, const ComparedCost& later) {
  if (!first.value || !later.value) return "";
  if (later.change) return fmt::format("{:+.1f} %", later.change->Value());
  return later.value->Value() == 0 ? "" : "from 0";
}

}  // namespace

std::string ComparisonText(const std::vector<ReportedRun>& runs,
                           const std::vector<ComparisonRow>& rows) {
  std::string text;
  for (const ReportedRun& run : runs) {
    text += fmt::format("{}: {}\n", VisibleText(run.label), VisibleText(VerdictText(run.result)));
  }
  for (const std::string& other : OtherThanFirst(runs)) {
    text += fmt::format("warning: {}\n", VisibleText(other));
  }
  if (runs.size() == 1) return text;
  std::vector<std::string> layers, costs;
  for (const ComparisonRow& row : rows) {
    layers.push_back(VisibleText(row.layer));
    costs.push_back(row.cost);
  }
  TextTable table(layers, "layer");
  table.Add("", "cost", costs, TextTable::Align::kLeft);
  for (size_t k = 0; k < runs.size(); ++k) {
    std::vector<std::string> values, changes;
    for (const ComparisonRow& row : rows) {
      const auto& value = row.runs[k].value;
      values.push_back(value ? fmt::format("{:.0f}", value->Value()) : "-");
      changes.push_back(k == 0 ? "" : ChangeText(row.runs[0], row.runs[k]));
    }
    table.Add("", VisibleText(runs[k].label), values);
    table.Add("", "change", changes);
  }
  return text + '\n' + table.Text();
}

}  // namespace nve
