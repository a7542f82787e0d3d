// SPDX-License-Identifier: Apache-2.0
// Formulas that are written while they are computed: see sourced.hpp.
#include "report/sourced.hpp"

#include <fmt/format.h>

#include <utility>

#include "report/markup.hpp"

namespace nve {

Sourced::Sourced(double constant) : value_(constant), text_(fmt::format("{}", constant)) {}

Sourced::Sourced(double value, std::string pointer)
    : value_(value), text_(std::move(pointer)), form_(Form::kPointer) {}

std::string Sourced::Source() const { return (form_ == Form::kPointer ? "" : "= ") + text_; }

// As an operand of a sum or product; behind a sign, one of the same kind needs parentheses.
std::string Sourced::Within(Form form, bool behind) const {
  const bool bare = behind ? form_ > form : form_ >= form;
  return bare ? text_ : "( " + text_ + " )";
}

Sourced Sourced::Of(double value, const Sourced& left, char sign, const Sourced& right) {
  Sourced result(value);
  result.form_ = sign == '+' || sign == '-' ? Form::kSum : Form::kProduct;
  result.text_ =
      left.Within(result.form_, false) + ' ' + sign + ' ' + right.Within(result.form_, true);
  return result;
}

Sourced operator+(const Sourced& left, const Sourced& right) {
  return Sourced::Of(left.value_ + right.value_, left, '+', right);
}

Sourced operator-(const Sourced& left, const Sourced& right) {
  return Sourced::Of(left.value_ - right.value_, left, '-', right);
}

Sourced operator*(const Sourced& left, const Sourced& right) {
  return Sourced::Of(left.value_ * right.value_, left, '*', right);
}

Sourced operator/(const Sourced& left, const Sourced& right) {
  return Sourced::Of(left.value_ / right.value_, left, '/', right);
}

Sourced SumOf(const std::vector<Sourced>& numbers) {
  if (numbers.empty()) return 0;
  Sourced sum = numbers.front();
  for (size_t k = 1; k < numbers.size(); ++k) sum = sum + numbers[k];
  return sum;
}

std::string SourceAttribute(const Sourced& number) {
  return "data-source=\"" + XmlText(number.Source()) + '"';
}

std::string PointerPart(const std::string& key) {
  std::string part;
  for (const char c : key) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.';
    if (plain) {
      part += c;
    } else if (c == '~') {
      part += "~0";
    } else if (c == '/') {
      part += "~1";
    } else {
      part += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return part;
}

}  // namespace nve
