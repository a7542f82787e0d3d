// SPDX-License-Identifier: Apache-2.0
// Order encoding: the literals "at most t" of a number imply each other upwards, so that "before"
// is a clause of two literals for every t.
#include "tests/unit/compiler/schedule/oracle/cnf.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/text/numbers.hpp"

namespace nve::oracle {

void Cnf::AddAtMostOne(const std::vector<Literal>& literals) { AddAtMost(literals, 1); }

void Cnf::AddAtMost(const std::vector<Literal>& literals, int most) {
  if (most < 0) return Add({});
  // counts[c]: more than c of the literals so far are true.
  std::vector<Literal> counts;
  for (const Literal literal : literals) {
    std::vector<Literal> next;
    for (int c = 0; c < most; ++c) next.push_back(New());
    for (size_t c = 0; c < next.size(); ++c) {
      if (c < counts.size()) Add({-counts[c], next[c]});
      if (c == 0) Add({-literal, next[c]});
      if (c > 0 && c - 1 < counts.size()) Add({-literal, -counts[c - 1], next[c]});
    }
    if (most == 0) Add({-literal});
    if (most > 0 && !counts.empty()) Add({-literal, -counts.back()});
    counts = std::move(next);
  }
}

std::string Cnf::Dimacs() const {
  std::string text = fmt::format("p cnf {} {}\n", variables_, clauses_.size());
  for (const std::vector<Literal>& clause : clauses_) {
    for (const Literal literal : clause) text += fmt::format("{} ", literal);
    text += "0\n";
  }
  return text;
}

Number::Number(Cnf& cnf, int low, int high) : cnf_(cnf), low_(low), high_(high) {
  if (low > high) cnf.Add({});
  for (int t = low; t < high; ++t) {
    at_most_.push_back(cnf.New());
    if (t > low) cnf.Add({-at_most_[at_most_.size() - 2], at_most_.back()});
  }
  is_.assign(static_cast<size_t>(std::max(0, high - low + 1)), 0);
}

void Number::AddBefore(int distance, const Number& later) {
  // later <= t implies number <= t - distance.
  for (int t = later.low_; t <= later.high_; ++t) {
    if (AlwaysAtMost(t - distance)) return;
    std::vector<Literal> clause;
    if (!later.AlwaysAtMost(t)) clause.push_back(-later.AtMost(t));
    if (!NeverAtMost(t - distance)) clause.push_back(AtMost(t - distance));
    cnf_.Add(clause);
  }
}

Literal Number::Is(int t) {
  if (t < low_ || t > high_) return 0;
  Literal& is = is_[static_cast<size_t>(t - low_)];
  if (is != 0) return is;
  is = cnf_.New();
  std::vector<Literal> otherwise = {is};
  if (!AlwaysAtMost(t)) {
    cnf_.Add({-is, AtMost(t)});
    otherwise.push_back(-AtMost(t));
  }
  if (!NeverAtMost(t - 1)) {
    cnf_.Add({-is, -AtMost(t - 1)});
    otherwise.push_back(AtMost(t - 1));
  }
  cnf_.Add(otherwise);
  return is;
}

int Number::In(const std::vector<bool>& model) const {
  int t = low_;
  while (t < high_ && !model[static_cast<size_t>(AtMost(t))]) ++t;
  return t;
}

std::optional<std::vector<bool>> Solve(const Cnf& cnf, const std::string& solver,
                                       const std::string& folder) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  WriteFileAtomically(folder + "/formula.cnf", cnf.Dimacs());
  const std::string command =
      fmt::format("{0} -q -t 300 {1}/formula.cnf >{1}/solution.txt", solver, folder);
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == kUnsatisfiable) return std::nullopt;
  NVE_CHECK(code == kSatisfiable, command + " said neither satisfiable nor unsatisfiable");
  std::vector<bool> model(1);
  std::istringstream words(ReadFileText(folder + "/solution.txt"));
  for (std::string word; words >> word;) {
    const int64_t literal = ParseSigned(word).value_or(0);  // "v" begins a line
    if (literal == 0) continue;
    const auto variable = static_cast<size_t>(std::abs(literal));
    if (variable >= model.size()) model.resize(variable + 1);
    model[variable] = literal > 0;
  }
  return model;
}

}  // namespace nve::oracle
