// SPDX-License-Identifier: Apache-2.0
// Refuses a mutant that the program does not have: it would run as the design is, and pass. Called
// once, before the tests; tb/mutation/mutant_list.py writes the lists.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace nve {

/// The mutants of one netlist, or of the C++ sources, whose class has no name.
struct MutantList {
  std::string model;
  std::vector<int> numbers;
};

/// A number of digits only, -1 for anything else. Nothing is 0, the design as it is.
inline int MutantOf(const std::string& text) {
  constexpr size_t kMostDigits = 8;
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text.size() > kMostDigits) return -1;
  return text.empty() ? 0 : std::stoi(text);
}

/// What is wrong with the variables NVE_MUTANT and NVE_MUTATED; "" if nothing is.
inline std::string MutantProblem(std::span<const MutantList> lists, const std::string& mutant,
                                 const std::string& mutated) {
  std::string models;
  bool known = mutated.empty();
  for (const MutantList& list : lists) {
    if (!list.model.empty()) models += (models.empty() ? "" : ", ") + list.model;
    known = known || list.model == mutated;
  }
  if (!known) {
    return "NVE_MUTATED: found " + mutated + ", allowed: " +
           (models.empty() ? "nothing, the mutants are in C++" : "nothing or one of " + models);
  }
  const int number = MutantOf(mutant);
  std::string ranges;
  bool found = number == 0;
  for (const MutantList& list : lists) {
    if (!mutated.empty() && list.model != mutated) continue;
    const std::vector<int>& numbers = list.numbers;
    if (numbers.empty()) continue;
    found = found || std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    ranges += ", " + std::to_string(numbers.size()) + " from " + std::to_string(numbers.front()) +
              " to " + std::to_string(numbers.back());
    if (!list.model.empty()) ranges += " of " + list.model;
  }
  return found ? "" : "NVE_MUTANT: found " + mutant + ", allowed: 0" + ranges;
}

/// Ends a program that was asked for a mutant it does not have.
inline bool CheckMutantChoice(std::span<const MutantList> lists) {
  constexpr int kWrongInput = 2;
  const auto variable = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  const std::string problem = MutantProblem(lists, variable("NVE_MUTANT"), variable("NVE_MUTATED"));
  if (problem.empty()) return true;
  std::fprintf(stderr, "error: %s\n", problem.c_str());
  std::_Exit(kWrongInput);
}

}  // namespace nve
