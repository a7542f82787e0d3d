// SPDX-License-Identifier: Apache-2.0
// Drawings as SVG text: rectangles, circles, lines, paths and texts, nothing else. As files with a
// style of their own, or as a part of a page, which has the style.
#pragma once

#include <string>
#include <string_view>

#include "report/markup.hpp"

namespace nve {

/// A number of pixels with at most one decimal.
std::string Pixels(double value);

/// About how wide a text of 12 or 13 pixels is.
double TextWidth(std::string_view text);

/// A drawing that grows by appending elements; coordinates in pixels, y downwards.
class SvgDrawing {
 public:
  /// `style` is a CSS style sheet; `title` describes the drawing to readers of the file.
  SvgDrawing(const std::string& title, const std::string& style);

  /// `hint` is what a browser shows when a pointer stands on it.
  void Rectangle(double x, double y, double width, double height, const std::string& attributes,
                 const std::string& hint = "");
  void Circle(double x, double y, double radius, const std::string& attributes,
              const std::string& hint);
  void Line(double x1, double y1, double x2, double y2, const std::string& css_class,
            const std::string& attributes = "");
  /// `data` says where the path goes, as attribute d does.
  void Path(const std::string& data, const std::string& attributes);
  /// `attributes` may be empty: font and anchor come from the style sheet.
  void Text(double x, double y, const std::string& text, const std::string& attributes);
  /// Groups share attributes and an origin until they are closed.
  void OpenGroup(double x, double y, const std::string& attributes);
  void CloseGroup();

  /// The whole file.
  std::string Finish(double width, double height) const;
  /// An element of an HTML page, named by the title; `id` is one that the page has nowhere else.
  std::string Part(double width, double height, const std::string& id) const;

 private:
  std::string title_;
  std::string style_;
  std::string body_;
};

/// Okabe and Ito's colours, which colour-blind readers can tell apart; repeats after eight.
std::string DistinctColour(int index);

}  // namespace nve
