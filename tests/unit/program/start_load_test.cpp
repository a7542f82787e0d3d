// SPDX-License-Identifier: Apache-2.0
// What a START must load, and the words and the command of it.
#include "program/start_load.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

TEST(StartLoadTest, WordsAndCommands) {
  EXPECT_EQ(LoadWords(StartLoad::kNothing, 7), 0);
  EXPECT_EQ(LoadWords(StartLoad::kProgram, 7), 7);
  EXPECT_EQ(LoadWords(StartLoad::kTable, 7), 128 + 7);
  EXPECT_EQ(StartCommand(StartLoad::kNothing), 1u);
  EXPECT_EQ(StartCommand(StartLoad::kProgram), 3u);
  EXPECT_EQ(StartCommand(StartLoad::kTable), 11u);
}

// Two programs with a table each.
TEST(StartLoadTest, IsWhatTheCoreDoesNotHold) {
  Binary binary = testing::SmallBinary();
  CoreContents core;
  EXPECT_EQ(core.Missing(binary, 0), StartLoad::kTable);
  EXPECT_FALSE(core.HoldsProgram(0));
  core.Hold(binary, 0);
  EXPECT_EQ(core.Missing(binary, 0), StartLoad::kNothing);
  EXPECT_TRUE(core.HoldsProgram(0));
  EXPECT_EQ(core.Missing(binary, 1), StartLoad::kTable);
  binary.tables[1] = binary.tables[0];
  EXPECT_EQ(core.Missing(binary, 1), StartLoad::kProgram) << "equal entries";
  binary.programs[0].table = 1;
  binary.tables[1][1023] ^= 1;
  EXPECT_EQ(core.Missing(binary, 0), StartLoad::kTable) << "another table of the same program";
  core.Forget();
  EXPECT_EQ(core.Missing(binary, 0), StartLoad::kTable);
}

}  // namespace
}  // namespace nve
