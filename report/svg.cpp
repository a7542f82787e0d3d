// SPDX-License-Identifier: Apache-2.0
// SVG text.
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace nve {
namespace {

std::string AfterBlank(const std::string& attributes) {
  return attributes.empty() ? "" : " " + attributes;
}

std::string End(const std::string& name, const std::string& hint) {
  return hint.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", XmlText(hint), name);
}

}  // namespace

std::string Pixels(double value) {
  const double rounded = std::round(value * 10) / 10;
  return rounded == std::floor(rounded) ? fmt::format("{:.0f}", rounded)
                                        : fmt::format("{:.1f}", rounded);
}

double TextWidth(std::string_view text) {
  constexpr double kLetter = 7.2;
  // All bytes of a character but its first begin with the bits 10.
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  });
  return kLetter * static_cast<double>(letters);
}

SvgDrawing::SvgDrawing(const std::string& title, const std::string& style)
    : title_(title), style_(style) {}

void SvgDrawing::Rectangle(double x, double y, double width, double height,
                           const std::string& attributes, const std::string& hint) {
  body_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}{}", Pixels(x),
                       Pixels(y), Pixels(width), Pixels(height), attributes, End("rect", hint));
}

void SvgDrawing::Circle(double x, double y, double radius, const std::string& attributes,
                        const std::string& hint) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}", Pixels(x), Pixels(y),
                       Pixels(radius), AfterBlank(attributes), End("circle", hint));
}

void SvgDrawing::Line(double x1, double y1, double x2, double y2, const std::string& css_class,
                      const std::string& attributes) {
  body_ +=
      fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" class=\"{}\"{}/>\n", Pixels(x1),
                  Pixels(y1), Pixels(x2), Pixels(y2), css_class, AfterBlank(attributes));
}

void SvgDrawing::Path(const std::string& data, const std::string& attributes) {
  body_ += fmt::format("<path d=\"{}\"{}/>\n", data, AfterBlank(attributes));
}

void SvgDrawing::Text(double x, double y, const std::string& text, const std::string& attributes) {
  body_ += "<text";
  if (x != 0) body_ += fmt::format(" x=\"{}\"", Pixels(x));
  body_ += fmt::format(" y=\"{}\"{}>{}</text>\n", Pixels(y), AfterBlank(attributes), XmlText(text));
}

void SvgDrawing::OpenGroup(double x, double y, const std::string& attributes) {
  body_ += fmt::format("<g transform=\"translate({},{})\"{}>\n", Pixels(x), Pixels(y),
                       AfterBlank(attributes));
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

std::string SvgDrawing::Part(double width, double height, const std::string& id) const {
  return fmt::format(
      "<svg role=\"img\" aria-labelledby=\"{0}\" width=\"{1}\" height=\"{2}\" viewBox=\"0 0 {1} "
      "{2}\">\n<title id=\"{0}\">{3}</title>\n{4}</svg>\n",
      id, Pixels(width), Pixels(height), XmlText(title_), body_);
}

std::string DistinctColour(int index) {
  constexpr std::array<const char*, 8> kColours = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#d55e00", "#000000", "#f0e442"};
  return kColours[static_cast<size_t>(index) % kColours.size()];
}

}  // namespace nve
