// SPDX-License-Identifier: Apache-2.0
// A formula in conjunctive normal form: clauses, numbers by their order, and a solver to ask.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nve::oracle {

/// A variable, or minus one for its negation, as in DIMACS.
using Literal = int;

class Cnf {
 public:
  Literal New() { return ++variables_; }
  void Add(std::vector<Literal> clause) { clauses_.push_back(std::move(clause)); }
  /// At most one is true; one further variable per literal.
  void AddAtMostOne(const std::vector<Literal>& literals);
  /// At most `most` are true: Sinz's sequential counter.
  void AddAtMost(const std::vector<Literal>& literals, int most);

  std::string Dimacs() const;

 private:
  int variables_ = 0;
  std::vector<std::vector<Literal>> clauses_;
};

/// A number in [low, high], a variable for every "at most t".
class Number {
 public:
  Number(Cnf& cnf, int low, int high);
  /// number + distance <= later
  void AddBefore(int distance, const Number& later);
  /// A literal that is true if and only if the number is t; 0 if it cannot be.
  Literal Is(int t);
  int In(const std::vector<bool>& model) const;

 private:
  bool AlwaysAtMost(int t) const { return t >= high_; }
  bool NeverAtMost(int t) const { return t < low_; }
  Literal AtMost(int t) const { return at_most_[static_cast<size_t>(t - low_)]; }

  Cnf& cnf_;
  int low_;
  int high_;
  std::vector<Literal> at_most_;  // for low … high - 1
  std::vector<Literal> is_;
};

/// The values of all variables, by number, or nothing if there are none. Throws if the solver says
/// neither; `folder` takes its files.
std::optional<std::vector<bool>> Solve(const Cnf& cnf, const std::string& solver,
                                       const std::string& folder);

}  // namespace nve::oracle
