// SPDX-License-Identifier: Apache-2.0
// NPU files: the paper's machine, and all that can be wrong with one.
#include "planner/tso/npu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/output_file.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner::tso {
namespace {

using ::testing::HasSubstr;

std::string ProblemsOf(const std::string& text) {
  const TestFolder folder;
  WriteFileAtomically(folder / "n.json", std::string_view(text));
  try {
    ReadNpu(folder / "n.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string FileWith(const std::string& memories, const std::string& element,
                     const std::string& burst) {
  return R"({"tles": 2, "tlts": 2, "mem_bytes": )" + memories + R"(, "element_bytes": )" + element +
         R"(, "macs": 1, "frequency": 1, "bandwidth": 1, "cas": 1, "burst": )" + burst + "}";
}

// Sections III and VI.
TEST(NpuFile, OfTheNmp) {
  const Npu nmp = ReadNpu("nmp");
  EXPECT_EQ(NpuNames(), std::vector<std::string>{"nmp"});
  EXPECT_EQ(nmp.name, "nmp");
  EXPECT_EQ(nmp.tles, 4);
  EXPECT_EQ(nmp.tlts, 8);
  for (const int64_t bytes : nmp.mem_bytes) EXPECT_EQ(bytes, 8192);
  EXPECT_EQ(nmp.element_bytes, 2);
  EXPECT_EQ(nmp.macs, 8);
  EXPECT_EQ(nmp.frequency, 1);
  EXPECT_EQ(nmp.bandwidth, 17);
  EXPECT_EQ(nmp.cas, 14);
  EXPECT_EQ(nmp.burst_bytes, 128);
}

TEST(NpuFile, SaysAllThatIsWrong) {
  const std::string problems = ProblemsOf(R"({"tles": 0, "tlts": -8, "mem_bytes": [1, 2],
      "element_bytes": 1e30, "macs": 2.5, "frequency": "fast", "bandwidth": -17, "cas": null,
      "burst": 18446744073709551615, "cores": 4})");
  for (const char* text :
       {"\"cores\": unknown, allowed: tles, tlts, mem_bytes, element_bytes, macs, frequency",
        "\"tles\": found 0, allowed: a whole number from 1 to 1024: tiles of the NPU",
        "\"tlts\": found -8, allowed: a whole number from 1 to 1024",
        "\"mem_bytes\": found [1,2], allowed: 3 whole numbers from 1",
        "\"element_bytes\": found 1e+30, allowed: a whole number from 1 to 8",
        "\"macs\": found 2.5, allowed: a whole number",
        "\"frequency\": found \"fast\", allowed: a number of GHz from 1e-06 to ",
        "\"bandwidth\": found -17, allowed: a number of GB/s from 1e-06 to ",
        "\"cas\": found null, allowed: a number of ns from 1e-06 to ",
        "\"burst\": found 18446744073709551615, allowed: a whole number from 1 to 65536"}) {
    EXPECT_THAT(problems, HasSubstr(text));
  }
}

TEST(NpuFile, MissingFields) {
  const std::string problems = ProblemsOf("{}");
  for (const char* field : {"tles", "tlts", "mem_bytes", "element_bytes", "macs", "frequency",
                            "bandwidth", "cas", "burst"}) {
    EXPECT_THAT(problems, HasSubstr(std::string("\"") + field + "\": missing, allowed: "));
  }
}

TEST(NpuFile, FieldsThatContradictEachOther) {
  EXPECT_EQ(ProblemsOf(FileWith("[8, 8, 8]", "2", "128")), "");
  EXPECT_THAT(ProblemsOf(FileWith("[8, 1, 8]", "2", "128")),
              HasSubstr("\"mem_bytes\": found a memory of 1 bytes, allowed: at least one element"));
  EXPECT_THAT(ProblemsOf(FileWith("[8, 8, 8]", "2", "7")),
              HasSubstr("\"burst\": found 7, allowed: a multiple of an element's 2 bytes"));
}

TEST(NpuFile, NoJson) {
  EXPECT_THAT(ProblemsOf(""), HasSubstr("n.json"));
  EXPECT_THAT(ProblemsOf("[]"), HasSubstr("found no object"));
  EXPECT_THAT(ProblemsOf(std::string("\x00\xff\x7f{", 4)), HasSubstr("n.json"));
  EXPECT_THROW(ReadNpu("no_such_npu"), InputError);
}

}  // namespace
}  // namespace nve::planner::tso
