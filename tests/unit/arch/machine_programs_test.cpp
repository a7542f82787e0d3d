// SPDX-License-Identifier: Apache-2.0
// Programs of other machines: what is said where there are none. That one goes on in them is
// tests/tools/machine_test.py.
#include "arch/machine_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve::arch {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(MachinePrograms, OfTheOwnMachineThisOneGoesOn) { ContinueOn(BuildMachine()); }

TEST(MachinePrograms, OneThatIsNotBuiltNamesTheCommand) {
  Machine other = BuildMachine();
  other.name = "never_built";
  other.id = 0x1234;
  try {
    ContinueOn(other);
    ADD_FAILURE() << "it went on";
  } catch (const InputError& error) {
    EXPECT_THAT(
        error.what(),
        AllOf(HasSubstr("found no program for the machine never_built (0x00001234)"),
              HasSubstr("make machine MACHINE=FILE.json, with the description of never_built")));
  }
}

}  // namespace
}  // namespace nve::arch
