// SPDX-License-Identifier: Apache-2.0
// Draws a contact sheet: see contact_sheet.hpp.
#include "report/readout/contact_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "base/diagnostics/diagnostics.hpp"
#include "base/images/images.hpp"
#include "report/readout/draw_boxes.hpp"

namespace nve {
namespace {

constexpr Rgb kPaper = {255, 255, 255};
constexpr Rgb kGray = {150, 150, 150};
constexpr int kFrame = 2;
constexpr int kGap = 3;
constexpr int kSmallSide = 32;
constexpr int kWidest = 2000;

Rgb ColourOf(SheetFrame frame) {
  if (frame == SheetFrame::kUnknown) return kGray;
  return frame == SheetFrame::kRight ? kGreen : kRed;
}

void DrawEnlarged(const FeatureMaps& picture, int factor, int row, int column, RgbPicture& sheet) {
  for (int y = 0; y < picture.height * factor; ++y) {
    for (int x = 0; x < picture.width * factor; ++x) {
      const uint8_t gray = picture.at(0, y / factor, x / factor);
      sheet.Set(row + y, column + x, {gray, gray, gray});
    }
  }
}

}  // namespace

RgbPicture DrawContactSheet(const std::vector<NamedPicture>& pictures,
                            const std::vector<SheetFrame>& frames) {
  NVE_CHECK(frames.size() == pictures.size() && !pictures.empty(), "a frame for each picture");
  const FeatureMaps& first = pictures.front().maps;
  auto count = std::min(pictures.size(), kMostOnSheet);
  const auto columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  int factor = std::max(first.height, first.width) <= kSmallSide ? 3 : 1;
  while (factor > 1 && columns * first.width * factor > kWidest) --factor;
  const int border = 2 * kFrame + kGap;
  const int height = first.height * factor + border;
  const int width = first.width * factor + border;
  // Very large pictures: as many rows and columns as a PNG of ours may have.
  const int fitting = std::max(1, std::min({columns, (kMaxImageSide - kGap) / width}));
  const int most_rows = std::max(1, (kMaxImageSide - kGap) / height);
  count = std::min(count, static_cast<size_t>(fitting) * static_cast<size_t>(most_rows));
  const int rows = (static_cast<int>(count) + fitting - 1) / fitting;
  RgbPicture sheet(rows * height + kGap, fitting * width + kGap, kPaper);
  for (size_t i = 0; i < count; ++i) {
    const int row = static_cast<int>(i) / fitting * height + kGap + kFrame;
    const int column = static_cast<int>(i) % fitting * width + kGap + kFrame;
    DrawEnlarged(pictures[i].maps, factor, row, column, sheet);
    DrawFrame(sheet, {column, row, width - border, height - border}, kFrame, ColourOf(frames[i]));
  }
  return sheet;
}

}  // namespace nve
