// SPDX-License-Identifier: Apache-2.0
// Words for a shell: what the shell makes of them is the text again.
#include "base/text/shell_word.hpp"

#include <gtest/gtest.h>

#include "base/processes/run_program.hpp"

namespace nve {
namespace {

TEST(ShellWord, PlainWordsStayAsTheyAre) {
  EXPECT_EQ(ShellWord("out/cosim/program.nve"), "out/cosim/program.nve");
}

TEST(ShellLine, HasAllWordsAsTheyAre) {
  const char* const words[] = {"bin/nve-sim", "a b.nve", "--input", "-"};
  EXPECT_EQ(ShellLine(4, words), "bin/nve-sim 'a b.nve' --input -");
  EXPECT_EQ(ShellLine(0, words), "");
}

TEST(ShellWord, TheShellReadsTheTextAgain) {
  for (const std::string text :
       {"a b", "it's", "$HOME `date` \"x\"", "*", "", "\\", "~", "a;b|c&d", "#", "two\nlines"}) {
    EXPECT_EQ(RunProgram({"sh", "-c", "printf %s. " + ShellWord(text)}).output, text + ".");
  }
}

}  // namespace
}  // namespace nve
