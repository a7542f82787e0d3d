// SPDX-License-Identifier: Apache-2.0
// Windows of a mosaic that lie wholly in one part: the only ones whose scores mean something.
#pragma once

#include "report/readout/mosaic.hpp"

namespace nve {

/// Calls visit(row, column, y, x) of each window of a part: its row and column among the network's
/// outputs, and its upper left corner in the part.
template <typename Visit>
void ForEachWindow(const ModelFile& model, const MosaicPart& part, const Visit& visit) {
  const int rows = WindowsIn(part.height, model.window.rows, model.step.rows);
  const int columns = WindowsIn(part.width, model.window.columns, model.step.columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      visit(part.row / model.step.rows + i, part.column / model.step.columns + j,
            i * model.step.rows, j * model.step.columns);
    }
  }
}

}  // namespace nve
