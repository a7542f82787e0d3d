// SPDX-License-Identifier: Apache-2.0
// Whole networks: the sums that are known, fixed strategies, time.
#include "planner/tso/network_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "base/diagnostics/diagnostics.hpp"
#include "tests/unit/planner/tso/layers.hpp"

namespace nve::planner::tso {
namespace {

using ::testing::HasSubstr;

struct Sums {
  const char* network;
  int64_t burst;
  int64_t no_burst;
};

void ExpectSums(const Sums& sums, Reading reading) {
  SearchOptions options;
  options.reading = reading;
  const NetworkShape network = NamedNetwork(sums.network);
  EXPECT_EQ(std::llround(SearchNetwork(network, Nmp(), options).microseconds), sums.burst)
      << sums.network;
  options.model = Model::kNoBurst;
  EXPECT_EQ(std::llround(SearchNetwork(network, Nmp(), options).microseconds), sums.no_burst)
      << sums.network;
}

// Whole microseconds over all convolutions, computed independently by the same rules. Figures of
// searches without bursts hang on which of many equal tiles is taken: Tie::kFirstFound.
TEST(TsoNetworks, SumsAsPrinted) {
  for (const Sums& sums : {Sums{"lenet", 37, 38}, Sums{"squeezenet_227", 7469, 10426},
                           Sums{"mobilenetv2", 6894, 10987}, Sums{"resnet50_224", 71055, 123606},
                           Sums{"inceptionv3", 104627, 137889}}) {
    ExpectSums(sums, Reading::kPrinted);
  }
}

TEST(TsoNetworks, SumsConsistent) {
  for (const Sums& sums : {Sums{"lenet", 32, 44}, Sums{"squeezenet_227", 4516, 21257},
                           Sums{"mobilenetv2", 6342, 38898}, Sums{"resnet50_224", 39595, 265113},
                           Sums{"inceptionv3", 49446, 218818}}) {
    ExpectSums(sums, Reading::kConsistent);
  }
}

// What a search without bursts is worth is luck: its tiles of equal time need few or many bursts.
TEST(TsoNetworks, TiesDecideWithoutBursts) {
  const struct {
    const char* network;
    Reading reading;
    int64_t fewest;
    int64_t widest;
    int64_t most;
  } rows[] = {{"inceptionv3", Reading::kPrinted, 106396, 139208, 139208},
              {"mobilenetv2", Reading::kPrinted, 7039, 12155, 13129},
              {"mobilenetv2", Reading::kConsistent, 7581, 42612, 62851},
              {"resnet50_224", Reading::kConsistent, 45801, 247652, 318242}};
  for (const auto& row : rows) {
    const auto sum = [&](Tie tie) {
      SearchOptions options;
      options.model = Model::kNoBurst;
      options.reading = row.reading;
      options.tie = tie;
      return std::llround(SearchNetwork(NamedNetwork(row.network), Nmp(), options).microseconds);
    };
    EXPECT_EQ(sum(Tie::kFewestBursts), row.fewest) << row.network;
    EXPECT_EQ(sum(Tie::kWidest), row.widest) << row.network;
    EXPECT_EQ(sum(Tie::kMostBursts), row.most) << row.network;
  }
}

// Equation 3 counts W and OUT tiles of one TLT only, so nothing beats it.
TEST(TsoNetworks, AsPrintedIsWinsEveryLayer) {
  int64_t layers = 0;
  for (const char* name :
       {"lenet", "squeezenet_227", "mobilenetv2", "resnet50_224", "inceptionv3"}) {
    for (const LayerResult& layer : SearchNetwork(NamedNetwork(name), Nmp(), {}).layers) {
      EXPECT_EQ(layer.mapping->flow, Flow::kInput);
      layers += layer.layer.count;
    }
  }
  EXPECT_EQ(layers, 227);
}

TEST(TsoNetworks, AllIntegersGainNothing) {
  for (const char* name :
       {"lenet", "mobilenetv2", "squeezenet_227", "resnet50_224", "inceptionv3"}) {
    for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
      SearchOptions options;
      options.reading = reading;
      const double distinct = SearchNetwork(NamedNetwork(name), Nmp(), options).microseconds;
      options.tiles = TileSet::kAll;
      const double all = SearchNetwork(NamedNetwork(name), Nmp(), options).microseconds;
      EXPECT_NEAR(distinct, all, 1e-9 * all) << name;
    }
  }
}

TEST(TsoNetworks, WsAloneCannotMapResNet) {
  SearchOptions options;
  options.flows = {Flow::kWeight};
  const NetworkResult result = SearchNetwork(NamedNetwork("resnet50_224"), Nmp(), options);
  EXPECT_EQ(result.unmapped, 3);
  for (const LayerResult& layer : result.layers) {
    EXPECT_EQ(layer.mapping.has_value(), layer.problem.empty());
  }
  try {
    RequireMapped(result);
    FAIL() << "nothing thrown";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("needs 9216 bytes of MB1 (weights), found 8192"));
    EXPECT_THAT(error.what(), HasSubstr("resnet50_224.csv:"));
  }
}

TEST(TsoNetworks, OnlyConvolutionsCount) {
  EXPECT_EQ(SearchNetwork(NamedNetwork("lenet"), Nmp(), {}).layers.size(), 2);
  NetworkShape classifier = NamedNetwork("lenet");
  classifier.layers.erase(classifier.layers.begin(), classifier.layers.begin() + 2);
  EXPECT_THROW(SearchNetwork(classifier, Nmp(), {}), InputError);
}

// The paper's search takes 6 minutes on one core, 59 s on 16.
TEST(TsoNetworks, InceptionTakesSecondsAtMost) {
  const NetworkShape network = NamedNetwork("inceptionv3");
  const auto before = std::chrono::steady_clock::now();
  SearchNetwork(network, Nmp(), {});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - before;
  EXPECT_LT(seconds.count(), 5);
}

}  // namespace
}  // namespace nve::planner::tso
