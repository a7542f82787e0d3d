// SPDX-License-Identifier: Apache-2.0
// Numbers with the place they come from, so that whoever sees one can compute it again.
//
// A source is a pointer into a result, or a formula over pointers, with a blank on both sides of
// every sign:
//
//   source  = pointer | "= " sum
//   sum     = product { (" + " | " - ") product }
//   product = factor { (" * " | " / ") factor }
//   factor  = number | pointer | "( " sum " )"
//   pointer = number of the result, from 0, "#", a JSON pointer (RFC 6901) as in a URI
//
// 0#/layers/1/cycles; = 100 * 0#/layers/1/cycles / 0#/layers/1/waterfall/bound
#pragma once

#include <string>
#include <vector>

namespace nve {

class Sourced {
 public:
  /// A constant of a formula.
  Sourced(double constant);  // NOLINT(google-explicit-constructor)
  /// What stands at a place.
  Sourced(double value, std::string pointer);

  double Value() const { return value_; }
  /// A pointer or a formula.
  std::string Source() const;

  friend Sourced operator+(const Sourced& left, const Sourced& right);
  friend Sourced operator-(const Sourced& left, const Sourced& right);
  friend Sourced operator*(const Sourced& left, const Sourced& right);
  friend Sourced operator/(const Sourced& left, const Sourced& right);

 private:
  enum class Form { kSum, kProduct, kNumber, kPointer };

  static Sourced Of(double value, const Sourced& left, char sign, const Sourced& right);
  std::string Within(Form form, bool behind) const;

  double value_ = 0;
  std::string text_;
  Form form_ = Form::kNumber;
};

/// The sum of some, 0 of none.
Sourced SumOf(const std::vector<Sourced>& numbers);

/// data-source="...", for an element that shows the number.
std::string SourceAttribute(const Sourced& number);

/// A key or index as a part of a pointer: escaped as RFC 6901 and RFC 3986 say.
std::string PointerPart(const std::string& key);

}  // namespace nve
