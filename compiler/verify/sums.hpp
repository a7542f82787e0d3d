// SPDX-License-Identifier: Apache-2.0
// Running sums of the verifier: which bias and which products an accumulator holds, and the first
// thing that is wrong with it. All lanes do the same, so one sum stands for the whole vector.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/verify/symbols.hpp"

namespace nve::verify {

/// One vector of sums, from its `set rb` on.
struct Sum {
  int output = -1;      ///< by its bias; -1 without one
  int iteration = -1;   ///< by its first product; -1 before
  int products = 0;     ///< products added
  std::string problem;  ///< the first finding, empty if none
};

/// Builds sums product by product against the intent.
class SumBuilder {
 public:
  explicit SumBuilder(const ProgramIntent& intent);

  /// `set rb`: hands over the finished sum and begins the next with rw[0]. `where` is the
  /// position a finding names.
  Sum Start(const Coefficient& bias, const std::string& where);

  /// `mac` with rw[0] and the image register. Returns what is wrong, or "" (also once a sum has a
  /// problem).
  std::string Add(const Coefficient& weight, std::span<const Pixel> ri);

  void SetProblem(std::string problem) { sum_.problem = std::move(problem); }
  bool HasProblem() const { return !sum_.problem.empty(); }

 private:
  int ProductIndex(int input, int ky, int kx) const;
  int ExpectedProducts(int output) const;
  std::string MissingProduct() const;
  std::string CheckLanes(const CoefficientLabel& label, std::span<const Pixel> ri);

  const ProgramIntent& intent_;
  std::vector<std::vector<bool>> reads_;  // [output][input]: the output has this input
  std::vector<int64_t> added_in_;         // for every product, the last sum that holds it
  int64_t sum_number_ = 0;
  Sum sum_;
};

}  // namespace nve::verify
