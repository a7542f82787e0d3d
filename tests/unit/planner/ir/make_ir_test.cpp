// SPDX-License-Identifier: Apache-2.0
// Plans from mappings: figure 7.1, and what they move.
#include "planner/ir/make_ir.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "planner/ir/ir_words.hpp"
#include "planner/ir/slots.hpp"
#include "planner/ir/write_ir.hpp"
#include "planner/mapping/kept.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/planner/ir/plans.hpp"

namespace nve::planner {
namespace {

constexpr IrOptions kPlain = {.keep_tiles = false};
constexpr IrOptions kKeeping = {.keep_tiles = true};

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  }
  return lines;
}

// Its memories are set-up B's, its tiles the largest of set-up A. The print leaves the batch of
// INPUT_4 and INPUT_5 out.
TEST(MakeIrTest, Figure71LineByLine) {
  const PlanIr ir = MakeIr(kFigureLayer, {kFigureTile, Flow::kInput}, NamedMachine('B'), kPlain);
  const std::vector<std::string> lines = LinesOf(WriteIr(ir));
  for (const char* line :
       {"INPUT(1,128,56,56)", "WEIGHT(256,128,3,3)", "OUTPUT(1,256,56,56)", "IN_MEM_0(131072)",
        "WT_MEM_0(65536)", "OT_MEM_0(131072)", "INPUT_0[0](1,65,17,56)", "INPUT_1[840](1,65,18,56)",
        "INPUT_2[1736](1,65,18,56)", "INPUT_3[2632](1,65,9,56)", "INPUT_4[203840](1,63,17,56)",
        "INPUT_5[204680](1,63,18,56)", "WEIGHT_0[0](56,65,3,3)", "WEIGHT_1[585](56,63,3,3)",
        "OUTPUT_0[0](1,56,16,56)", "OUTPUT_1[896](1,56,16,56)"}) {
    EXPECT_EQ(std::count(lines.begin(), lines.end(), line), 1) << line;
  }
  const auto text = std::find(lines.begin(), lines.end(), "[text]");
  EXPECT_EQ(std::vector<std::string>(text + 1, text + 5),
            (std::vector<std::string>{"LOAD WT_MEM_0 WEIGHT_0", "LOAD IN_MEM_0 INPUT_0",
                                      "CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 (1,1,1,0)",
                                      "STORE OUTPUT_0 OT_MEM_0"}));
}

// An output-stationary plan stores no partial sum, so it cannot begin as the print does.
TEST(MakeIrTest, Figure71IsNoOutputStationaryPlan) {
  const auto fourth = [](Flow flow) {
    const PlanIr ir = MakeIr(kFigureLayer, {kFigureTile, flow}, NamedMachine('A'), kPlain);
    return StepText(ir, ir.steps[3]);
  };
  EXPECT_EQ(fourth(Flow::kInput), "STORE OUTPUT_0 OT_MEM_0");
  EXPECT_EQ(fourth(Flow::kWeight), "STORE OUTPUT_0 OT_MEM_0");
  EXPECT_EQ(fourth(Flow::kOutput), "LOAD WT_MEM_0 WEIGHT_1");
}

TEST(MakeIrTest, Figure71MovesMoreThanTheBestPlan) {
  const auto words = [](Flow flow, const IrOptions& options) {
    return IrWords(MakeIr(kFigureLayer, {kFigureTile, flow}, NamedMachine('A'), options))
        .Sum()
        .Total();
  };
  EXPECT_EQ(words(Flow::kOutput, kPlain), 4204544);
  SearchOptions options;
  options.measure = Measure::kEquations;
  options.convention = Convention::kStored;
  options.tile_columns = false;
  const SearchResult best = *SearchLayer(kFigureLayer, NamedMachine('A'), options);
  EXPECT_EQ(best.words.Total(), 3481600);
  const Words printed =
      EquationWords(kFigureLayer, {kFigureTile, Flow::kInput}, Convention::kStored);
  EXPECT_EQ(printed.Total(), 3989504);
  EXPECT_NEAR(static_cast<double>(printed.Total()) / static_cast<double>(best.words.Total()), 1.146,
              0.0005);
}

