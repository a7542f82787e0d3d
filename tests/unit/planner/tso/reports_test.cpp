// SPDX-License-Identifier: Apache-2.0
// Results as data and as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "planner/tso/tso_result.hpp"
#include "planner/tso/tso_text.hpp"
#include "report/result/result_json.hpp"
#include "tests/unit/planner/tso/layers.hpp"

namespace nve::planner::tso {
namespace {

using ::testing::HasSubstr;

TEST(TsoResult, RowsOfFiveNetworksModelsAndReadings) {
  const auto json = ResultJson(TsoTableResult(NetworkTable(Nmp())));
  ASSERT_EQ(json["rows"].size(), 20);
  std::set<std::string> keys;
  for (const auto& row : json["rows"]) {
    keys.insert(row["network"].get<std::string>() + " " + row["model"].get<std::string>() + " " +
                row["reading"].get<std::string>());
    double sum = 0;
    for (const auto& layer : row["layers"]) {
      sum += layer["count"].get<double>() * layer["microseconds"].get<double>();
      for (const char* key : {"layer", "partition", "flow"}) EXPECT_TRUE(layer[key].is_string());
      for (const char* key : {"alphas", "bursts"}) {
        for (const char* part : {"in", "w", "out"}) EXPECT_GT(layer[key][part], 0);
      }
      for (const char* step : {"m", "n", "r", "c"}) EXPECT_GT(layer["tile"][step], 0);
    }
    EXPECT_NEAR(sum, row["microseconds"].get<double>(), 1e-9 * sum);
  }
  EXPECT_EQ(keys.size(), 20);
  for (const char* network : {"inceptionv3", "lenet", "mobilenetv2", "resnet50", "squeezenet"}) {
    EXPECT_TRUE(keys.contains(std::string(network) + " noburst consistent"));
  }
}

// The members of each layer are those of the search: LeNet, as printed.
TEST(TsoResult, OfALayer) {
  const auto json = ResultJson(TsoResult(SearchNetwork(TsoNetwork("lenet"), Nmp(), {})));
  EXPECT_EQ(json["unmapped"], 0);
  EXPECT_EQ(json["layers"][0].dump(),
            R"({"layer":"conv1","count":1,"partition":"KS&OFM","flow":"IS",)"
            R"("tile":{"m":2,"n":1,"r":12,"c":24},"alphas":{"in":4,"w":4,"out":2},)"
            R"("bursts":{"in":7,"w":1,"out":10},"microseconds":5.597882352941177,)"
            R"("estimate":5.597882352941177})");
}

TEST(TsoResult, OfALayerWithoutAMapping) {
  SearchOptions options;
  options.flows = {Flow::kWeight};
  const NetworkResult result = SearchNetwork(TsoNetwork("resnet50"), Nmp(), options);
  const auto json = ResultJson(TsoResult(result));
  EXPECT_EQ(json["unmapped"], 3);
  int problems = 0;
  for (const auto& layer : json["layers"]) {
    problems += layer.contains("problem") ? 1 : 0;
    EXPECT_NE(layer.contains("problem"), layer.contains("flow"));
  }
  EXPECT_EQ(problems, 1);
  EXPECT_THAT(NetworkText(result),
              HasSubstr("res5a_branch2b: the smallest tile of WS needs 9216 bytes"));
  EXPECT_THAT(NetworkText(result), HasSubstr("53 convolutions, 3 without a mapping: "));
}

// A strategy for all layers is never faster than the best for each.
TEST(TsoTables, OfStrategies) {
  for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
    const std::vector<StrategyRow> rows = StrategyTable(Nmp(), reading);
    ASSERT_EQ(rows.size(), 5);
    for (const StrategyRow& row : rows) {
      for (size_t i = 1; i < kColumns; ++i) {
        if (row.unmapped[i] > 0) continue;
        EXPECT_GE(row.microseconds[i], row.microseconds[0] * (1 - 1e-12)) << row.network;
      }
    }
    EXPECT_EQ(rows[3].unmapped[static_cast<size_t>(Column::kWs)], 3);
    EXPECT_THAT(StrategyText(rows), HasSubstr("3 unmapped"));
    EXPECT_THAT(StrategyText(rows), HasSubstr("1.217"));
  }
}

TEST(TsoTables, AsText) {
  const std::string text = TableText(NetworkTable(Nmp()));
  EXPECT_THAT(text, HasSubstr("137889.1"));
  EXPECT_THAT(text, HasSubstr("squeezenet"));
}

}  // namespace
}  // namespace nve::planner::tso
