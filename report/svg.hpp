// SPDX-License-Identifier: Apache-2.0
// Drawings as SVG text: rectangles, lines and texts, nothing else.
#pragma once

#include <string>
#include <string_view>

namespace nve {

/// Text as XML character data.
std::string XmlText(std::string_view text);

/// A number of pixels with at most one decimal.
std::string Pixels(double value);

/// A drawing that grows by appending elements; coordinates in pixels, y downwards.
class SvgDrawing {
 public:
  /// `style` is a CSS style sheet; `title` describes the drawing to readers of the file.
  SvgDrawing(const std::string& title, const std::string& style);

  void Rectangle(double x, double y, double width, double height, const std::string& attributes);
  void Line(double x1, double y1, double x2, double y2, const std::string& css_class);
  /// `attributes` may be empty: font and anchor come from the style sheet.
  void Text(double x, double y, const std::string& text, const std::string& attributes);
  /// Groups share attributes and an origin until they are closed.
  void OpenGroup(double x, double y, const std::string& attributes);
  void CloseGroup();

  /// The whole file.
  std::string Finish(double width, double height) const;

 private:
  std::string title_;
  std::string style_;
  std::string body_;
};

/// Okabe and Ito's colours, which colour-blind readers can tell apart; repeats after eight.
std::string DistinctColour(int index);

}  // namespace nve
