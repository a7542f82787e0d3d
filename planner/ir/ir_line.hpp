// SPDX-License-Identifier: Apache-2.0
// The tokens of one line of a plan, taken from left to right.
//
// Only the first problem of a line is reported. What is taken after it is empty and reports
// nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/ir/plan_ir.hpp"

namespace nve::planner {

class IrLine {
 public:
  /// Without its comment. Bytes that begin no token are reported when they are met.
  IrLine(std::string_view text, const SourceLocation& where, Diagnostics& diagnostics);

  bool IsEmpty() const { return tokens_.empty(); }
  bool IsGood() const { return is_good_; }
  /// All that it had was taken, and nothing was wrong.
  bool IsDone() const { return is_good_ && next_ == tokens_.size(); }
  int Number() const { return where_.line; }

  /// The next token without taking it; empty at the end.
  std::string_view Peek() const;

  /// The next token is taken if it is `text`.
  bool TakeIf(std::string_view text);
  /// It must be.
  void Take(std::string_view text);
  /// A word of letters, digits and underscores; `allowed` says which ones.
  std::string TakeWord(const std::string& allowed);
  /// A number from 0.
  int64_t TakeNumber(const std::string& what);
  /// "(a,b,c,d)".
  IrSizes TakeSizes();
  /// Nothing is left.
  void TakeEnd();

  /// Reports, unless the line has a problem already.
  void Fail(std::string_view found, const std::string& allowed);

 private:
  std::vector<std::string_view> tokens_;
  size_t next_ = 0;
  bool is_good_ = true;
  SourceLocation where_;
  Diagnostics& diagnostics_;
};

}  // namespace nve::planner
