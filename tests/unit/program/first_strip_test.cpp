// SPDX-License-Identifier: Apache-2.0
// Steps that write the first rows of the output: of several that share it all, of other rows none.
#include "program/first_strip.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

// The plane of the output is written by the last run; a step for other rows does not count.
TEST(FirstStrip, IsWrittenByTheStepsOfItsRows) {
  Binary binary = testing::SmallBinary();
  std::vector<bool> writes = WritesFirstStrip(binary);
  ASSERT_EQ(writes.size(), binary.steps.size());
  EXPECT_EQ(std::ranges::count(writes, true), 1);
  const size_t writer = static_cast<size_t>(std::ranges::find(writes, true) - writes.begin());
  const auto& run = std::get<RunStep>(binary.steps[writer]);
  EXPECT_EQ(binary.programs[static_cast<size_t>(run.program)].layer, 1) << "the last layer";
  binary.output_planes.clear();
  writes = WritesFirstStrip(binary);
  EXPECT_EQ(std::ranges::count(writes, true), 0);
}

}  // namespace
}  // namespace nve
