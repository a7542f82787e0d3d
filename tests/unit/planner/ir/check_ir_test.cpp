// SPDX-License-Identifier: Apache-2.0
// Plans that are none: each kind of mistake, its line and its words.
#include "planner/ir/check_ir.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bitset>

#include "planner/ir/box_cover.hpp"
#include "planner/ir/partial_sums.hpp"
#include "tests/unit/planner/ir/plans.hpp"
#include "tests/unit/planner/ir/small_plan.hpp"

namespace nve::planner {
namespace {

TEST(CheckIrTest, TheSmallPlanIsRight) { ExpectRight(ParseIr(kSmallPlan, "t.ir")); }

TEST(CheckIrTest, Tensors) {
  ExpectReported({
      {"INPUT(1,2,4,4)", "INPUT(2,2,4,4)", {"2: error: INPUT: found 2 as first size, allowed: 1"}},
      {"INPUT(1,2,4,4)",
       "INPUT(1,2,99999999999,0)",
       {"2: error: INPUT: found 99999999999 as third size, allowed: 1 to 67108864",
        "2: error: INPUT: found 0 as fourth size, allowed: 1 to 67108864"}},
      {"INPUT(1,2,4,4)",
       "INPUT(1,2,5,4)",
       {"2: error: INPUT: found 5 rows, allowed: 6, which OUTPUT reads with kernel and stride, "
        "less "
        "an even number for padding"}},
      {"INPUT(1,2,4,4)",
       "INPUT(1,3,4,4)",
       {"3: error: WEIGHT: found 2 input channels, allowed: 3, as many as INPUT has, or a part of "
        "them that makes groups of the 2 output channels"}},
      {"WEIGHT(2,2,3,3)",
       "WEIGHT(3,2,3,3)",
       {"3: error: WEIGHT: found 3 output channels, allowed: 2, as many as OUTPUT has"}},
      {"WEIGHT(2,2,3,3)",
       "WEIGHT(2,2,2,3)",
       {"2: error: INPUT: found 4 rows, allowed: 5, which OUTPUT reads with kernel and stride, "
        "less "
        "an even number for padding"}},
  });
}

TEST(CheckIrTest, Memories) {
  ExpectReported({
      {"WT_MEM_0(18)",
       "WT_MEM_0(17)",
       {"18: error: LOAD: found 'WEIGHT_0' of 18 words at address 0, allowed: within the 17 words "
        "of "
        "'WT_MEM_0'",
        "24: error: LOAD: found 'WEIGHT_1' of 18 words at address 0, allowed: within the 17 words "
        "of "
        "'WT_MEM_0'"}},
      {"OT_MEM_0(16)",
       "OT_MEM_0(16)\nOT_MEM_0(16)",
       {"9: error: found 'OT_MEM_0' again, which is in line 8 already, allowed: each name once"}},
      {"OT_MEM_0(16)",
       "OT_MEM_0(16)\nOT_MEM_1(0)",
       {"9: error: OT_MEM_1: found 0 words, allowed: 1 to 1099511627776"}},
  });
}

TEST(CheckIrTest, Tiles) {
  ExpectReported({
      {"INPUT_3[20](1,1,3,4)",
       "INPUT_3[20](1,1,3,4)\nINPUT_0[0](1,1,3,4)",
       {"13: error: found 'INPUT_0' again, which is in line 9 already, allowed: each name once"}},
      {"INPUT_1[4](1,1,3,4)",
       "INPUT_1[4](1,1,4,4)",
       {"10: error: INPUT_1: found 4 as third size at offset 4, allowed: 1 to 3, up to the end of "
        "INPUT"}},
      {"INPUT_1[4]", "INPUT_1[32]", {"10: error: INPUT_1: found offset 32, allowed: 0 to 31"}},
      {"INPUT_1[4](1,1,3,4)",
       "INPUT_1[4](1,1,5,0)",
       {"10: error: INPUT_1: found 5 as third size, allowed: 1 to 4, as INPUT has"}},
      {"WEIGHT_0[0](2,1,3,3)",
       "WEIGHT_0[0](2,1,2,3)",
       {"13: error: WEIGHT_0: found a kernel of 2 x 3, allowed: the whole one, 3 x 3"}},
      {"OUTPUT_1[8](1,2,2,4)",
       "OUTPUT_1[4](1,2,2,4)",
       {"23: error: CONV: found rows 1 to 3 with 0 and 1 of zeros, allowed: 0 to 3 with 0 and 0 of "
        "zeros, which the output tile reads",
        "26: error: CONV: found rows 1 to 3 with 0 and 1 of zeros, allowed: 0 to 3 with 0 and 0 of "
        "zeros, which the output tile reads",
        "4: error: OUTPUT: found 2 tiles with channel 0, row 1, column 0, 'OUTPUT_0', 'OUTPUT_1', "
        "allowed: one that CONVs compute"}},
  });
}

TEST(CheckIrTest, TilesOfTwoGroups) {
  const std::string text =
      "[info]\nINPUT(1,4,1,1)\nWEIGHT(4,2,1,1)\nOUTPUT(1,4,1,1)\n[var]\nIN_MEM_0(9)\nWT_MEM_0(9)\n"
      "OT_MEM_0(9)\nINPUT_0[1](1,2,1,1)\nWEIGHT_0[0](2,2,1,1)\nOUTPUT_0[1](1,2,1,1)\n[text]\n"
      "LOAD IN_MEM_0 INPUT_0\nLOAD WT_MEM_0 WEIGHT_0\nCONV OUTPUT_0 INPUT_0 WEIGHT_0 1 (0,0,0,0)\n"
      "STORE OUTPUT_0 OT_MEM_0\n";
  EXPECT_EQ(
      Reported(text),
      (std::vector<std::string>{
          "9: error: INPUT_0: found channels 1 to 2, allowed: those of one group, which has 2",
          "11: error: OUTPUT_0: found channels 1 to 2, allowed: those of one group, which has "
          "2"}));
}

TEST(CheckIrTest, Loads) {
  ExpectReported({
      {"LOAD WT_MEM_0 WEIGHT_0\n",
       "",
       {"19: error: CONV: found 'WEIGHT_0', which is not on chip, allowed: a LOAD before"}},
      {"LOAD IN_MEM_0 INPUT_1\n",
       "LOAD IN_MEM_0[3] INPUT_1\nLOAD IN_MEM_0[4] INPUT_0\n",
       {"24: error: CONV: found 'INPUT_1', which is not on chip since line 23, allowed: a LOAD "
        "before"}},
      {"LOAD WT_MEM_0 WEIGHT_0",
       "LOAD IN_MEM_0 WEIGHT_0",
       {"18: error: LOAD: found 'IN_MEM_0' for 'WEIGHT_0', allowed: a memory of WEIGHT tiles"}},
      {"LOAD WT_MEM_0 WEIGHT_0",
       "LOAD WT_MEM_0[1] WEIGHT_0",
       {"18: error: LOAD: found 'WEIGHT_0' of 18 words at address 1, allowed: within the 18 words "
        "of "
        "'WT_MEM_0'"}},
      {"LOAD WT_MEM_0 WEIGHT_0",
       "LOAD WT_MEM_0[9223372036854775807] WEIGHT_0",
       {"18: error: LOAD: found 'WEIGHT_0' of 18 words at address 9223372036854775807, allowed: "
        "within the 18 words of 'WT_MEM_0'"}},
      {"CONV OUTPUT_0",
       "LOAD OT_MEM_0 OUTPUT_0\nCONV OUTPUT_0",
       {"20: error: LOAD: found 'OUTPUT_0', of which nothing is stored, allowed: partial sums that "
        "a "
        "STORE before wrote"}},
      {"STORE OUTPUT_1",
       "LOAD OT_MEM_0 OUTPUT_1\nSTORE OUTPUT_1",
       {"27: error: LOAD: found 'OUTPUT_1', of which nothing is stored, allowed: partial sums that "
        "a "
        "STORE before wrote"}},
      {"CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)\n",
       "CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)\nLOAD OT_MEM_0 OUTPUT_0\n",
       {"31: error: LOAD: found 'OUTPUT_0', whose sums on chip are not stored, allowed: a STORE "
        "before"}},
      {"LOAD OT_MEM_0 OUTPUT_0\n",
       "",
       {"29: error: CONV: found 'OUTPUT_0' started again, which line 20 computed, allowed: to add "
        "to "
        "it, after a LOAD if it was stored"}},
  });
}

TEST(CheckIrTest, Convolutions) {
  ExpectReported({
      {"1 (1,1,1,0)\nSTORE",
       "1 (1,1,0,0)\nSTORE",
       {"20: error: CONV: found rows 0 to 2 with 0 and 0 of zeros, allowed: 0 to 2 with 1 and 0 of "
        "zeros, which the output tile reads"}},
      {"1 (1,1,1,0)\nSTORE",
       "1 (0,1,1,0)\nSTORE",
       {"20: error: CONV: found columns 0 to 3 with 0 and 1 of zeros, allowed: 0 to 3 with 1 and 1 "
        "of zeros, which the output tile reads"}},
      {"1 (1,1,1,0)\nSTORE",
       "2 (1,1,1,0)\nSTORE",
       {"20: error: CONV: found stride (2,2), allowed: (1,1), that of the other CONVs"}},
      {"1 (1,1,1,0)\nSTORE",
       "(1,0) (1,1,1,0)\nSTORE",
       {"20: error: CONV: found stride 0, allowed: 1 to 1024"}},
      {"INPUT_1[4](1,1,3,4)",
       "INPUT_1[5](1,1,3,3)",
       {"23: error: CONV: found columns 1 to 3 with 1 and 1 of zeros, allowed: 0 to 3 with 1 and 1 "
        "of zeros, which the output tile reads"}},
      {"WEIGHT_1[9](2,1,3,3)",
       "WEIGHT_1[9](1,1,3,3)",
       {"26: error: CONV: found weights of output channels 0 to 0, allowed: 0 to 1, those of the "
        "output tile",
        "30: error: CONV: found weights of output channels 0 to 0, allowed: 0 to 1, those of the "
        "output tile"}},
      {"INPUT_2[16](1,1,3,4)",
       "INPUT_2[0](1,2,3,4)",
       {"28: error: LOAD: found 'INPUT_2' of 24 words at address 0, allowed: within the 16 words "
        "of "
        "'IN_MEM_0'",
        "30: error: CONV: found input channels 0 to 1, allowed: 1 to 1, those of the weights"}},
      {"CONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1)\n",
       "CONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1)\nCONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1)\n",
       {"27: error: CONV: found input channels 1 to 1 for 'OUTPUT_1', which has some of them, "
        "allowed: each input channel once"}},
      {"CONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1)\n",
       "CONV OUTPUT_1 INPUT_3 WEIGHT_1 1 (1,1,0,1) OT_MEM_0\n",
       {"26: error: CONV: found 'OUTPUT_1' started again, which line 23 computed, allowed: to add "
        "to "
        "it, after a LOAD if it was stored"}},
  });
}

TEST(CheckIrTest, Stores) {
  ExpectReported({
      {"STORE OUTPUT_0 OT_MEM_0\n",
       "",
       {"22: error: CONV: found 'OUTPUT_1' on top of 'OUTPUT_0', whose sums are not stored, "
        "allowed: "
        "places that are free"}},
      {"STORE OUTPUT_0 OT_MEM_0\n",
       "STORE OUTPUT_0 OT_MEM_0\nSTORE OUTPUT_0 OT_MEM_0\n",
       {"22: error: STORE: found 'OUTPUT_0', which is not on chip since line 21, allowed: a tile "
        "that "
        "a CONV computed"}},
      {"OT_MEM_0(16)\nINPUT_0", "OT_MEM_0(16)\nOT_MEM_1(16)\nINPUT_0", {}},
      {"STORE OUTPUT_1 OT_MEM_0\n",
       "STORE OUTPUT_1 OT_MEM_0[1]\n",
       {"27: error: STORE: found 'OUTPUT_1' of 16 words at address 1, allowed: within the 16 words "
        "of 'OT_MEM_0'"}},
      {"CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)\n",
       "",
       {"30: error: STORE: found 'OUTPUT_0' with the sums of 1 input channels as its last STORE, "
        "allowed: all 2"}},
      {"1 (1,1,1,0)\nSTORE OUTPUT_0 OT_MEM_0\nLOAD IN_MEM_0 INPUT_1\n",
       "1 (1,1,1,0)\nSTORE OUTPUT_0 OT_MEM_0\nLOAD IN_MEM_0 INPUT_1 // a comment\n",
       {}},
      {"STORE OUTPUT_1 OT_MEM_0\n",
       "STORE OUTPUT_1 OT_MEM_0\nLOAD OT_MEM_0 OUTPUT_1\nSTORE OUTPUT_1 OT_MEM_0\n",
       {"29: error: STORE: found 'OUTPUT_1', whose result line 27 stored, allowed: each result "
        "once"}},
      {"CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)\nSTORE OUTPUT_0 OT_MEM_0\n",
       "CONV OUTPUT_0 INPUT_2 WEIGHT_1 1 (1,1,1,0)\n",
       {"30: error: CONV: found 'OUTPUT_0', whose sums no later step stores, allowed: a STORE of "
        "each "
        "output tile"}},
  });
  std::string text = Edited("OT_MEM_0(16)", "OT_MEM_0(17)");
  text.replace(text.find("STORE OUTPUT_1 OT_MEM_0"), 23, "STORE OUTPUT_1 OT_MEM_0[1]");
  EXPECT_EQ(Reported(text), (std::vector<std::string>{
                                "27: error: STORE: found 'OUTPUT_1' at address 1 of 'OT_MEM_0', "
                                "allowed: where it is, address 0 of 'OT_MEM_0'"}));
}

TEST(CheckIrTest, OutputsThatNoStepComputes) {
  const std::string text = kSmallPlan;
  const size_t second = text.find("LOAD IN_MEM_0 INPUT_1");
  const size_t last = text.find("LOAD IN_MEM_0 INPUT_2");
  EXPECT_EQ(
      Reported(text.substr(0, second) + "LOAD WT_MEM_0 WEIGHT_1\n" + text.substr(last)),
      (std::vector<std::string>{"4: error: OUTPUT: found 0 tiles with channel 0, row 2, column "
                                "0, allowed: one that CONVs compute"}));
}

TEST(CheckIrTest, AllProblemsOfAFile) {
  std::string text = Edited("INPUT_1[4]", "INPUT_1[99]");
  text.replace(text.find("LOAD WT_MEM_0 WEIGHT_1\n"), 23, "");
  text.replace(text.find("OT_MEM_0(16)"), 12, "OT_MEM_0(15)");
  const auto too_small = [](const char* line, const char* step, const char* tile) {
    return fmt::format(
        "{}: error: {}: found '{}' of 16 words at address 0, allowed: within the 15 "
        "words of 'OT_MEM_0'",
        line, step, tile);
  };
  EXPECT_EQ(Reported(text),
            (std::vector<std::string>{
                "10: error: INPUT_1: found offset 99, allowed: 0 to 31",
                too_small("20", "CONV", "OUTPUT_0"), too_small("23", "CONV", "OUTPUT_1"),
                "25: error: CONV: found 'WEIGHT_1', which is not on chip, allowed: a LOAD before",
                too_small("28", "LOAD", "OUTPUT_0")}));
  // Lines that cannot be read do not hide tiles that are wrong
  text.replace(text.find("STORE"), 5, "PUT");
  EXPECT_EQ(Reported(text),
            (std::vector<std::string>{"21: error: found 'PUT', allowed: LOAD, CONV or STORE",
                                      "10: error: INPUT_1: found offset 99, allowed: 0 to 31"}));
}

// Against a count of every word.
TEST(BoxCoverTest, FindsTheFirstWordThatIsNotCoveredOnce) {
  Draw draw(31);
  int exact = 0;
  for (int i = 0; i < 4000; ++i) {
    const IrSizes tensor = {1, draw.In(1, 2), draw.In(1, 3), draw.In(1, 2)};
    std::vector<int64_t> counts(static_cast<size_t>(WordsOf(tensor)));
    BoxCover cover(tensor);
    for (int64_t boxes = draw.In(0, 4); boxes > 0; --boxes) {
      IrSizes first = {};
      IrSizes sizes = {1, 1, 1, 1};
      for (size_t d = 1; d < 4; ++d) {
        first[d] = draw.In(0, tensor[d] - 1);
        sizes[d] = draw.In(1, tensor[d] - first[d]);
      }
      cover.Add(first, sizes);
      for (size_t word = 0; word < counts.size(); ++word) {
        const IrSizes at = IndicesOf(static_cast<int64_t>(word), tensor);
        bool is_in = true;
        for (size_t d = 1; d < 4; ++d) {
          is_in = is_in && at[d] >= first[d] && at[d] < first[d] + sizes[d];
        }
        counts[word] += is_in ? 1 : 0;
      }
    }
    const auto wrong =
        std::find_if(counts.begin(), counts.end(), [](int64_t count) { return count != 1; });
    const auto gap = cover.FirstGap();
    ASSERT_EQ(gap.has_value(), wrong != counts.end()) << i;
    exact += gap ? 0 : 1;
    if (!gap) continue;
    EXPECT_EQ(OffsetOf(gap->at, tensor), wrong - counts.begin()) << i;
    EXPECT_EQ(gap->boxes, *wrong) << i;
  }
  EXPECT_GT(exact, 50);
}

TEST(AddedChannelsTest, AreEachAddedOnce) {
  Draw draw(32);
  for (int i = 0; i < 300; ++i) {
    AddedChannels added;
    std::bitset<16> expected;
    for (int step = 0; step < 12; ++step) {
      const int64_t first = draw.In(0, 15);
      const int64_t count = draw.In(1, std::min<int64_t>(16 - first, 5));
      std::bitset<16> range;
      for (int64_t at = first; at < first + count; ++at) range.set(static_cast<size_t>(at));
      const bool is_new = (expected & range).none();
      EXPECT_EQ(added.Add(first, count), is_new);
      if (is_new) expected |= range;
      EXPECT_EQ(added.Count(), static_cast<int64_t>(expected.count()));
    }
  }
}

}  // namespace
}  // namespace nve::planner
