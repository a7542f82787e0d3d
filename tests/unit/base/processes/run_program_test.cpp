// SPDX-License-Identifier: Apache-2.0
// Programs run to their end.
#include "base/processes/run_program.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

TEST(RunProgram, GivesWhatWasPrintedAndHowItEnded) {
  const ProgramEnd end = RunProgram({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(end.output, "out\n");
  EXPECT_EQ(end.errors, "err\n");
}

TEST(RunProgram, TakesAnyAmountOfBoth) {
  const ProgramEnd end =
      RunProgram({"sh", "-c", "head -c 400000 /dev/zero; head -c 400000 /dev/zero >&2"});
  EXPECT_EQ(end.output.size(), 400000u);
  EXPECT_EQ(end.errors.size(), 400000u);
}

TEST(RunProgram, ASignalIsAnExitCode) {
  EXPECT_EQ(RunProgram({"sh", "-c", "kill -9 $$"}).exit_code, 128 + 9);
}

TEST(RunProgram, WordsStayWords) {
  EXPECT_EQ(RunProgram({"printf", "%s|", "a b", "$HOME", "'"}).output, "a b|$HOME|'|");
}

TEST(RunProgram, OneThatIsNotThere) { EXPECT_THROW(RunProgram({"/no/such/program"}), InputError); }

}  // namespace
}  // namespace nve
