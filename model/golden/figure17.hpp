// SPDX-License-Identifier: Apache-2.0
// The 3x3 convolution of thesis 4.3, figure 17, completed by its initial part and addresses: the
// program of the model's benchmark and of its convolution test.
//
// Local buffer: words 0-2 hold [b w0 w1 w2] [w3 w4 w5 w6] [w7 w8 - -], words 3-11 three columns of
// three words, column i in the three words from 3 + 3 (i mod 3). AGU mode 1 steps from column to
// column: inc 3, toggle 9. Each pass computes one output column; the `act` of a column stand in the
// next pass, so EXTRA is 1.
#pragma once

#include <vector>

#include "model/golden/slots.hpp"

namespace nve::golden {

inline constexpr int kFigure17Columns = 3;      // columns in the local buffer
inline constexpr int kFigure17ColumnWords = 3;  // words of a column
inline constexpr int kFigure17CoefficientWords = 3;
inline constexpr int kFigure17Inc = kFigure17ColumnWords;
inline constexpr int kFigure17Toggle = kFigure17Columns * kFigure17ColumnWords;
inline constexpr int kFigure17Extra = 1;
// The initial part writes the coefficients and two columns.
inline constexpr int kFigure17RepeatFirst = kFigure17CoefficientWords + 2 * kFigure17ColumnWords;

/// Once per run: the coefficients and the first two columns, from the stream to words 0 and up.
inline std::vector<Slots> Figure17Initial() {
  std::vector<Slots> instructions(kFigure17RepeatFirst);
  for (int i = 0; i < kFigure17RepeatFirst; ++i) instructions[i].MemaWr(i);
  return instructions;
}

/// Figure 17, cycles 1 to 14.
inline std::vector<Slots> Figure17Repeated() {
  return {
      Slots().MemaRd(0),
      Slots().MemaRd(3, 0, 1).MembRd(4, 0, 1),
      Slots().MembRd(5, 0, 1).SetRw(),
      Slots().MemaWr(3, 6, 1).ShRw().SetRi().SetRb(),
      Slots().MemaRd(3, 3, 1).MembRd(4, 3, 1).ShRw().SetshRi().Mac(),
      Slots().MemaRd(1).ShRw().ShRi().Mac(),
      Slots().MemaWr(4, 6, 1).MembRd(5, 3, 1).SetRi().Mac().ActLo(),
      Slots().MemaWr(5, 6, 1).SetRw().ActHi(),
      Slots().MemaRd(3, 6, 1).MembRd(4, 6, 1).ShRw().SetshRi().Mac(),
      Slots().MemaRd(2).MembRd(5, 6, 1).ShRw().ShRi().Mac(),
      Slots().ShRw().SetRi().Mac(),
      Slots().SetRw().SetshRi().Mac(),
      Slots().ShRw().ShRi().Mac(),
      Slots().Mac(),
  };
}

}  // namespace nve::golden
