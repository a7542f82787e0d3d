// SPDX-License-Identifier: Apache-2.0
// SVG text.
#include "report/svg.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace nve {

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

std::string Pixels(double value) {
  const double rounded = std::round(value * 10) / 10;
  return rounded == std::floor(rounded) ? fmt::format("{:.0f}", rounded)
                                        : fmt::format("{:.1f}", rounded);
}

SvgDrawing::SvgDrawing(const std::string& title, const std::string& style)
    : title_(title), style_(style) {}

void SvgDrawing::Rectangle(double x, double y, double width, double height,
                           const std::string& attributes) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n", Pixels(x),
                       Pixels(y), Pixels(width), Pixels(height), attributes);
}

void SvgDrawing::Line(double x1, double y1, double x2, double y2, const std::string& css_class) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"/>\n", Pixels(x1),
                       Pixels(y1), Pixels(x2), Pixels(y2), css_class);
}

void SvgDrawing::Text(double x, double y, const std::string& text, const std::string& attributes) {
  body_ += "<text";
  if (x != 0) body_ += fmt::format(" x=\"{}\"", Pixels(x));
  body_ += fmt::format(" y=\"{}\"{}{}>{}</text>\n", Pixels(y), attributes.empty() ? "" : " ",
                       attributes, XmlText(text));
}

void SvgDrawing::OpenGroup(double x, double y, const std::string& attributes) {
  body_ += fmt::format("<g transform=\"translate({},{})\"{}{}>\n", Pixels(x), Pixels(y),
                       attributes.empty() ? "" : " ", attributes);
}

void SvgDrawing::CloseGroup() { body_ += "</g>\n"; }

std::string SvgDrawing::Finish(double width, double height) const {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<title>{2}</title>\n<style>{3}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{4}</svg>\n",
      Pixels(width), Pixels(height), XmlText(title_), XmlText(style_), body_);
}

std::string DistinctColour(int index) {
  constexpr std::array<const char*, 8> kColours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#d55e00", "#000000", "#f0e442"};
  return kColours[static_cast<size_t>(index) % kColours.size()];
}

}  // namespace nve
