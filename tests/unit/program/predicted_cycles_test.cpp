// SPDX-License-Identifier: Apache-2.0
// Cycles of the steps, by hand: loads, first fetches, passes of the repeated part.
#include "program/predicted_cycles.hpp"

#include <gtest/gtest.h>

#include <variant>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

// Four instructions, of which 1 and 2 repeat.
TEST(PredictedCycles, CountLoadFetchAndPasses) {
  const ProgramLength length = {2, 2, 5};
  EXPECT_EQ(CyclesOfStart(length, 3, StartLoad::kProgram), 4 + 1 + 3 * (2 + 2 * 5));
  EXPECT_EQ(CyclesOfStart(length, 3, StartLoad::kTable), 128 + 4 + 1 + 3 * (2 + 2 * 5));
  EXPECT_EQ(CyclesOfStart(length, 3, StartLoad::kNothing), 1 + 3 * (2 + 2 * 5));
}

TEST(PredictedCycles, OfTheStepsAreThoseOfTheirLayers) {
  Binary binary = testing::SmallBinary();
  const std::vector<int64_t> layers = PredictedCycles(binary);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_GT(layers[0], 0);
  EXPECT_GT(layers[1], layers[0]);  // one pass more
  EXPECT_EQ(TotalPredictedCycles(binary), layers[0] + layers[1]);
  binary.layers.clear();  // as in a binary assembled by hand
  EXPECT_EQ(TotalPredictedCycles(binary), layers[0] + layers[1]);
}

TEST(PredictedCycles, LoadOnlyWhatTheCoreDoesNotHold) {
  Binary binary = testing::SmallBinary();
  const int64_t once = PredictedCycles(binary)[0];
  binary.steps.insert(binary.steps.begin(), binary.steps.front());
  const auto size = static_cast<int64_t>(binary.programs[0].code.size());
  EXPECT_EQ(PredictedCycles(binary)[0], 2 * once - size - kTableWords);
  std::get<RunStep>(binary.steps.front()).core = 1;
  EXPECT_EQ(PredictedCycles(binary)[0], 2 * once);
}

TEST(PredictedCycles, TheBusiestCoreIsThatOfEachLayer) {
  Binary binary = testing::SmallBinary();
  const std::vector<int64_t> once = PredictedCycles(binary);
  EXPECT_EQ(BusiestCoreCycles(binary), once);
  binary.steps.insert(binary.steps.begin(), 2, binary.steps.front());
  std::get<RunStep>(binary.steps[0]).core = 1;
  EXPECT_EQ(BusiestCoreCycles(binary)[0], PredictedCycles(binary)[0] - once[0]);
  EXPECT_EQ(BusiestCoreCycles(binary)[1], once[1]);
}

}  // namespace
}  // namespace nve
