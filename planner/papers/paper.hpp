// SPDX-License-Identifier: Apache-2.0
// Tables and charts of a source document, ours beside the printed ones, and their files.
#pragma once

#include <string>
#include <vector>

#include "report/result/plan_file.hpp"

namespace nve::planner {

/// A table of texts: the first column names the row.
struct PaperTable {
  std::string id;  ///< names its files: "thesis-table-8.1"
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< as many cells as columns
  std::vector<std::string> notes;              ///< what was done, and why figures differ
};

struct PaperChart {
  std::string id;
  std::string svg;
};

struct Paper {
  std::string title;
  std::vector<PaperTable> tables;
  std::vector<PaperChart> charts;
};

/// A claim of a paper that was tested here, and what came out.
struct Verdict {
  std::string claim;
  std::string where;  ///< section, table or figure of the paper
  bool holds = false;
  std::string reason;  ///< with our figure
};

/// A table of claims.
PaperTable VerdictTable(const std::string& id, const std::string& title,
                        const std::vector<Verdict>& verdicts);

std::string PaperText(const Paper& paper);
PaperOfPlans PaperResult(const Paper& paper);

/// Writes ID.csv of every table, ID.svg of every chart, and plans.txt and plans.json of all papers
/// into a folder, which is made if it is not there. `command` is the call, for plans.json.
/// InputError naming a file that cannot be written.
void WritePapers(const std::vector<Paper>& papers, const std::string& folder,
                 const std::string& command);

}  // namespace nve::planner
