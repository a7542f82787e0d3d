// SPDX-License-Identifier: Apache-2.0
// Layers that are planned once: which sizes make them different, and how many each stands for.
#include "planner/shapes/schedule_cache.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "planner/shapes/layer_limits.hpp"
#include "planner/shapes/network_totals.hpp"
#include "planner/shapes/shapes_csv.hpp"

namespace nve::planner {
namespace {

TEST(ScheduleCache, EverySizeButTheCountTellsLayersApart) {
  for (const SizeLimit& limit : kSizeLimits) {
    LayerShape other;
    other.*limit.size += 1;
    const bool counts = std::string(limit.name) == "count";
    EXPECT_EQ(KeyOf(LayerShape{}) == KeyOf(other), counts) << limit.name;
  }
  LayerShape renamed;
  renamed.name = "other";
  renamed.from = {"a"};
  renamed.source = "s";
  renamed.line = 7;
  EXPECT_EQ(KeyOf(LayerShape{}), KeyOf(renamed));
}

TEST(ScheduleCache, FirstOfEachKindWithItsMultiplicity) {
  NetworkShape network;
  for (const int64_t oc : {3, 5, 3, 7, 5}) {
    LayerShape layer;
    layer.name = "l" + std::to_string(network.layers.size());
    layer.oc = oc;
    layer.count = oc;
    network.layers.push_back(layer);
  }
  const ScheduleCache cache = CacheLayers(network);
  EXPECT_EQ(cache.place, (std::vector<size_t>{0, 1, 0, 2, 1}));
  ASSERT_EQ(cache.distinct.size(), 3u);
  EXPECT_EQ(cache.distinct[0].name, "l0");
  EXPECT_EQ(cache.distinct[1].name, "l1");
  EXPECT_EQ(cache.distinct[2].name, "l3");
  EXPECT_EQ(cache.distinct[0].count, 6);
  EXPECT_EQ(cache.distinct[1].count, 10);
  EXPECT_EQ(cache.distinct[2].count, 7);
}

TEST(ScheduleCache, LosesNoLayerAndNoWork) {
  for (const char* name : {"vgg16", "alexnet", "inceptionv3", "mobilenetv2"}) {
    const NetworkShape network =
        ReadShapes(std::string(NVE_SOURCE_DIR "/networks/shapes/") + name + ".csv");
    NetworkShape distinct;
    distinct.layers = CacheLayers(network).distinct;
    EXPECT_EQ(TotalsOf(distinct).layers, TotalsOf(network).layers) << name;
    EXPECT_EQ(TotalsOf(distinct).weights, TotalsOf(network).weights) << name;
    EXPECT_EQ(TotalsOf(distinct).macs, TotalsOf(network).macs) << name;
  }
}

}  // namespace
}  // namespace nve::planner
