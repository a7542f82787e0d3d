// SPDX-License-Identifier: Apache-2.0
// The search against plain enumeration, and what must hold for every layer and memory.
#include "planner/mapping/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "planner/mapping/baselines.hpp"
#include "planner/mapping/performance.hpp"
#include "planner/mapping/tile_values.hpp"
#include "tests/unit/planner/mapping/draw.hpp"
#include "tests/unit/planner/mapping/networks.hpp"

namespace nve::planner {
namespace {

constexpr Flow kFlows[] = {Flow::kOutput, Flow::kInput, Flow::kWeight};

// The words that the input of a pass has, row by row of every tile.
int64_t PassByRows(const LayerShape& layer, const Tile& tile, Convention convention) {
  const auto count = [&](int64_t outputs, int64_t step, int64_t stride, int64_t kernel,
                         int64_t pad) {
    const int64_t rows = (outputs - 1) * stride + kernel;
    int64_t sum = 0;
    for (int64_t first = 0; first < outputs; first += step) {
      std::vector<bool> read(static_cast<size_t>(rows));
      for (int64_t out = first; out < std::min(first + step, outputs); ++out) {
        for (int64_t k = 0; k < kernel; ++k) read[static_cast<size_t>(out * stride + k)] = true;
      }
      // A tile's rows are loaded from its first to its last
      const auto begin = std::find(read.begin(), read.end(), true) - read.begin();
      const auto end = read.rend() - std::find(read.rbegin(), read.rend(), true);
      for (int64_t row = begin; row < end; ++row) {
        const bool zero = row < pad || row >= rows - pad;
        sum += convention == Convention::kPadded || !zero ? 1 : 0;
      }
    }
    return sum;
  };
  return layer.ic * count(layer.oh, tile.oh, layer.stride_h, layer.kh, layer.pad_h) *
         count(layer.ow, tile.ow, layer.stride_w, layer.kw, layer.pad_w);
}

// All integers, each plan costed by itself.
std::optional<int64_t> LeastWords(const LayerShape& layer, const Hardware& hardware,
                                  const SearchOptions& options) {
  std::optional<int64_t> least;
  for (Tile tile = {1, 1, 1, 1, layer.kh, layer.kw}; tile.oc <= layer.GroupOutputs(); ++tile.oc) {
    for (tile.ic = 1; tile.ic <= layer.GroupInputs(); ++tile.ic) {
      for (tile.oh = 1; tile.oh <= layer.oh; ++tile.oh) {
        for (tile.ow = options.tile_columns ? 1 : layer.ow; tile.ow <= layer.ow; ++tile.ow) {
          if (!Fits(TileWords(layer, tile, options.convention), hardware)) continue;
          const bool runs = options.measure == Measure::kExecuted;
          const int64_t pass = runs ? PassByRows(layer, tile, options.convention) : 0;
          for (const Flow flow : kFlows) {
            Words words = EquationWords(layer, {tile, flow}, options.convention);
            if (runs) {
              words.input = pass * ReloadsOf(TripCountsOf(layer, tile), flow).input;
            }
            if (!least || words.Total() < *least) least = words.Total();
          }
        }
      }
    }
  }
  return least;
}

SearchOptions DrawOptions(Draw& draw) {
  SearchOptions options;
  options.measure = draw.In(0, 1) == 0 ? Measure::kEquations : Measure::kExecuted;
  options.convention = draw.In(0, 1) == 0 ? Convention::kPadded : Convention::kStored;
  options.tile_columns = draw.In(0, 1) == 0;
  return options;
}

TEST(SearchTest, DistinctTilesLoseNothing) {
  Draw draw(1);
  int none = 0;
  for (int i = 0; i < 600; ++i) {
    const LayerShape layer = draw.Layer();
    const Hardware hardware = draw.Memories();
    const SearchOptions options = DrawOptions(draw);
    const auto found = SearchLayer(layer, hardware, options);
    const auto least = LeastWords(layer, hardware, options);
    ASSERT_EQ(found.has_value(), least.has_value()) << "layer " << i;
    none += found ? 0 : 1;
    if (!found) continue;
    EXPECT_EQ(found->words.Total(), *least) << "layer " << i;
    EXPECT_TRUE(Fits(TileWords(layer, found->mapping.tile, options.convention), hardware));
  }
  EXPECT_LT(none, 200);
}

TEST(SearchTest, TheMetricIsTheLargestOfAll) {
  Draw draw(2);
  SearchOptions options;
  options.measure = Measure::kMetric;
  options.tiles = TileSet::kAll;
  for (int i = 0; i < 60; ++i) {
    const LayerShape layer = draw.Layer();
    const Hardware hardware = draw.Memories();
    const auto found = SearchLayer(layer, hardware, options);
    if (!found) continue;
    const auto metric = [&](const Mapping& mapping) {
      const int64_t words = EquationWords(layer, mapping, options.convention).Total();
      return Metric(PerformanceOf(layer, mapping.tile, words, hardware), words);
    };
    const double best = metric(found->mapping);
    for (int other = 0; other < 200; ++other) {
      const Tile tile = {draw.In(1, layer.GroupOutputs()),
                         draw.In(1, layer.GroupInputs()),
                         draw.In(1, layer.oh),
                         draw.In(1, layer.ow),
                         layer.kh,
                         layer.kw};
      if (!Fits(TileWords(layer, tile, options.convention), hardware)) continue;
      for (const Flow flow : kFlows) EXPECT_LE(metric({tile, flow}), best);
    }
  }
}

TEST(SearchTest, MoreMemoryNeverMovesMore) {
  Draw draw(3);
  for (int i = 0; i < 300; ++i) {
    const LayerShape layer = draw.Layer();
    Hardware hardware = draw.Memories();
    const SearchOptions options = DrawOptions(draw);
    const auto before = SearchLayer(layer, hardware, options);
    hardware.mem_words[static_cast<size_t>(draw.In(0, 2))] += draw.In(1, 300);
    const auto after = SearchLayer(layer, hardware, options);
    if (before) {
      ASSERT_TRUE(after);
      EXPECT_LE(after->words.Total(), before->words.Total());
    }
  }
}

TEST(SearchTest, NoBaselineMovesLessAndNothingMovesLessThanEachWordOnce) {
  Draw draw(4);
  for (int i = 0; i < 300; ++i) {
    const LayerShape layer = draw.Layer();
    const Hardware hardware = draw.Memories();
    SearchOptions options;
    options.measure = Measure::kEquations;
    options.tile_columns = false;
    const auto best = SearchLayer(layer, hardware, options);
    for (const auto& plan :
         {Zhang(layer, hardware, options.convention), Ma(layer, hardware, options.convention),
          SmartShuttle(layer, hardware, options.convention)}) {
      ASSERT_EQ(plan.has_value(), best.has_value());
      if (!plan) continue;
      EXPECT_LE(best->words.Total(), plan->words.Total());
      EXPECT_TRUE(Fits(TileWords(layer, plan->mapping.tile, options.convention), hardware));
    }
    if (best) {
      EXPECT_GE(best->words.Total(), TensorWords(layer, options.convention).Total());
    }
  }
}

// Figure 7.1's plan moves 14.6 % more than the best.
TEST(SearchTest, ThePrintedPlanIsNotTheBest) {
  const LayerShape layer = Square(256, 128, 56, 3, 1);
  const Tile printed = {56, 65, 16, 56, 3, 3};
  const auto words = [&](Flow flow) {
    return EquationWords(layer, {printed, flow}, Convention::kStored).Total();
  };
  EXPECT_EQ(words(Flow::kInput), 3989504);
  EXPECT_EQ(words(Flow::kOutput), 3989504);
  EXPECT_EQ(words(Flow::kWeight), 4710400);
  SearchOptions options;
  options.measure = Measure::kEquations;
  options.convention = Convention::kStored;
  options.tile_columns = false;
  EXPECT_EQ(SearchLayer(layer, NamedMachine('A'), options)->words.Total(), 3481600);
  EXPECT_EQ(ExecutedWords(layer, {printed, Flow::kOutput}, Convention::kStored).Total(), 4204544);
}

TEST(TileValues, AreThoseOfAllTripCounts) {
  for (int64_t bound = 1; bound <= 300; ++bound) {
    std::vector<int64_t> expected;
    for (int64_t trips = bound; trips >= 1; --trips) {
      if (expected.empty() || expected.back() != Trips(bound, trips)) {
        expected.push_back(Trips(bound, trips));
      }
    }
    EXPECT_EQ(DistinctTiles(bound), expected);
  }
  EXPECT_EQ(DivisorTiles(12), (std::vector<int64_t>{1, 2, 3, 4, 6, 12}));
}

}  // namespace
}  // namespace nve::planner
