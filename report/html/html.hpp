// SPDX-License-Identifier: Apache-2.0
// HTML, which is XML too, that grows by appending elements. Every text and every attribute is
// escaped here, so that no name of a result becomes markup.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/result/result_place.hpp"
#include "report/sourced.hpp"

namespace nve {

using HtmlAttributes = std::vector<std::pair<std::string, std::string>>;

/// What is shown, and where it comes from (sourced.hpp).
struct HtmlValue {
  std::string text;
  std::string source;   ///< empty: words of the report
  bool number = false;  ///< stands at the right of its column
  std::string css;      ///< a class of its own

  HtmlValue() = default;
  HtmlValue(std::string words) : text(std::move(words)) {}  // NOLINT(google-explicit-constructor)
  HtmlValue(const char* words) : text(words) {}             // NOLINT(google-explicit-constructor)
  /// A number with `unit` behind it, in groups of digits; without one, a dash.
  HtmlValue(const std::optional<Sourced>& value, int decimals, const std::string& unit = "");
};

/// A parameter: as many decimals as it has, and at the left of its column as texts are.
HtmlValue ParameterValue(const Sourced& value, const std::string& unit = "");

/// A text, a truth value or a whole number of a result; without one, a dash.
template <typename T>
HtmlValue ValueAt(const ResultPlace<T>& place) {
  if constexpr (std::is_same_v<T, bool>) {
    HtmlValue value(*place ? "yes" : "no");
    value.source = place.Pointer();
    return value;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return {NumberAt(place), 0};
  } else {
    HtmlValue value(*place);
    value.source = place.Pointer();
    return value;
  }
}
template <typename T>
HtmlValue ValueAt(const std::optional<ResultPlace<T>>& place) {
  return place ? ValueAt(*place) : HtmlValue(std::nullopt, 0);
}

class Html {
 public:
  Html& Open(const std::string& name, const HtmlAttributes& attributes = {});
  /// Closes what was opened last.
  Html& Close();
  /// An element without a body: <img>.
  Html& Void(const std::string& name, const HtmlAttributes& attributes);
  Html& Text(const std::string& text);
  Html& Element(const std::string& name, const std::string& text,
                const HtmlAttributes& attributes = {});
  /// An element of a value: <span> in running text, <td> in a table.
  Html& Value(const HtmlValue& value, const std::string& name = "span",
              HtmlAttributes attributes = {});
  /// A finished part.
  Html& Add(const Html& part);
  /// Markup as it is: a drawing, a style sheet.
  Html& Markup(const std::string& markup);

  bool Empty() const { return text_.empty(); }
  /// All of it; everything must be closed.
  const std::string& Finished() const;

 private:
  void Begin(const std::string& name, const HtmlAttributes& attributes);

  std::string text_;
  std::vector<std::string> open_;
};

}  // namespace nve
