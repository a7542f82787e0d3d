// SPDX-License-Identifier: Apache-2.0
// Machines as values: what the generator writes is what the program was compiled with.
#include "arch/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve::arch {
namespace {

using ::testing::HasSubstr;

std::string Refusal(const std::string& text) {
  try {
    ParseMachine(text, "x.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Machine, RangesAreThoseOfItsSizes) {
  const Machine& machine = BuildMachine();
  EXPECT_EQ(machine.RangeOf(kRegProgramSize).max,
            static_cast<uint32_t>(machine.sizes.instruction_words));
  EXPECT_EQ(machine.RangeOf(kRegExtra).max, static_cast<uint32_t>(machine.sizes.max_extra_passes));
  EXPECT_EQ(machine.RangeOf(kRegStride).max, static_cast<uint32_t>(machine.sizes.max_stride));
  EXPECT_EQ(machine.RangeOf(kRegRuns).min, 1u);
  EXPECT_EQ(machine.sizes.ri_entries, machine.sizes.max_stride * kLanes + kWordPixels - 1);
}

TEST(Machine, RegistersKnowTheirPlace) {
  for (size_t i = 0; i < kRegisters.size(); ++i) EXPECT_EQ(kRegisters[i].index, i);
}

TEST(Machine, FieldsHaveMoreCodesOnSplitMachines) {
  EXPECT_EQ(kIregOp.Values(true), kIregOp.Values(false) + 1);
  EXPECT_EQ(kMemaPart.Values(false), 1u);
  EXPECT_EQ(kWregOp.Values(true), kWregOp.Values(false));
}

TEST(Machine, OtherFilesAreRefused) {
  EXPECT_THAT(Refusal("{"), HasSubstr("x.json: error: not JSON"));
  EXPECT_THAT(Refusal("{}"), HasSubstr("no machine of this version"));
  EXPECT_THAT(Refusal(R"({"name": 3})"), HasSubstr("no machine of this version"));
  EXPECT_THAT(Refusal(R"({"name": "a", "title": "b", "arch_id": 1, "sizes": {}})"),
              HasSubstr("arch/generate.py"));
}

}  // namespace
}  // namespace nve::arch
