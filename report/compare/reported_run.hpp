// SPDX-License-Identifier: Apache-2.0
// Results side by side: which file each is of, what it is called, and its number in sources.
#pragma once

#include <string>
#include <vector>

#include "report/result/result_place.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct ReportedRun {
  std::string path;   ///< of the file
  std::string label;  ///< short, and no other result's
  size_t number = 0;  ///< from 0, in the order of the command line
  RunResult result;

  ResultPlace<RunResult> Place() const { return {result, std::to_string(number) + '#'}; }
};

/// What files are called in tables: their names without folder and ending, with as many folders in
/// front as tell them apart; files named twice get numbers.
std::vector<std::string> LabelsOf(const std::vector<std::string>& paths);

}  // namespace nve
