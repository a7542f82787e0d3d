// SPDX-License-Identifier: Apache-2.0
// The layers that a layer reads: names, the rules of channels, and maps.
#include "planner/shapes/from_checks.hpp"

#include <gtest/gtest.h>

#include "tests/unit/planner/shapes/shapes_text.hpp"

namespace nve::planner {
namespace {

// Two producers of 8x8, one of 16x16, and one line more.
Lines WithLine(const std::string& line) {
  return Reported(std::string(kColumns) +
                  "a,64,3,8,8,1,1,\nb,64,3,8,8,1,1,\nbig,16,3,16,16,1,1,\n" + line + "\n");
}

void ExpectFits(const std::string& line) { EXPECT_EQ(WithLine(line), Lines{}) << line; }

void ExpectMessage(const std::string& line, const std::string& message) {
  EXPECT_EQ(WithLine(line), Lines{"t.csv:5: error: column " + message}) << line;
}

TEST(FromChecks, Names) {
  ExpectFits("c,8,64,8,8,1,1,  a ");
  ExpectMessage("c,8,64,8,8,1,1,a x", "from: found 'x', allowed: layers of earlier lines");
  ExpectMessage("c,8,64,8,8,1,1,c", "from: found 'c' of line 5, allowed: layers of earlier lines");
  ExpectMessage("c,8,64,8,8,1,1,d\nd,1,1,1,1,1,1,",
                "from: found 'd' of line 6, allowed: layers of earlier lines");
  ExpectMessage("c,8,64,8,8,1,1,a a", "from: found 'a' twice, allowed: each layer once");
}

TEST(FromChecks, OneProducer) {
  ExpectFits("c,8,64,8,8,1,1,a");
  ExpectMessage("c,8,32,8,8,1,1,a", "ic: found 32, allowed from a: 64");
}

TEST(FromChecks, SumOrSideBySide) {
  ExpectFits("c,8,64,8,8,1,1,a b");
  ExpectFits("c,8,128,8,8,1,1,a b");
  ExpectMessage("c,8,96,8,8,1,1,a b",
                "ic: found 96, allowed from a, b: 128 (side by side), 64 (sum)");
}

TEST(FromChecks, SumWithALargerMapOfFewerChannels) {
  ExpectFits("c,8,64,8,8,1,1,a big");
  ExpectMessage("c,8,16,8,8,1,1,big a",
                "ic: found 16, allowed from big, a: 80 (side by side), 128 (reorganised)");
}

TEST(FromChecks, Reorganised) {
  ExpectFits("c,8,128,8,8,1,1,big a");
  ExpectFits("c,8,192,8,8,1,1,a b big");
  // 12 is no multiple of 8.
  const std::string twelve = "odd,16,3,12,16,1,1,\n";
  EXPECT_EQ(WithLine(twelve + "c,8,100,8,8,1,1,a odd"),
            Lines{"t.csv:6: error: column ic: found 100, allowed from a, odd: 80 (side by side), "
                  "64 (sum)"});
}

TEST(FromChecks, Flattened) {
  ExpectFits("c,10,4096,1,1,1,1,a");
  ExpectFits("c,10,64,1,1,1,1,a");
  ExpectFits("c,10,3584,1,1,1,1,a");
  ExpectFits("c,10,6272,1,1,1,1,a b");
  // 11 pixels fill no map of 8x8, 81 fill a larger one only; a map of 8x8 is not flattened.
  ExpectMessage("c,10,704,1,1,1,1,a",
                "ic: found 704, allowed from a: 64, 64 times the pixels of a map of at most 8x8");
  ExpectMessage("c,10,5184,1,1,1,1,a",
                "ic: found 5184, allowed from a: 64, 64 times the pixels of a map of at most 8x8");
  ExpectMessage("c,10,4096,8,8,1,1,a", "ic: found 4096, allowed from a: 64");
}

TEST(FromChecks, ManyProducersAreNotAllNamed) {
  std::string text = kColumns;
  for (const char* name : {"a", "b", "c", "d", "e"}) text += std::string(name) + ",2,1,1,2,1,1,\n";
  EXPECT_EQ(Reported(text + "f,1,3,1,2,1,1,a b c d e\n"),
            Lines{"t.csv:7: error: column ic: found 3, allowed from a, b, c, d, ...: 10 (side by "
                  "side), 2 (sum)"});
}

TEST(FromChecks, Maps) {
  ExpectFits("c,8,64,4,4,1,1,a");
  ExpectFits("c,8,64,6,6,3,3,a");
  ExpectMessage("c,8,64,7,6,3,3,a", "oh: found 7, which reads 9 rows, allowed: at most the 8 of a");
  ExpectMessage("c,8,64,6,7,3,3,a",
                "ow: found 7, which reads 9 columns, allowed: at most the 8 of a");
}

TEST(FromChecks, MapsWithStrideAndPadding) {
  const std::string columns = "layer,oc,ic,oh,ow,kh,kw,stride_h,stride_w,pad_h,pad_w,from\n";
  const std::string first = "a,8,3,224,224,1,1,1,1,0,0,\n";
  EXPECT_EQ(Reported(columns + first + "b,8,8,112,112,7,7,2,2,3,3,a\n"), Lines{});
  EXPECT_EQ(Reported(columns + first + "b,8,8,113,113,7,7,2,2,3,3,a\n"),
            (Lines{"t.csv:3: error: column oh: found 113, which reads 225 rows, allowed: at most "
                   "the 224 of a",
                   "t.csv:3: error: column ow: found 113, which reads 225 columns, allowed: at "
                   "most the 224 of a"}));
}

}  // namespace
}  // namespace nve::planner
