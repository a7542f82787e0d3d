// SPDX-License-Identifier: Apache-2.0
// Ranges and defaults of settings, written out by hand from docs/isa.md, section 10: what the
// description generates must be what the machine was meant to have.
#include "program/settings.hpp"

#include <gtest/gtest.h>

#include <map>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

TEST(Settings, RangesOfTheDocument) {
  const std::map<std::string, std::pair<int64_t, int64_t>> ranges = {
      {"PROGRAM_SIZE", {1, arch::BuildSizes().instruction_words}},
      {"REPEAT_FIRST", {0, arch::BuildSizes().instruction_words - 1}},
      {"REPEAT_LAST", {0, arch::BuildSizes().instruction_words - 1}},
      {"ITERATIONS", {1, 65535}},
      {"EXTRA", {0, 15}},
      {"RUNS", {1, 65535}},
      {"STRIDE", {1, arch::BuildSizes().max_stride}},
      {"BIAS_SHIFT", {0, 16}},
      {"ACT_SHIFT", {0, 31}},
      {"PACKET_WORDS", {0, 4294967295}},
      {"AGU_INC1", {0, 2047}},
      {"AGU_TOGGLE1", {0, 2047}},
      {"AGU_INC2", {0, 2047}},
      {"AGU_TOGGLE2", {0, 2047}},
      {"AGU_INC3", {0, 2047}},
      {"AGU_TOGGLE3", {0, 2047}},
      {"IRQ_ENABLE", {0, 1}},
  };
  for (const auto& [name, range] : ranges) {
    EXPECT_EQ(RangeOf(arch::BuildMachine(), name).low, range.first) << name;
    EXPECT_EQ(RangeOf(arch::BuildMachine(), name).high, range.second) << name;
  }
  for (const std::string& name : ProgramSettingNames()) EXPECT_TRUE(ranges.contains(name)) << name;
}

TEST(Settings, DefaultsLieInTheirRanges) {
  for (const size_t size : {size_t{1}, static_cast<size_t>(arch::BuildSizes().instruction_words)}) {
    for (const auto& [name, value] : DefaultSettings(size)) {
      EXPECT_GE(value, RangeOf(arch::BuildMachine(), name).low) << name;
      EXPECT_LE(value, RangeOf(arch::BuildMachine(), name).high) << name;
    }
  }
}

TEST(Settings, UnknownNameIsABugOfOurs) {
  EXPECT_THROW(RangeOf(arch::BuildMachine(), "AGU_INC4"), InternalError);
  EXPECT_THROW(SettingOf({}, "AGU_INC4"), InternalError);
}

}  // namespace
}  // namespace nve
