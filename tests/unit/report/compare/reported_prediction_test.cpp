// SPDX-License-Identifier: Apache-2.0
// Predictions as files have them, and what is none.
#include "report/compare/reported_prediction.hpp"

#include <gmock/gmock.h>

#include "report/result/result_json.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json Some() { return ResultJson(testing::SomePrediction().file); }

TEST(Prediction, IsReadAsItIs) {
  const CompiledFile file = PredictionIn({"p.json", Some()});
  EXPECT_EQ(ResultJson(file), Some());
}

TEST(Prediction, OfAFileWithoutOneIsRefused) {
  Json without = Some();
  without.erase("predicted");
  ExpectInputError(
      [&] {
        PredictionIn({"p.json", without});
      },
      "p.json: error: found no predicted cycles, allowed: beside results of runs a "
      "file of nvec NETWORK.xml --predict --json FILE");
}

TEST(Prediction, IsAsItsSchemaSays) {
  const auto refused = [](const char* pointer, const Json& value, const std::string& text) {
    Json wrong = Some();
    wrong[Json::json_pointer(pointer)] = value;
    ExpectInputError([&] { PredictionIn({"p.json", wrong}); }, text);
  };
  refused("/schema_version", 99, "found schema_version 99, allowed: 1");
  refused("/predicted", 7, "</predicted>: found 7, allowed: an object");
  refused("/predicted/total/feeds/mover/cycles", "x", "found \"x\", allowed: a whole number");
  refused("/predicted/layers/0/more", 1, "</predicted/layers/0>: found more, allowed: name, feeds");
}

TEST(PredictedLayers, HaveTheirPlaces) {
  ReportedPrediction prediction = testing::SomePrediction(4);
  prediction.file.predicted->layers[1].name = "L1";
  const auto layers = PredictedLayers(prediction);
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[1].first, "L1 (2)");
  EXPECT_EQ(layers[2].first, "total");
  const auto feed = PredictedFeed(layers[1].second, "mover");
  EXPECT_EQ(feed->At(&FeedOfPrediction::cycles).Pointer(),
            "4#/predicted/layers/1/feeds/mover/cycles");
  EXPECT_EQ((*feed)->cycles, 240);
  EXPECT_FALSE(PredictedFeed(layers[1].second, "ideal"));
}

}  // namespace
}  // namespace nve
