// SPDX-License-Identifier: Apache-2.0
// Bins of the process: see bins.hpp.
#include "tb/coverage/bins.hpp"

#include <fstream>
#include <map>
#include <sstream>

#include "base/text/numbers.hpp"
#include "tb/coverage/counter_file.hpp"

namespace nve::coverage {
namespace {

// Lines of NAME tab COUNT.
std::map<std::string, uint64_t> Parse(const std::string& text) {
  std::map<std::string, uint64_t> counts;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const size_t tab = line.rfind('\t');
    if (tab == std::string::npos) continue;
    counts[line.substr(0, tab)] = ParseNumber(std::string_view(line).substr(tab + 1)).value();
  }
  return counts;
}

class Bins {
 public:
  ~Bins() {
    AddToFile(NVE_COVERAGE_BINS, [this](const std::string& before) {
      std::map<std::string, uint64_t> sums = Parse(before);
      for (const auto& [name, count] : counts_) sums[name] += count;
      std::string text;
      for (const auto& [name, count] : sums) text += name + '\t' + std::to_string(count) + '\n';
      return text;
    });
  }
  uint64_t* Get(const std::string& name) { return &counts_[name]; }

 private:
  std::map<std::string, uint64_t> counts_;
};

Bins& AllBins() {
  static Bins bins;
  return bins;
}

}  // namespace

BinGrid::BinGrid(const std::string& group, const Names& rows, const Names& columns,
                 const std::function<bool(size_t row, size_t column)>& possible)
    : columns_(columns.size()) {
  for (size_t row = 0; row < rows.size(); ++row) {
    for (size_t column = 0; column < columns.size(); ++column) {
      const bool legal = !possible || possible(row, column);
      const std::string cell =
          columns[column].empty() ? rows[row] : rows[row] + ", " + columns[column];
      bins_.push_back(AllBins().Get((legal ? "" : "illegal/") + group + "/" + cell));
    }
  }
}

}  // namespace nve::coverage
