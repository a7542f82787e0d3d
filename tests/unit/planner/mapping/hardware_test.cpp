// SPDX-License-Identifier: Apache-2.0
// Hardware files: as the thesis prints them, and all that can be wrong with one.
#include "planner/mapping/hardware.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/output_file.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner {
namespace {

using ::testing::HasSubstr;

std::string ProblemsOf(const std::string& text) {
  const TestFolder folder;
  WriteFileAtomically(folder / "h.json", std::string_view(text));
  try {
    ReadHardware(folder / "h.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(HardwareFile, OfFigure61) {
  const Hardware hardware = ReadHardware("figure61");
  EXPECT_EQ(hardware.bandwidth, 1.6);
  EXPECT_EQ(hardware.frequency, 1.2);
  EXPECT_EQ(hardware.InputWords(), 368 * 256);
  EXPECT_EQ(hardware.WeightWords(), 288 * 256);
  EXPECT_EQ(hardware.OutputWords(), 144 * 256);
  EXPECT_EQ(hardware.Pes(), 1024);
  EXPECT_EQ(hardware.pe_mapping[0], std::vector{Loop::kIc});
  EXPECT_EQ(hardware.pe_mapping[1], std::vector{Loop::kOc});
}

// Table 8.2.
TEST(HardwareFile, OfTheFourSetUps) {
  const int64_t kb[4][3] = {{256, 128, 256}, {512, 256, 512}, {256, 256, 256}, {256, 512, 256}};
  for (int i = 0; i < 4; ++i) {
    const Hardware hardware = NamedMachine(static_cast<char>('A' + i));
    for (size_t m = 0; m < 3; ++m) EXPECT_EQ(hardware.mem_words[m], kb[i][m] * 256);
  }
}

TEST(HardwareFile, SaysAllThatIsWrong) {
  const std::string problems = ProblemsOf(R"({"bandwidth": -1, "frequency": "fast",
      "mem_size": [1, 2], "pe_len": [0, 4], "pe_mapping": [["IC"], ["IC"]], "cache": 1})");
  for (const char* text :
       {"\"cache\": unknown, allowed: bandwidth, frequency, mem_size, pe_len, pe_mapping",
        "\"bandwidth\": found -1, allowed: a number of GB/s from 1e-06 to ",
        "\"frequency\": found \"fast\", allowed: a number of GHz",
        "\"mem_size\": found [1,2], allowed: 3 whole numbers from 1",
        "\"pe_len\": found [0,4], allowed: 2 whole numbers from 1",
        "\"pe_mapping\": found [[\"IC\"],[\"IC\"]], allowed: two lists of loops"}) {
    EXPECT_THAT(problems, HasSubstr(text));
  }
}

TEST(HardwareFile, MissingAndContradictoryFields) {
  const std::string missing = ProblemsOf("{}");
  for (const char* field : {"bandwidth", "frequency", "mem_size", "pe_len", "pe_mapping"}) {
    EXPECT_THAT(missing, HasSubstr(std::string("\"") + field + "\": missing, allowed: "));
  }
  EXPECT_THAT(ProblemsOf(R"({"bandwidth": 1, "frequency": 1, "mem_size": [1, 2, 3],
                             "pe_len": [4, 1], "pe_mapping": [[], []]})"),
              HasSubstr("found no loop along 4 PEs"));
  EXPECT_THAT(ProblemsOf(R"({"bandwidth": 1, "frequency": 1, "mem_size": [1, 2, 1e30],
                             "pe_len": [4, 1], "pe_mapping": [["OC"], []]})"),
              HasSubstr("\"mem_size\": found [1,2,1e+30]"));
  EXPECT_THAT(ProblemsOf("[]"), HasSubstr("found no object"));
}

}  // namespace
}  // namespace nve::planner
