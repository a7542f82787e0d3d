// SPDX-License-Identifier: Apache-2.0
// Right classes beside those found.
#pragma once

#include <string>
#include <vector>

#include "report/result/read_out_result.hpp"

namespace nve {

/// A row for each right class, a column for each class found; both lists have a class a picture.
ConfusionOfRun ConfusionOf(const std::vector<std::string>& classes, const std::vector<int>& truth,
                           const std::vector<int>& found);

/// Pictures on the diagonal: those whose class is right.
int64_t RightOf(const ConfusionOfRun& confusion);

}  // namespace nve
