// SPDX-License-Identifier: Apache-2.0
// Boxes drawn on pictures: see draw_boxes.hpp.
#include "report/readout/draw_boxes.hpp"

namespace nve {

void DrawFrame(RgbPicture& picture, const Box& box, int thickness, const Rgb& colour) {
  for (int out = 1; out <= thickness; ++out) {
    const int left = box.x - out;
    const int right = box.x + box.width - 1 + out;
    const int top = box.y - out;
    const int bottom = box.y + box.height - 1 + out;
    for (int x = left; x <= right; ++x) {
      picture.Set(top, x, colour);
      picture.Set(bottom, x, colour);
    }
    for (int y = top; y <= bottom; ++y) {
      picture.Set(y, left, colour);
      picture.Set(y, right, colour);
    }
  }
}

}  // namespace nve
