// SPDX-License-Identifier: Apache-2.0
// Layers are told apart by name, and those that did not end are left out.
#include "report/compare/named_layers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_run.hpp"

namespace nve {
namespace {

TEST(NamesApart, NumberThoseThatAreTheSame) {
  EXPECT_THAT(NamesApart({"a", "b", "a", "a", "a (2)"}),
              ::testing::ElementsAre("a", "b", "a (2)", "a (3)", "a (2) (2)"));
}

TEST(NamedLayers, AreThoseOfARunAndTheirSum) {
  ReportedRun run = testing::SomeRun(3);
  run.result.layers[0].name = "total";
  const NamedLayers layers = LayersByName(run);
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(FindLayer(layers, "total")->Pointer(), "3#/layers/0");
  EXPECT_EQ(FindLayer(layers, "L2")->Pointer(), "3#/layers/1");
  EXPECT_EQ(FindLayer(layers, "total (2)")->Pointer(), "3#/total");
  EXPECT_EQ(FindLayer(layers, "L3"), nullptr);
}

TEST(NamedLayers, HaveNothingOfALayerThatDidNotEnd) {
  const ReportedRun run = testing::FailedRun();
  const NamedLayers layers = LayersByName(run);
  EXPECT_NE(FindLayer(layers, "L1"), nullptr);
  EXPECT_EQ(FindLayer(layers, "L2"), nullptr);
  EXPECT_EQ(FindLayer(layers, "total"), nullptr);
}

}  // namespace
}  // namespace nve
