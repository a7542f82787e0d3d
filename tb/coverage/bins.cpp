// SPDX-License-Identifier: Apache-2.0
// Bins of the process: see bins.hpp.
#include "tb/coverage/bins.hpp"

#include <map>

#include "tb/coverage/counter_file.hpp"

namespace nve::coverage {
namespace {

class Bins {
 public:
  // Lines of NAME tab COUNT
  ~Bins() {
    AddToFile("bins", [this](std::string text) {
      for (const auto& [name, count] : counts_) text += name + '\t' + std::to_string(count) + '\n';
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