// Whether equations 6.2 to 6.5 count a tensor exactly. They take the tile for new at every step but
// those of the innermost loop. A loop that the tensor does not depend on moves another tile in only
// if one inside it turns.
bool IsExact(const Mapping& mapping, const TripCounts& trips, LoopGroup free) {
  const auto turns = [&](LoopGroup group) {
    return (group == LoopGroup::kOutputs  ? trips.n
            : group == LoopGroup::kInputs ? trips.c
                                          : trips.h) > 1;
  };
  const LoopGroup inner = Innermost(mapping.flow);
  if (free == inner || !turns(free) || turns(inner)) return true;
  if (free != mapping.outermost) return false;
  for (const LoopGroup middle : {LoopGroup::kOutputs, LoopGroup::kInputs, LoopGroup::kMaps}) {
    if (middle != inner && middle != free && turns(middle)) return true;
  }
  return false;
}

TEST(MakeIrTest, PlainPlansMoveWhatTheClosedFormsSay) {
  Draw draw(11);
  int exact = 0;
  int whole_maps = 0;
  for (int i = 0; i < 300; ++i) {
    const LayerShape layer = DrawAnyLayer(draw);
    Tile tile = DrawTile(draw, layer);
    if (draw.In(0, 3) == 0) {
      tile.oh = layer.oh;
      tile.ow = layer.ow;
    }
    const Hardware hardware = DrawMemories(draw, layer, tile);
    const TripCounts trips = TripCountsOf(layer, tile);
    for (const LoopOrder& order : kLoopOrders) {
      const Mapping mapping = {tile, order.flow, order.outermost};
      const Words moved = IrWords(MakeIr(layer, mapping, hardware, kPlain)).Sum();
      const Words executed = ExecutedWords(layer, mapping, Convention::kStored);
      const bool input = IsExact(mapping, trips, LoopGroup::kOutputs);
      const bool weight = IsExact(mapping, trips, LoopGroup::kMaps);
      const bool output = IsExact(mapping, trips, LoopGroup::kInputs);
      EXPECT_EQ(moved.input == executed.input, input) << i;
      EXPECT_EQ(moved.weight == executed.weight, weight) << i;
      EXPECT_EQ(moved.output == executed.output, output) << i;
      EXPECT_LE(moved.Total(), executed.Total()) << i;
      exact += input && weight && output ? 1 : 0;
      if (!input || !weight || !output || trips.h > 1) continue;
      EXPECT_EQ(moved, EquationWords(layer, mapping, Convention::kStored));
      ++whole_maps;
    }
  }
  EXPECT_GT(exact, 600);
  EXPECT_GT(whole_maps, 100);
}

TEST(MakeIrTest, KeepingNeverMovesMore) {
  Draw draw(12);
  for (int i = 0; i < 200; ++i) {
    const LayerShape layer = DrawAnyLayer(draw);
    const Tile tile = DrawTile(draw, layer);
    const Hardware hardware = DrawMemories(draw, layer, tile);
    for (const LoopOrder& order : kLoopOrders) {
      const Mapping mapping = {tile, order.flow, order.outermost};
      const int64_t kept = IrWords(MakeIr(layer, mapping, hardware, kKeeping)).Sum().Total();
      const int64_t plain = IrWords(MakeIr(layer, mapping, hardware, kPlain)).Sum().Total();
      EXPECT_LE(kept, plain) << i;
      EXPECT_GE(kept, TensorWords(layer, Convention::kStored).weight) << i;
    }
  }
}

struct KeptSum {
  int64_t closed = 0;
  int64_t moved = 0;
};

// VGG-16's convolutions, whose kernels are 3 x 3, by the best plans of a machine.
KeptSum KeptOfVgg(char machine, const SearchOptions& options) {
  KeptSum sum;
  const Hardware hardware = NamedMachine(machine);
  for (const LayerShape& layer : NamedNetwork("vgg16").layers) {
    if (layer.kh == 1) continue;
    const Mapping mapping = SearchLayer(layer, hardware, options)->mapping;
    sum.closed += layer.count * KeptWords(layer, mapping, hardware, Convention::kStored).Total();
    sum.moved += layer.count * IrWords(MakeIr(layer, mapping, hardware, kKeeping)).Sum().Total();
  }
  return sum;
}

