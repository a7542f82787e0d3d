// SPDX-License-Identifier: Apache-2.0
// Appends elements: see html.hpp.
#include "report/html/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "report/markup.hpp"

namespace nve {

HtmlValue::HtmlValue(const std::optional<Sourced>& value, int decimals, const std::string& unit)
    : text(value ? GroupedNumber(value->Value(), decimals) + unit : "\u2013"),
      source(value ? value->Source() : ""),
      number(true) {}

HtmlValue ParameterValue(const Sourced& value, const std::string& unit) {
  HtmlValue shown(fmt::format("{}", value.Value()) + unit);
  shown.source = value.Source();
  return shown;
}

void Html::Begin(const std::string& name, const HtmlAttributes& attributes) {
  text_ += '<' + name;
  for (const auto& [key, value] : attributes) text_ += ' ' + key + "=\"" + XmlText(value) + '"';
}

Html& Html::Open(const std::string& name, const HtmlAttributes& attributes) {
  Begin(name, attributes);
  text_ += '>';
  open_.push_back(name);
  return *this;
}

Html& Html::Close() {
  NVE_CHECK(!open_.empty(), "an element is open");
  text_ += "</" + open_.back() + '>';
  // Elsewhere the end of a line would be a blank.
  constexpr std::array<std::string_view, 9> kLines = {"p",      "tr", "table", "section", "div",
                                                      "figure", "h2", "h3",    "li"};
  if (std::ranges::find(kLines, open_.back()) != kLines.end()) text_ += '\n';
  open_.pop_back();
  return *this;
}

Html& Html::Void(const std::string& name, const HtmlAttributes& attributes) {
  Begin(name, attributes);
  text_ += "/>";
  return *this;
}

Html& Html::Text(const std::string& text) {
  text_ += XmlText(text);
  return *this;
}

Html& Html::Element(const std::string& name, const std::string& text,
                    const HtmlAttributes& attributes) {
  return Open(name, attributes).Text(text).Close();
}

Html& Html::Value(const HtmlValue& value, const std::string& name, HtmlAttributes attributes) {
  if (!value.source.empty()) attributes.emplace_back("data-source", value.source);
  return Element(name, value.text, attributes);
}

Html& Html::Add(const Html& part) { return Markup(part.Finished()); }

Html& Html::Markup(const std::string& markup) {
  text_ += markup;
  return *this;
}

const std::string& Html::Finished() const {
  NVE_CHECK(open_.empty(), "every element is closed");
  return text_;
}

}  // namespace nve
