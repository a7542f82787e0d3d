// SPDX-License-Identifier: Apache-2.0
// The search of a layer against plain enumeration, and what must hold for every layer and machine.
#include "planner/tso/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/diagnostics/diagnostics.hpp"
#include "planner/tso/fit_problem.hpp"
#include "tests/unit/planner/tso/layers.hpp"

namespace nve::planner::tso {
namespace {

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}

  int64_t In(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(engine_);
  }

  LayerShape Layer() {
    LayerShape layer;
    layer.groups = In(0, 4) == 0 ? In(2, 3) : 1;
    layer.oc = layer.groups * In(1, 30);
    layer.ic = layer.groups * In(1, 12);
    layer.oh = In(1, 14);
    layer.ow = In(1, 14);
    layer.kh = In(1, 4);
    layer.kw = In(1, 4);
    layer.stride_h = In(1, 2);
    layer.stride_w = In(1, 2);
    return layer;
  }

  Npu Machine() {
    Npu npu;
    npu.tles = In(1, 6);
    npu.tlts = In(1, 5);
    npu.element_bytes = In(1, 2);
    npu.mem_bytes = {In(8, 900), In(8, 900), In(8, 300)};
    npu.macs = In(1, 8);
    npu.frequency = 1;
    npu.bandwidth = static_cast<double>(In(1, 20));
    npu.cas = static_cast<double>(In(1, 30));
    npu.burst_bytes = 8 * In(1, 16);
    return npu;
  }

  SearchOptions Options() {
    SearchOptions options;
    options.model = In(0, 1) == 0 ? Model::kBurst : Model::kNoBurst;
    options.reading = In(0, 1) == 0 ? Reading::kPrinted : Reading::kConsistent;
    options.tie = static_cast<Tie>(In(0, 3));
    return options;
  }

 private:
  std::mt19937 engine_;
};

bool TileFits(const LayerShape& layer, const CoreTile& tile, Flow flow, const Npu& npu) {
  return Fits(TileBytes(layer, tile, flow, npu), npu);
}

// T_M by trying: the fewest filters whose number of rounds no larger tile that fits beats.
int64_t FiltersByTrying(const LayerShape& layer, const Slice& slice, Flow flow, CoreTile tile,
                        const Npu& npu) {
  const int64_t share = FiltersOfTlt(slice, npu);
  int64_t found = 0;
  for (tile.m = 1; tile.m <= share; ++tile.m) {
    if (!TileFits(layer, tile, flow, npu)) break;
    const bool fewer_rounds = found == 0 || Trips(share, tile.m) < Trips(share, found);
    if (fewer_rounds) found = tile.m;
  }
  return flow == Flow::kInput && found != share ? 0 : found;
}

// All integers, as algorithm 3 lists them.
std::optional<double> LeastTime(const LayerShape& layer, const Npu& npu,
                                const SearchOptions& options) {
  std::optional<double> least;
  for (const Partition& partition : PartitionsOf(npu.tles)) {
    const Slice slice = SliceOf(layer, partition);
    for (const Flow flow : kFlows) {
      CoreTile tile;
      for (tile.r = 1; tile.r <= slice.rows; ++tile.r) {
        for (tile.c = 1; tile.c <= layer.ow; ++tile.c) {
          for (tile.n = 1; tile.n <= layer.GroupInputs(); ++tile.n) {
            tile.m = FiltersByTrying(layer, slice, flow, tile, npu);
            if (tile.m == 0) continue;
            const double time = Evaluate(layer, partition, flow, tile, npu, options).estimate;
            if (!least || time < *least) least = time;
          }
        }
      }
    }
  }
  return least;
}

TEST(TsoSearch, OverAllIntegersIsPlainEnumeration) {
  Draw draw(1);
  for (int i = 0; i < 1000; ++i) {
    const LayerShape layer = draw.Layer();
    const Npu npu = draw.Machine();
    SearchOptions options = draw.Options();
    options.tiles = TileSet::kAll;
    const auto found = SearchLayer(layer, npu, options);
    const auto least = LeastTime(layer, npu, options);
    ASSERT_EQ(found.has_value(), least.has_value()) << "layer " << i;
    if (!found) continue;
    EXPECT_TRUE(TileFits(layer, found->tile, found->flow, npu));
    EXPECT_NEAR(found->estimate, *least, 1e-12 * *least) << "layer " << i;
  }
}

