// SPDX-License-Identifier: Apache-2.0
// The 3x3 program of thesis figure 17 against a plain convolution: a property of the whole machine
// that does not repeat the machine's own arithmetic cycle by cycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "model/golden/figure17.hpp"
#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

constexpr int kKernel = 3;
constexpr int kStripRows = kFigure17ColumnWords * arch::kWordPixels;  // 24, of which 18 are used
constexpr int kOutColumns = 7;
constexpr int kColumns = kOutColumns + kKernel - 1;
constexpr uint32_t kActShift = 9;
constexpr uint32_t kBiasShift = 5;

struct Layer {
  std::array<int, kKernel * kKernel> weights;  // column by column, as the program reads them
  int bias;
};

// strip[column][row]
using Strip = std::array<std::array<int, kStripRows>, kColumns>;

Layer RandomLayer(std::mt19937& random, int magnitude) {
  std::uniform_int_distribution<int> weight(-magnitude, magnitude);
  Layer layer;
  for (int& w : layer.weights) w = weight(random);
  layer.bias = weight(random);
  return layer;
}

Strip RandomStrip(std::mt19937& random) {
  std::uniform_int_distribution<int> pixel(0, 255);
  Strip strip;
  for (auto& column : strip) {
    for (int& p : column) p = pixel(random);
  }
  return strip;
}

uint8_t Activation(int index) {
  return static_cast<uint8_t>(std::lround(255 / (1 + std::exp(-index / 80.0))));
}

int OutputPixel(const Layer& layer, const Strip& strip, int row, int column) {
  double sum = std::ldexp(layer.bias, kBiasShift);
  for (int kx = 0; kx < kKernel; ++kx) {
    for (int ky = 0; ky < kKernel; ++ky) {
      sum += layer.weights[kx * kKernel + ky] * strip[column + kx][row + ky];
    }
  }
  // Rounded to nearest, halves up; floating point is exact for sums of this size.
  const double index = std::floor(std::ldexp(sum, -static_cast<int>(kActShift)) + 0.5);
  return Activation(static_cast<int>(std::clamp(index, -512.0, 511.0)));
}

// The words of one run in stream order.
void AppendRun(const Layer& layer, const Strip& strip, std::vector<uint64_t>& words) {
  const auto& w = layer.weights;
  words.push_back(CoefficientWord({layer.bias, w[0], w[1], w[2]}));
  words.push_back(CoefficientWord({w[3], w[4], w[5], w[6]}));
  words.push_back(CoefficientWord({w[7], w[8], 0, 0}));
  for (const auto& column : strip) {
    for (int first = 0; first < kStripRows; first += arch::kWordPixels) {
      std::array<int, arch::kWordPixels> pixels;
      std::copy_n(column.begin() + first, arch::kWordPixels, pixels.begin());
      words.push_back(PixelWord(pixels));
    }
  }
}

std::vector<uint64_t> ExpectedRun(const Layer& layer, const Strip& strip) {
  std::vector<uint64_t> words;
  for (int column = 0; column < kOutColumns; ++column) {
    for (int first = 0; first < arch::kLanes; first += arch::kWordPixels) {
      std::array<int, arch::kWordPixels> pixels;
      for (int k = 0; k < arch::kWordPixels; ++k) {
        pixels[k] = OutputPixel(layer, strip, first + k, column);
      }
      words.push_back(PixelWord(pixels));
    }
  }
  return words;
}

TestProgram Convolution(uint32_t runs) {
  TestProgram program;
  program.initial = Figure17Initial();
  program.repeated = Figure17Repeated();
  program.iterations = kOutColumns;
  program.extra = kFigure17Extra;
  program.runs = runs;
  program.bias_shift = kBiasShift;
  program.act_shift = kActShift;
  program.packet_words = 2 * kOutColumns;
  program.agu_inc[0] = kFigure17Inc;
  program.agu_toggle[0] = kFigure17Toggle;
  return program;
}

// Largest absolute weight and bias; large ones drive the sums into saturation.
class ConvolutionTest : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    test_.FillTable([](int entry) { return Activation(entry - arch::kActEntries / 2); });
    for (int run = 0; run < kRuns; ++run) {
      const Layer layer = RandomLayer(random_, GetParam());
      const Strip strip = RandomStrip(random_);
      AppendRun(layer, strip, input_);
      const std::vector<uint64_t> expected = ExpectedRun(layer, strip);
      expected_.insert(expected_.end(), expected.begin(), expected.end());
    }
  }

  void CheckOutput() {
    ASSERT_EQ(test_.sink.size(), expected_.size());
    for (size_t i = 0; i < expected_.size(); ++i) {
      EXPECT_EQ(test_.sink[i].data, expected_[i]) << "word " << i;
      EXPECT_EQ(test_.sink[i].last, i % (2 * kOutColumns) == 2 * kOutColumns - 1) << i;
    }
    EXPECT_TRUE(test_.source.empty());
    EXPECT_EQ(test_.Peek().in_level, 0u);
  }

  void Drain() {
    while (test_.Peek().act_push != 0 || test_.Peek().m_tvalid != 0) test_.Step();
  }

  static constexpr int kRuns = 2;
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
  TestCore test_;
  std::vector<uint64_t> input_;
  std::vector<uint64_t> expected_;
};

TEST_P(ConvolutionTest, EqualsPlainConvolution) {
  test_.Trace(Convolution(kRuns), input_);
  Drain();
  CheckOutput();
}

TEST_P(ConvolutionTest, DoesNotDependOnTheStreamsTiming) {
  std::bernoulli_distribution coin(0.4);
  test_.before_step = [&] {
    test_.source_valid = coin(random_);
    test_.sink_ready = coin(random_);
  };
  const auto trace = test_.Trace(Convolution(kRuns), input_);
  Drain();
  CheckOutput();
  EXPECT_TRUE(std::any_of(trace.begin(), trace.end(),
                          [](const arch::Probe& probe) { return probe.stall != 0; }));
}

INSTANTIATE_TEST_SUITE_P(Magnitudes, ConvolutionTest, testing::Values(20, 300, 4000, 32767));

// Without stalls an output column takes exactly the 14 cycles of the figure.
TEST(Figure17Test, OneColumnInFourteenCycles) {
  TestCore test;
  const TestProgram program = Convolution(1);
  const auto trace = test.Trace(
      program, std::vector<uint64_t>(kFigure17RepeatFirst + kOutColumns * kFigure17ColumnWords));
  EXPECT_EQ(trace.size(), kFigure17RepeatFirst + 14u * (kOutColumns + kFigure17Extra) + 1);
}

}  // namespace
}  // namespace nve::golden
