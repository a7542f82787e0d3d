// SPDX-License-Identifier: Apache-2.0
// The text of plans: written and read again, damaged, and changed line by line.
#include "planner/ir/read_ir.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files/files.hpp"
#include "base/text/numbers.hpp"
#include "planner/ir/write_ir.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/planner/ir/plans.hpp"
#include "tests/unit/planner/ir/small_plan.hpp"

namespace nve::planner {
namespace {

using Lines = std::vector<std::string>;

PlanIr DrawPlan(Draw& draw) {
  const LayerShape layer = DrawAnyLayer(draw);
  const Tile tile = DrawTile(draw, layer);
  const LoopOrder order = kLoopOrders[draw.In(0, 5)];
  return MakeIr(layer, {tile, order.flow, order.outermost}, DrawMemories(draw, layer, tile),
                {.keep_tiles = draw.In(0, 1) == 0});
}

bool IsSame(const PlanIr& one, const PlanIr& other) {
  for (size_t i = 0; i < 3; ++i) {
    if (one.tensors[i].sizes != other.tensors[i].sizes) return false;
    const auto same = [](const IrTile& a, const IrTile& b) {
      return a.number == b.number && a.offset == b.offset && a.sizes == b.sizes;
    };
    if (!std::equal(one.tiles[i].begin(), one.tiles[i].end(), other.tiles[i].begin(),
                    other.tiles[i].end(), same)) {
      return false;
    }
  }
  return std::equal(one.steps.begin(), one.steps.end(), other.steps.begin(), other.steps.end(),
                    [](const IrStep& a, const IrStep& b) { return a.action == b.action; });
}

TEST(ReadIrTest, WhatWasWritten) {
  Draw draw(41);
  for (int i = 0; i < 100; ++i) {
    const PlanIr ir = DrawPlan(draw);
    const std::string text = WriteIr(ir);
    const PlanIr read = ParseIr(text, "t.ir");
    EXPECT_TRUE(IsSame(ir, read)) << i;
    EXPECT_EQ(WriteIr(read), text) << i;
  }
}

TEST(ReadIrTest, TheSmallPlanIsWhatItsMappingMakes) {
  Hardware hardware;
  hardware.mem_words = {16, 18, 16};
  const PlanIr ir = MakeIr(Square(2, 2, 4, 3, 1),
                           {{2, 1, 2, 4, 3, 3}, Flow::kWeight, LoopGroup::kInputs}, hardware, {});
  EXPECT_EQ(WriteIr(ir), WriteIr(ParseIr(kSmallPlan, "t.ir")));
}

TEST(ReadIrTest, CommentsBlanksAndAdditions) {
  std::string text = kSmallPlan;
  for (size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 18) {
    text.replace(at, 1, " \t// [info] (\"\r\n \n");
  }
  const PlanIr ir = ParseIr("// A plan\n\n" + text, "t.ir");
  EXPECT_EQ(WriteIr(ir), WriteIr(ParseIr(kSmallPlan, "t.ir")));
  EXPECT_EQ(Reported(Edited("INPUT_0 WEIGHT_0 1 (1,1,1,0)", "INPUT_0 WEIGHT_0 (1,1)(1,1,1,0)")),
            Lines{});
  EXPECT_EQ(Reported(Edited("1 (1,1,1,0)\nSTORE", "1 (1,1,1,0) OT_MEM_0[0]\nSTORE")), Lines{});
}

TEST(ReadIrTest, Sections) {
  EXPECT_EQ(Reported("").size(), 4u);
  EXPECT_EQ(Reported("INPUT(1,1,1,1)\n").front(), "1: error: found 'INPUT', allowed: [info] first");
  ExpectReported({
      {"[var]\n",
       "",
       {"5: error: found 'IN_MEM_0', allowed: INPUT, WEIGHT or OUTPUT; 10 more elements have the "
        "same problem",
        "16: error: found 'text', allowed: [var] here",
        "17: error: found 'WT_MEM_0', allowed: a memory of [var]; 6 more elements have the same "
        "problem",
        "19: error: found 'OUTPUT_0', allowed: a tile OUTPUT_n of [var]; 6 more elements have the "
        "same problem"}},
      {"[text]\n", "[txt]\n", {"17: error: found 'txt', allowed: [text] here"}},
      {"LOAD WT_MEM_0 WEIGHT_0", "[info]", {"18: error: found 'info', allowed: each section once"}},
      {"OUTPUT(1,2,4,4)\n", "", {" error: found no OUTPUT in [info], allowed: one"}},
      {"OUTPUT(1,2,4,4)\n",
       "OUTPUT(1,2,4,4)\nINPUT(1,2,4,4)\n",
       {"5: error: found 'INPUT', allowed: each tensor once, and line 2 has it"}},
  });
}

TEST(ReadIrTest, LinesThatAreNone) {
  ExpectReported({
      {"IN_MEM_0(16)",
       "IN_MEM_0(99999999999999999999)",
       {"6: error: found '99999999999999999999', allowed: a number of words, 0 to "
        "9223372036854775807 in decimal digits"}},
      {"IN_MEM_0(16)", "IN_MEM_0(16", {"6: error: found the end of the line, allowed: ')'"}},
      {"IN_MEM_0(16)", "IN_MEM_0(16) 5", {"6: error: found '5', allowed: the end of the line"}},
      {"INPUT_0[0]",
       "INPUT_0[-1]",
       {"9: error: found '-', allowed: an offset in words, 0 to 9223372036854775807 in decimal "
        "digits"}},
      {"INPUT_0[0](1,1,3,4)", "INPUT_0[0](1,3,4)", {"9: error: found ')', allowed: ','"}},
      {"INPUT_0[0]",
       "INPUT_X[0]",
       {"9: error: found 'INPUT_X', allowed: IN_MEM_n, WT_MEM_n, OT_MEM_n, INPUT_n, WEIGHT_n or "
        "OUTPUT_n, n a number to 2147483647",
        "19: error: found 'INPUT_0', allowed: a tile of [var]",
        "20: error: found 'INPUT_0', allowed: a tile INPUT_n of [var]"}},
      {"LOAD IN_MEM_0 INPUT_0",
       "MOVE IN_MEM_0 INPUT_0",
       {"19: error: found 'MOVE', allowed: LOAD, CONV or STORE"}},
      {"LOAD IN_MEM_0 INPUT_0",
       "LOAD IN_MEM_1 INPUT_0",
       {"19: error: found 'IN_MEM_1', allowed: a memory of [var]"}},
      {"CONV OUTPUT_0 INPUT_0",
       "CONV INPUT_0 OUTPUT_0",
       {"20: error: found 'INPUT_0', allowed: a tile OUTPUT_n of [var]"}},
      {"STORE OUTPUT_0",
       "STORE INPUT_0",
       {"21: error: found 'INPUT_0', allowed: a tile OUTPUT_n of [var]"}},
      {"CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 ",
       "CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 x",
       {"20: error: found 'x', allowed: '('"}},
      {"CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 ",
       "CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 \x01",
       {"20: error: found byte 0x01, allowed: '('"}},
      {"LOAD IN_MEM_0 INPUT_0",
       "LOAD IN_MEM_0 INPUT_0123456789012345678901234567890123456789",
       {"19: error: found 'INPUT_0123456789012345678901234567890123...', allowed: a tile of "
        "[var]"}},
  });
}

TEST(ReadIrTest, Files) {
  const TestFolder folder;
  WriteFileAtomically(folder / "plan.ir", std::string_view(kSmallPlan));
  ExpectRight(ReadIr(folder / "plan.ir"));
  ExpectInputError([] { ReadIr("/nowhere/plan.ir"); }, "cannot open");
}

TEST(ReadIrTest, DamagedFiles) {
  const std::string text = kSmallPlan;
  ExpectSurvivesDamage({text.begin(), text.end()}, 1000, [](const std::vector<uint8_t>& bytes) {
    ParseIr(std::string(bytes.begin(), bytes.end()), "t.ir");
  });
}

Lines SplitLines(const std::string& text) {
  Lines lines;
  for (size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
  }
  return lines;
}

// One of the line's numbers becomes another one.
std::string WithOtherNumber(Draw& draw, const std::string& line) {
  std::vector<std::pair<size_t, size_t>> numbers;  // begin and length
  for (size_t begin = 0; begin < line.size();) {
    begin = line.find_first_of("0123456789", begin);
    if (begin == std::string::npos) break;
    const size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
    numbers.emplace_back(begin, end - begin);
    begin = end;
  }
  if (numbers.empty()) return line + " 1";
  const auto [begin, length] =
      numbers[static_cast<size_t>(draw.In(0, static_cast<int64_t>(numbers.size()) - 1))];
  const int64_t value = ParseSigned(line.substr(begin, length)).value_or(0);
  const int64_t others[] = {
      value + 1, std::max<int64_t>(value - 1, 0), value * 2, 0, draw.In(0, 40), INT64_MAX};
  std::string other = line;
  return other.replace(begin, length, fmt::format("{}", others[draw.In(0, 5)]));
}

std::string WithOneLineChanged(Draw& draw, const std::string& text) {
  Lines lines = SplitLines(text);
  const auto any = [&] {
    return static_cast<size_t>(draw.In(0, static_cast<int64_t>(lines.size()) - 1));
  };
  const size_t at = any();
  switch (draw.In(0, 7)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(any()), lines[at]);
      break;
    case 2:
      std::swap(lines[at], lines[any()]);
      break;
    case 3:
      lines[at] = lines[any()];
      break;
    default:
      lines[at] = WithOtherNumber(draw, lines[at]);
  }
  std::string changed;
  for (const std::string& line : lines) changed += line + "\n";
  return changed;
}

// Refused, or right all the same: the check lets no wrong plan through.
TEST(ReadIrTest, OneLineChanged) {
  Draw draw(42);
  int refused = 0;
  int right = 0;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    if (i % 50 == 0) text = i % 100 == 0 ? std::string(kSmallPlan) : WriteIr(DrawPlan(draw));
    const std::string changed = WithOneLineChanged(draw, text);
    PlanIr ir;
    try {
      ir = ParseIr(changed, "t.ir");
    } catch (const InputError&) {
      ++refused;
      continue;
    }
    ExpectRight(ir);
    ASSERT_FALSE(::testing::Test::HasFailure()) << changed;
    ++right;
  }
  EXPECT_GT(refused, 1500);
  EXPECT_GT(right, 150);
}

}  // namespace
}  // namespace nve::planner
