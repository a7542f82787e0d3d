// SPDX-License-Identifier: Apache-2.0
// Running sums: bias, products, completeness.
#include "compiler/verify/sums.hpp"

#include <fmt/format.h>

#include <utility>

namespace nve::verify {

SumBuilder::SumBuilder(const ProgramIntent& intent) : intent_(intent) {
  for (const std::vector<int>& inputs : intent.inputs_of_output) {
    std::vector<bool> reads(static_cast<size_t>(intent.input_count), false);
    for (const int input : inputs) reads[static_cast<size_t>(input)] = true;
    reads_.push_back(std::move(reads));
  }
  added_in_.assign(
      static_cast<size_t>(intent.input_count) * intent.kernel_height * intent.kernel_width, -1);
  sum_.problem = "no `set rb` has begun this sum";
}

int SumBuilder::ProductIndex(int input, int ky, int kx) const {
  return (input * intent_.kernel_height + ky) * intent_.kernel_width + kx;
}

int SumBuilder::ExpectedProducts(int output) const {
  return static_cast<int>(intent_.inputs_of_output[static_cast<size_t>(output)].size()) *
         intent_.kernel_height * intent_.kernel_width;
}

std::string SumBuilder::MissingProduct() const {
  for (const int input : intent_.inputs_of_output[static_cast<size_t>(sum_.output)]) {
    for (int ky = 0; ky < intent_.kernel_height; ++ky) {
      for (int kx = 0; kx < intent_.kernel_width; ++kx) {
        const auto index = static_cast<size_t>(ProductIndex(input, ky, kx));
        if (added_in_[index] == sum_number_) continue;
        return ToText({CoefficientLabel::Kind::kWeight, sum_.output, input, ky, kx});
      }
    }
  }
  return "none";
}

Sum SumBuilder::Start(const Coefficient& bias, const std::string& where) {
  if (sum_.problem.empty() && sum_.products != ExpectedProducts(sum_.output)) {
    sum_.problem = fmt::format("{}: handed over with {} products, expected {}: missing {}", where,
                               sum_.products, ExpectedProducts(sum_.output), MissingProduct());
  }
  Sum finished = std::exchange(sum_, Sum{});
  ++sum_number_;
  const CoefficientLabel label =
      bias.word < 0
          ? CoefficientLabel{}
          : intent_
                .coefficient_words[static_cast<size_t>(bias.word)][static_cast<size_t>(bias.entry)];
  if (label.kind == CoefficientLabel::Kind::kBias) {
    sum_.output = label.output;
  } else {
    sum_.problem =
        fmt::format("{}: `set rb` expects a bias in rw[0], found {}", where, ToText(bias, intent_));
  }
  return finished;
}

std::string SumBuilder::CheckLanes(const CoefficientLabel& label, std::span<const Pixel> ri) {
  const int first_lane = arch::kLanes - intent_.rows;
  const Pixel& first = ri[first_lane * intent_.LaneStride()];
  if (sum_.iteration < 0 && first.map >= 0) {
    const int from = first.column - label.kx;
    if (from >= 0 && from % intent_.stride_x == 0) sum_.iteration = from / intent_.stride_x;
  }
  for (int row = 0; row < intent_.rows; ++row) {
    const int lane = first_lane + row;
    const Pixel& found = ri[lane * intent_.LaneStride()];
    const Pixel expected = {label.input, sum_.iteration * intent_.stride_x + label.kx,
                            row * intent_.stride_y + label.ky};
    if (sum_.iteration < 0 || !(found == expected)) {
      return fmt::format("{} in lane {} expects {}, found {}", ToText(label), lane,
                         sum_.iteration < 0 ? fmt::format("column {} of a window of input {}",
                                                          label.kx, label.input)
                                            : ToText(expected),
                         ToText(found));
    }
  }
  return "";
}

std::string SumBuilder::Add(const Coefficient& weight, std::span<const Pixel> ri) {
  if (HasProblem()) return "";
  const CoefficientLabel label = weight.word < 0
                                     ? CoefficientLabel{}
                                     : intent_.coefficient_words[static_cast<size_t>(weight.word)]
                                                                [static_cast<size_t>(weight.entry)];
  if (label.kind != CoefficientLabel::Kind::kWeight || label.output != sum_.output ||
      !reads_[static_cast<size_t>(sum_.output)][static_cast<size_t>(label.input)]) {
    return fmt::format("`mac` expects a weight of output {} in rw[0], found {}", sum_.output,
                       ToText(weight, intent_));
  }
  if (std::string problem = CheckLanes(label, ri); !problem.empty()) return problem;
  int64_t& added = added_in_[static_cast<size_t>(ProductIndex(label.input, label.ky, label.kx))];
  if (added == sum_number_) return fmt::format("{} is added twice", ToText(label));
  added = sum_number_;
  ++sum_.products;
  return "";
}

}  // namespace nve::verify