TEST(MakeIrTest, KeptWordsAreNearTheClosedForm) {
  const struct {
    char machine;
    KeptSum whole_rows;     // the plans that keep best
    KeptSum tiled_columns;  // the plans that move least without keeping
  } cases[] = {{'A', {56360704, 56361712}, {57122215, 57185928}},

               {'C', {54744106, 54826721}, {55453572, 55497004}}};
  for (const auto& expected : cases) {
    SCOPED_TRACE(expected.machine);
    SearchOptions options;
    options.convention = Convention::kStored;
    const KeptSum tiled = KeptOfVgg(expected.machine, options);
    options.measure = Measure::kKept;
    options.tile_columns = false;
    const KeptSum whole = KeptOfVgg(expected.machine, options);
    EXPECT_EQ(whole.closed, expected.whole_rows.closed);
    EXPECT_EQ(whole.moved, expected.whole_rows.moved);
    EXPECT_EQ(tiled.closed, expected.tiled_columns.closed);
    EXPECT_EQ(tiled.moved, expected.tiled_columns.moved);
    for (const KeptSum& sum : {whole, tiled}) {
      EXPECT_NEAR(static_cast<double>(sum.moved) / static_cast<double>(sum.closed), 1.0, 0.005);
    }
  }
}

// The fewest misses of any rule.
int64_t FewestMisses(const std::vector<size_t>& uses, size_t slots) {
  std::map<std::set<size_t>, int64_t> misses = {{{}, 0}};
  for (const size_t tile : uses) {
    std::map<std::set<size_t>, int64_t> next;
    const auto reach = [&](const std::set<size_t>& state, int64_t count) {
      const auto [found, is_new] = next.emplace(state, count);
      if (!is_new) found->second = std::min(found->second, count);
    };
    for (const auto& [state, count] : misses) {
      std::set<size_t> with = state;
      if (!with.insert(tile).second) {
        reach(state, count);
      } else if (with.size() <= slots) {
        reach(with, count + 1);
      } else {
        for (const size_t gone : state) {
          std::set<size_t> other = with;
          other.erase(gone);
          reach(other, count + 1);
        }
      }
    }
    misses = std::move(next);
  }
  return std::min_element(
             misses.begin(), misses.end(),
             [](const auto& one, const auto& other) { return one.second < other.second; })
      ->second;
}

TEST(SlotsTest, NoRuleMissesLessOften) {
  Draw draw(13);
  for (int i = 0; i < 200; ++i) {
    std::vector<size_t> uses(14);
    for (size_t& tile : uses) tile = static_cast<size_t>(draw.In(0, 5));
    const auto slots = static_cast<size_t>(draw.In(1, 4));
    Slots memory(slots, uses, 6);
    int64_t misses = 0;
    std::vector<size_t> holder(slots, 6);
    for (const size_t tile : uses) {
      const Slots::Found found = memory.Next();
      ASSERT_LT(found.slot, slots);
      EXPECT_EQ(found.was_there, holder[found.slot] == tile);
      holder[found.slot] = tile;
      misses += found.was_there ? 0 : 1;
    }
    EXPECT_EQ(misses, FewestMisses(uses, slots)) << i;
  }
}

TEST(MakeIrTest, RefusesMappingsWithoutAPlan) {
  const auto expect = [](const Mapping& mapping, const std::string& text) {
    ExpectInputError([&] { MakeIr(kFigureLayer, mapping, NamedMachine('A'), kKeeping); }, text);
  };
  Tile tile = kFigureTile;
  tile.oc = 0;
  tile.kh = 1;
  expect({tile, Flow::kInput}, "found OC tile 0, allowed: 1 to 256");
  expect({tile, Flow::kInput}, "found KH tile 1, allowed: 3 to 3");
  expect({kFigureTile, Flow::kInput, LoopGroup::kOutputs}, "innermost loop outermost");
  tile = kFigureTile;
  tile.ic = 66;
  expect(
      {tile, Flow::kInput},
      "found tiles of 66528, 33264 and 50176 words of input, weight and output, allowed: at most "
      "65536, 32768 and 65536");
  expect({{1, 1, 1, 1, 3, 3}, Flow::kInput}, "found 102760448 tiles to compute, allowed: at most");
}

}  // namespace
}  // namespace nve::planner
