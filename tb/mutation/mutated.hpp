// SPDX-License-Identifier: Apache-2.0
// A Verilated netlist with mutants as the class that the benches know: the environment variable
// NVE_MUTANT names the mutant of this process, 0 or nothing the design as it is. Of the netlists
// that share a program, NVE_MUTATED names the class of the one with the mutant, nothing all of
// them; mutant_choice.hpp has refused what the program does not have. A run that does not end is
// ended, so that a bench that waits for ever has failed too.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace nve {

inline int MutantNumber() {
  static const int number = [] {
    const char* text = std::getenv("NVE_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return number;
}

/// Whether this process runs mutant n of a C++ source. Never inlined: the function is in an object
/// if the mutant is.
template <int n>
[[gnu::noinline]] bool IsMutant() {
  return MutantNumber() == n;
}

inline bool IsMutated(const char* model) {
  static const char* const chosen = std::getenv("NVE_MUTATED");
  return chosen == nullptr || *chosen == '\0' || std::strcmp(chosen, model) == 0;
}

template <typename Netlist>
class Mutated : public Netlist {
 public:
  template <typename... Arguments>
  explicit Mutated(Arguments... arguments) : Netlist(arguments...) {
    this->mutsel = static_cast<uint16_t>(IsMutated(this->modelName()) ? MutantNumber() : 0);
  }

  void eval() {
    // Far more than any bench needs for one model.
    constexpr int64_t kMostEvaluations = 20'000'000;
    constexpr int kHangs = 3;
    if (++evaluations_ > kMostEvaluations) std::_Exit(kHangs);
    Netlist::eval();
  }

 private:
  int64_t evaluations_ = 0;
};

}  // namespace nve
