// SPDX-License-Identifier: Apache-2.0
// Numbers results and gives them labels.
#include "report/compare/reported_results.hpp"

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

ReportedResults ResultsOf(const std::vector<JsonInFile>& files) {
  std::vector<std::string> paths(files.size());
  std::ranges::transform(files, paths.begin(), &JsonInFile::path);
  const std::vector<std::string> labels = LabelsOf(paths);
  ReportedResults results;
  Diagnostics problems;
  for (size_t k = 0; k < files.size(); ++k) {
    try {
      if (KindOf(files[k]) == kPredictionKind) {
        results.predictions.push_back({paths[k], labels[k], k, PredictionIn(files[k])});
      } else {
        results.runs.push_back({paths[k], labels[k], k, RunOf(paths[k], files[k].json)});
      }
    } catch (const InputError& error) {
      problems.Append(error);
    }
  }
  problems.ThrowIfErrors();
  return results;
}

}  // namespace nve
