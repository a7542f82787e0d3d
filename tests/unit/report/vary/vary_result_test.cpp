// SPDX-License-Identifier: Apache-2.0
// Results of varied parameters: written, read and joined.
#include "report/vary/vary_result.hpp"

#include <gmock/gmock.h>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "report/result/file_kinds.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/drawing.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

VariedRun Row(const Named<std::string>& values, int64_t cycles) {
  return {values, {{"L1", cycles, cycles + 5}, {"total", cycles, cycles + 9}}};
}

VaryResult Some(const std::vector<std::string>& values) {
  VaryResult result;
  result.tool = "nve-cosim";
  result.network = "n";
  result.parameters = {"memory.batch_bursts"};
  for (const std::string& value : values) {
    result.rows.push_back(
        Row({{"memory.batch_bursts", value}}, 100 * static_cast<int64_t>(value.size())));
  }
  return result;
}

VaryResult Two() {
  VaryResult result = Some({});
  result.parameters.emplace_back("board.ports");
  for (const char* bursts : {"1", "2"}) {
    for (const char* ports : {"separate", "shared"}) {
      result.rows.push_back(Row({{"memory.batch_bursts", bursts}, {"board.ports", ports}}, 100));
    }
  }
  return result;
}

class VaryFiles : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, const VaryResult& result) const {
    WriteFileAtomically(folder_ / name, VaryJson(result).dump());
    return folder_ / name;
  }

  static void ExpectRefused(const std::vector<std::string>& paths, const std::string& text) {
    try {
      ReadVaried(paths);
      ADD_FAILURE() << "not refused: " << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
  }

  TestFolder folder_;
};

TEST_F(VaryFiles, AreJoinedInTheirOrder) {
  const VaryResult all = ReadVaried({Write("a", Some({"1", "2"})), Write("b", Some({"4"}))});
  EXPECT_EQ(VaryJson(all), VaryJson(Some({"1", "2", "4"})));
  EXPECT_EQ(VaryJson(ReadVaried({Write("c", Two())})), VaryJson(Two()));
}

TEST_F(VaryFiles, OfOtherRunsAreRefused) {
  const std::string good = Write("a", Some({"1"}));
  VaryResult other = Some({"2"});
  other.network = "m";
  ExpectRefused({good, Write("b", other)}, "found m, allowed: n, as in the first file");
  ExpectRefused({good, Write("b", Two())}, "found memory.batch_bursts, board.ports, allowed: ");
  ExpectRefused({good, good}, "every combination of values once");
  VaryResult fewer = Two();
  fewer.rows.pop_back();
  ExpectRefused({Write("b", fewer)}, "every combination of values once");
  VaryResult named = Some({"2"});
  named.rows[0].values[0].first = "x";
  ExpectRefused({Write("b", named)}, "found a row with other values");
  VaryResult layers = Some({"2"});
  layers.rows[0].layers.pop_back();
  ExpectRefused({good, Write("b", layers)}, "of the same layers");
  ExpectRefused({Write("b", Some({}))}, "found 0 rows");
  WriteFileAtomically(folder_ / "c", R"({"schema": "nve-run"})");
  ExpectRefused({folder_ / "c"}, "found no result of varied parameters");
}

TEST(VaryResult, IsATable) {
  EXPECT_THAT(VaryTable(Two()), HasSubstr("memory.batch_bursts=2 board.ports=shared"));
  EXPECT_EQ(VaryCsv(Some({"1"})),
            "memory.batch_bursts,layer,cycles,elapsed_cycles\n1,L1,100,105\n1,total,100,109\n");
}

TEST(VaryResult, IsAChartOfLinesOrAMap) {
  const std::string lines = VaryChart(Some({"1", "2", "4"}));
  EXPECT_EQ(testing::Parse(lines).elements.at("circle"), 6);
  EXPECT_THAT(lines, HasSubstr("data-source=\"0#/rows/2/layers/1/elapsed_cycles\""));
  const std::string map = VaryChart(Two());
  EXPECT_EQ(testing::Parse(map).elements.at("rect"), 1 + 4);
  EXPECT_THAT(map, HasSubstr("data-source=\"0#/rows/3/layers/1/elapsed_cycles\""));
}

TEST(VaryResult, HasASchema) {
  EXPECT_EQ(SchemaOf("vary")["properties"]["schema"]["const"], "nve-vary");
}

}  // namespace
}  // namespace nve
