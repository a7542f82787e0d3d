// SPDX-License-Identifier: Apache-2.0
// The verifier against the golden model: programs with random changes are verified and, if
// accepted, executed on random numbers. What the verifier accepts must compute the convolution;
// what it refuses is, but for coincidences of the change (a hazard the model tolerates), really
// wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "model/sim/step_runner.hpp"
#include "program/settings.hpp"
#include "tests/unit/compiler/verify/small_programs.hpp"

namespace nve {
namespace {

using testing::SmallProgram;

constexpr int kActShift = 3;

// Random values for one 3x3 program, and what it has to send.
struct Example {
  Binary binary;
  std::vector<uint64_t> input;
  std::vector<uint64_t> expected;
};

Example MakeExample(const SmallProgram& small, std::mt19937* random) {
  Example example;
  const ProgramIntent& intent = small.intent;
  const int rows = intent.WordsPerColumn() * arch::kWordPixels;
  const int columns = intent.initial_columns + intent.out_width;
  std::vector<uint8_t> pixels(static_cast<size_t>(rows * columns));
  for (uint8_t& pixel : pixels) pixel = static_cast<uint8_t>((*random)());
  int weights[9] = {};
  for (int& weight : weights) weight = static_cast<int>((*random)() % 9) - 4;
  const int bias = static_cast<int>((*random)() % 1000) - 500;

  Program program = small.Encoded();
  program.settings["ACT_SHIFT"] = kActShift;
  for (size_t w = 0; w < program.coefficients.size(); ++w) {
    for (size_t k = 0; k < arch::kRwEntries; ++k) {
      const CoefficientLabel& label = intent.coefficient_words[w][k];
      int value = static_cast<int>((*random)() % 100);  // unused entries may be anything
      if (label.kind == CoefficientLabel::Kind::kBias) value = bias;
      if (label.kind == CoefficientLabel::Kind::kWeight) value = weights[3 * label.ky + label.kx];
      program.coefficients[w] |= uint64_t{static_cast<uint16_t>(value)} << (16 * k);
    }
  }
  example.input = program.coefficients;
  for (size_t at = 0; at < pixels.size(); at += arch::kWordPixels) {
    uint64_t word = 0;
    for (size_t k = 0; k < arch::kWordPixels; ++k) word |= uint64_t{pixels[at + k]} << (8 * k);
    example.input.push_back(word);
  }

  ActivationTable table{};
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<uint8_t>(i * 7 + i / 256);
  for (int x = 0; x < intent.out_width; ++x) {
    for (int half = 0; half < 2; ++half) {
      uint64_t word = 0;
      for (int k = 0; k < arch::kActLanes; ++k) {
        int sum = bias;
        for (int tap = 0; tap < 9; ++tap) {
          const int row = half * arch::kActLanes + k + tap / 3;
          sum += weights[tap] * pixels[static_cast<size_t>((x + tap % 3) * rows + row)];
        }
        const int index = std::clamp((sum + (1 << (kActShift - 1))) >> kActShift, -512, 511);
        word |= uint64_t{table[static_cast<size_t>(index + 512)]} << (8 * k);
      }
      example.expected.push_back(word);
    }
  }
  example.binary.tables = {table};
  example.binary.programs = {std::move(program)};
  return example;
}

// One random change that keeps the numbers of `wr` and `act`.
void Change(SmallProgram* program, std::mt19937* random) {
  const auto below = [&](size_t limit) { return (*random)() % limit; };
  const size_t first = program->settings.at("REPEAT_FIRST");
  const size_t a = first + below(program->code.size() - first);
  const size_t b = first + below(program->code.size() - first);
  Instruction& i = program->code[a];
  Instruction& j = program->code[b];
  switch (below(9)) {
    case 0:
      return std::swap(i.mema, j.mema);
    case 1:
      return std::swap(i.memb, j.memb);
    case 2:
      return std::swap(i.wreg, j.wreg);
    case 3:
      return std::swap(i.ireg, j.ireg);
    case 4:
      return std::swap(i.vmac, j.vmac);
    case 5:
      std::swap(i.act, j.act);
      return std::swap(i.act_half, j.act_half);
    case 6:
      i.mema.offset = static_cast<int>(below(13));
      return;
    case 7:
      i.memb.update = static_cast<int>(3 * below(3));
      return;
    default:
      return std::swap(i, j);
  }
}

void Compare(const std::function<SmallProgram()>& make, unsigned seed) {
  std::mt19937 random(seed);
  int accepted = 0;
  int refused = 0;
  int refused_but_right = 0;
  for (int n = 0; n < 1500; ++n) {
    SmallProgram program = make();
    for (size_t changes = 1 + random() % 2; changes > 0; --changes) Change(&program, &random);
    const Example example = MakeExample(program, &random);
    const std::vector<std::string> problems = program.Verify();
    const RunWords words = WordsPerRun(example.binary.programs[0], kCodesOfAnyMachine);
    if (!problems.empty() && (words.in != static_cast<int64_t>(example.input.size()) ||
                              words.out != static_cast<int64_t>(example.expected.size()))) {
      continue;  // would starve or overrun the model
    }
    std::vector<uint64_t> output;
    CoreRunner runner(example.binary, MakeGoldenCore());
    runner.Run(0, 1, example.input, &output, {});
    const bool right = output == example.expected;
    if (problems.empty()) {
      ++accepted;
      ASSERT_TRUE(right) << "accepted, but wrong: change " << n;
    } else {
      ++refused;
      refused_but_right += right;
    }
  }
  EXPECT_GT(accepted, 50);
  EXPECT_GT(refused, 500);
  EXPECT_LT(refused_but_right, refused / 20);
}

TEST(VerifierSoundnessTest, AgreesWithTheGoldenModelOnFigure17) { Compare(testing::Figure17, 17); }

TEST(VerifierSoundnessTest, AgreesWithTheGoldenModelOnFigure26) { Compare(testing::Figure26, 26); }

}  // namespace
}  // namespace nve
