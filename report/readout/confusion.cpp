// SPDX-License-Identifier: Apache-2.0
// The confusion matrix: see confusion.hpp.
#include "report/readout/confusion.hpp"

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

ConfusionOfRun ConfusionOf(const std::vector<std::string>& classes, const std::vector<int>& truth,
                           const std::vector<int>& found) {
  NVE_CHECK(truth.size() == found.size(), "a right class for each picture");
  ConfusionOfRun confusion;
  confusion.classes = classes;
  confusion.pictures.assign(classes.size(), std::vector<int64_t>(classes.size()));
  for (size_t i = 0; i < truth.size(); ++i) {
    ++confusion.pictures.at(static_cast<size_t>(truth[i])).at(static_cast<size_t>(found[i]));
  }
  return confusion;
}

int64_t RightOf(const ConfusionOfRun& confusion) {
  int64_t right = 0;
  for (size_t i = 0; i < confusion.pictures.size(); ++i) right += confusion.pictures[i][i];
  return right;
}

}  // namespace nve
