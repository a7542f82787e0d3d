// SPDX-License-Identifier: Apache-2.0
// Sections of a page about one result.
#pragma once

#include <string>
#include <vector>

#include "report/compare/reported_run.hpp"
#include "report/html/html.hpp"

namespace nve {

/// A result, and where its sections stand in the page.
struct RunView {
  const ReportedRun& run;
  int level = 2;  ///< of the sections' headings

  ResultPlace<RunResult> Place() const { return run.Place(); }
  /// An id of this result's own.
  std::string Id(const std::string& name) const;
  /// A heading with a body below it.
  Html Section(const std::string& title, const Html& body) const;
};

/// A paragraph of words of the report.
Html Words(const std::string& text);

/// The layers that ran to their end: of the others the result has nothing, or parts.
std::vector<ResultPlace<LayerOfRun>> LayersThatRan(const ResultPlace<RunResult>& result);

}  // namespace nve
