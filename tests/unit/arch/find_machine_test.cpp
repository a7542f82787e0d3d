// SPDX-License-Identifier: Apache-2.0
// From names, descriptions and ARCH_IDs to machines, and what is said of those that are none.
#include "arch/find_machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::arch {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <typename Action>
std::string ErrorOf(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string Description(const TestFolder& folder, const std::string& name,
                        const std::string& members) {
  const std::string path = folder / (name + ".json");
  std::ofstream(path) << R"({"extends": ")" << NVE_SOURCE_DIR << R"(/arch/nve.json")" << members
                      << "}\n";
  return path;
}

TEST(FindMachine, ByNameIsWhatTheDescriptionSays) {
  const Machine small = NamedMachine("nve_small");
  EXPECT_EQ(small.name, "nve_small");
  EXPECT_EQ(small.sizes.instruction_words, 256);
  EXPECT_EQ(small.sizes.output_fifo_words, 3);
  const Machine split = NamedMachine("nve_split");
  EXPECT_TRUE(split.sizes.split);
  EXPECT_EQ(split.sizes.ri_entries, kLanes + kWordPixels - 1);
  EXPECT_EQ(NamedMachine(""), BuildMachine());
}

// The generator's numbers are those that this program's constants were made of.
TEST(FindMachine, TheBuildsOwnIsTheDescribedOne) {
  const std::string file = NVE_SOURCE_DIR "/arch/" + BuildMachine().name + ".json";
  EXPECT_EQ(DescribedMachine(file), BuildMachine());
}

TEST(FindMachine, ByIdentity) {
  const Machine small = NamedMachine("nve_small");
  EXPECT_EQ(FindMachine("nve_small", small.id), small);
  EXPECT_EQ(FindMachine("nve_small", small.id, small), small);
  EXPECT_THAT(ErrorOf([&] { FindMachine("nve_small", small.id ^ 1); }),
              AllOf(HasSubstr("built for nve_small"), HasSubstr("arch/*.json"),
                    HasSubstr("machines/*/machine.json"), HasSubstr("--machine FILE.json")));
  EXPECT_THAT(ErrorOf([&] { FindMachine("nve_small", small.id, NamedMachine("nve_split")); }),
              HasSubstr("--machine is nve_split"));
}

TEST(FindMachine, OneOfYourOwnHasItsFilesName) {
  const TestFolder folder;
  const Machine mine =
      NamedMachine(Description(folder, "mine", R"(, "buffers": {"instruction_words": 256})"));
  EXPECT_EQ(mine.name, "mine");
  EXPECT_EQ(mine.sizes.instruction_words, 256);
  EXPECT_NE(mine.id, NamedMachine("nve").id);
}

TEST(FindMachine, AllProblemsOfADescriptionAreSaid) {
  const TestFolder folder;
  const std::string file = Description(
      folder, "wrong",
      R"(, "buffers": {"instruction_words": 5, "input_fifo_words": 1}, "clock_mhz": 200)");
  EXPECT_THAT(ErrorOf([&] { NamedMachine(file); }),
              AllOf(HasSubstr(file + ": error: buffers.instruction_words: found 5, allowed: 64"),
                    HasSubstr("buffers.input_fifo_words: found 1"),
                    HasSubstr("clock_mhz: found 200, allowed: 100, the same on every machine")));
}

TEST(FindMachine, NamesThatAreNone) {
  EXPECT_THAT(
      ErrorOf([] { NamedMachine("nve_big"); }),
      AllOf(HasSubstr("--machine: found 'nve_big'"), HasSubstr("nve, nve_small, nve_split")));
  EXPECT_THAT(ErrorOf([] { NamedMachine("missing.json"); }), HasSubstr("missing.json"));
  EXPECT_EQ(DescriptionOf("nve_small"), "");
  EXPECT_EQ(DescriptionOf("a/mine.json"), "a/mine.json");
}

}  // namespace
}  // namespace nve::arch