TEST(TsoSearch, DistinctTilesLoseRarely) {
  Draw draw(2);
  int none = 0;
  int lost = 0;
  for (int i = 0; i < 5000; ++i) {
    const LayerShape layer = draw.Layer();
    const Npu npu = draw.Machine();
    const SearchOptions options = draw.Options();
    const auto found = SearchLayer(layer, npu, options);
    const auto least = LeastTime(layer, npu, options);
    ASSERT_EQ(found.has_value(), least.has_value()) << "layer " << i;
    EXPECT_EQ(found.has_value(), FitProblem(layer, npu, options).empty()) << "layer " << i;
    none += found ? 0 : 1;
    if (!found) continue;
    EXPECT_GE(found->estimate, *least * (1 - 1e-12));
    lost += found->estimate > *least * (1 + 1e-12) ? 1 : 0;
  }
  EXPECT_LT(none, 500);
  EXPECT_LE(lost, 10);
}

// A model's own choice is the best by its own estimate, whatever the rule for ties.
TEST(TsoSearch, TiesChangeNoEstimate) {
  Draw draw(3);
  for (int i = 0; i < 500; ++i) {
    const LayerShape layer = draw.Layer();
    const Npu npu = draw.Machine();
    SearchOptions options = draw.Options();
    options.tie = Tie::kFirstFound;
    const auto first = SearchLayer(layer, npu, options);
    if (!first) continue;
    for (const Tie tie : {Tie::kWidest, Tie::kFewestBursts, Tie::kMostBursts}) {
      options.tie = tie;
      const auto other = SearchLayer(layer, npu, options);
      EXPECT_NEAR(other->estimate, first->estimate, 1e-11 * first->estimate);
    }
    options.tie = Tie::kFewestBursts;
    const double fewest = SearchLayer(layer, npu, options)->microseconds;
    options.tie = Tie::kMostBursts;
    EXPECT_LE(fewest, SearchLayer(layer, npu, options)->microseconds * (1 + 1e-11));
  }
}

TEST(TsoSearch, FixedStrategiesAreNoBetter) {
  Draw draw(4);
  for (int i = 0; i < 300; ++i) {
    const LayerShape layer = draw.Layer();
    const Npu npu = draw.Machine();
    const SearchOptions options = draw.Options();
    const auto free = SearchLayer(layer, npu, options);
    for (const Strategy strategy : {Strategy::kKs, Strategy::kKsOfm, Strategy::kOfm}) {
      SearchOptions fixed = options;
      fixed.strategies = {strategy};
      const auto found = SearchLayer(layer, npu, fixed);
      if (!found) continue;
      EXPECT_EQ(StrategyOf(found->partition), strategy);
      EXPECT_GE(found->estimate, free->estimate * (1 - 1e-12));
    }
    for (const Flow flow : kFlows) {
      SearchOptions fixed = options;
      fixed.flows = {flow};
      const auto found = SearchLayer(layer, npu, fixed);
      if (!found) continue;
      EXPECT_EQ(found->flow, flow);
      EXPECT_GE(found->estimate, free->estimate * (1 - 1e-12));
    }
  }
}

// A filter of 3x3x512 has 9216 bytes, an MB1 8192.
TEST(TsoSearch, SaysWhatFitsNowhere) {
  const Npu nmp = Nmp();
  SearchOptions options;
  options.flows = {Flow::kWeight};
  const LayerShape layer = Square(512, 512, 7, 3, 1);
  EXPECT_FALSE(SearchLayer(layer, nmp, options));
  EXPECT_EQ(
      FitProblem(layer, nmp, options),
      "the smallest tile of WS needs 9216 bytes of MB1 (weights), found 8192; allowed: larger "
      "memories or a smaller layer");
  options.flows = {Flow::kInput, Flow::kWeight};
  EXPECT_EQ(FitProblem(layer, nmp, options), "");
  Npu tiny = nmp;
  tiny.mem_bytes = {16, 100, 2};
  EXPECT_EQ(FitProblem(layer, tiny, options),
            "the smallest tile of IS needs 18 bytes of MB0 (input), found 16 and 288 bytes of MB1 "
            "(weights), found 100 and 32 bytes of MB2 (output), found 2, the smallest tile of WS "
            "needs 18 bytes of MB0 (input), found 16 and 9216 bytes of MB1 (weights), found 100; "
            "allowed: larger memories or a smaller layer");
}

// Memories and layers at the limits of their files overflow nothing.
TEST(TsoSearch, HugeMachinesAndLayers) {
  Npu npu = Nmp();
  npu.tles = npu.tlts = 1024;
  npu.mem_bytes = {int64_t{1} << 40, int64_t{1} << 40, int64_t{1} << 40};
  npu.element_bytes = 8;
  LayerShape layer = Square(65536, 1 << 20, 16, 16);
  for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
    SearchOptions options;
    options.reading = reading;
    const auto found = SearchLayer(layer, npu, options);
    ASSERT_TRUE(found);
    EXPECT_GT(found->estimate, 0);
    EXPECT_GT(std::min({found->transfers.in, found->transfers.w, found->transfers.out}), 0);
  }
}

}  // namespace
}  // namespace nve::planner::tso
