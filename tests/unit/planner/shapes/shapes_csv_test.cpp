// SPDX-License-Identifier: Apache-2.0
// Shapes files: columns in any order, defaults, limits, every message, and damaged files.
#include "planner/shapes/shapes_csv.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files/files.hpp"
#include "planner/shapes/layer_limits.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/planner/shapes/shapes_text.hpp"

namespace nve::planner {
namespace {

TEST(ShapesCsv, AllColumns) {
  const NetworkShape network =
      ParseShapes(std::string("# a network\r\n") + kShapeColumns +
                      "\r\nfirst,8,3,32,16,3,1,1,1,1,0,1,1,,\"a, \"\"b\"\"\"\r\n"
                      "second/x-1.y_z,16,8,8,8,5,3,2,1,2,1,4,7,first,c\r\n",
                  "folder/net.v2.csv");
  EXPECT_EQ(network.name, "net.v2");
  EXPECT_EQ(network.file, "folder/net.v2.csv");
  ASSERT_EQ(network.layers.size(), 2u);
  EXPECT_EQ(network.layers[0].source, "a, \"b\"");
  EXPECT_EQ(network.layers[0].from, Lines{});
  const LayerShape& layer = network.layers[1];
  EXPECT_EQ(layer.name, "second/x-1.y_z");
  EXPECT_EQ(layer.line, 4);
  EXPECT_EQ(layer.from, Lines{"first"});
  Lines sizes;
  for (const SizeLimit& limit : kSizeLimits) {
    sizes.push_back(fmt::format("{} {}", limit.name, layer.*limit.size));
  }
  EXPECT_EQ(sizes, (Lines{"oc 16", "ic 8", "oh 8", "ow 8", "kh 5", "kw 3", "stride_h 2",
                          "stride_w 1", "pad_h 2", "pad_w 1", "groups 4", "count 7"}));
}

TEST(ShapesCsv, DefaultsAndAnyOrder) {
  for (const char* text : {"kw,kh,ow,oh,ic,oc,layer\n2,3,5,7,11,13,a\n",
                           "layer,oc,ic,oh,ow,kh,kw,stride_h,stride_w,pad_h,pad_w,groups,count\n"
                           "a,13,11,7,5,3,2,,,,,,\n"}) {
    const LayerShape layer = ParseShapes(text, "t.csv").layers.at(0);
    EXPECT_EQ(layer.Macs(), 13 * 11 * 7 * 5 * 3 * 2);
    EXPECT_EQ(layer.Weights(), 13 * 11 * 3 * 2);
    EXPECT_EQ(InputRows(layer), 9);
    EXPECT_EQ(InputColumns(layer), 6);
    EXPECT_EQ(layer.groups, 1);
    EXPECT_EQ(layer.count, 1);
    EXPECT_EQ(layer.source, "");
  }
}

TEST(ShapesCsv, ReadsFiles) {
  ExpectInputError([] { ReadShapes("/nowhere/net.csv"); }, "cannot open");
}

TEST(ShapesCsv, NoLinesOrTooMany) {
  EXPECT_EQ(
      Reported("# nothing\n"),
      Lines{fmt::format("t.csv: error: found no line of columns, allowed: {}", kShapeColumns)});
  EXPECT_EQ(Reported(kColumns), Lines{"t.csv: error: found 0 layers, allowed: 1 to 1024"});
  std::string many = kColumns;
  for (int i = 0; i < 1025; ++i) many += fmt::format("l{},1,1,1,1,1,1,\n", i);
  EXPECT_EQ(Reported(many), Lines{"t.csv: error: found 1025 layers, allowed: 1 to 1024"});
}

TEST(ShapesCsv, Columns) {
  EXPECT_EQ(
      Reported("layer,oc,OC,oh,ow,kh,oc\na,1,1,1,1,1,1\n"),
      (Lines{fmt::format("t.csv:1: error: line of columns: found 'OC', allowed: {}", kShapeColumns),
             "t.csv:1: error: line of columns: found 'oc' twice, allowed: each column once",
             "t.csv:1: error: column ic: found none, allowed: one",
             "t.csv:1: error: column kw: found none, allowed: one"}));
  EXPECT_EQ(Reported("oc,ic,oh,ow,kh,kw,from\n1,1,1,1,1,1,\n1,1,1,1,1,1,a\n"),
            Lines{"t.csv:1: error: column layer: found none, allowed: one"});
}

TEST(ShapesCsv, NumberOfCells) {
  EXPECT_EQ(Reported(std::string(kColumns) + "a,1,1,1,1,1,1\nb,1,1,1,1,1,1,a,\n"),
            (Lines{"t.csv:2: error: found 7 cells, allowed: 8, as many as the line of columns has",
                   "t.csv:3: error: found 9 cells, allowed: 8, as many as the line of columns "
                   "has"}));
}

TEST(ShapesCsv, Names) {
  const std::string longest(64, 'n');
  EXPECT_EQ(Reported(std::string(kColumns) + longest + ",1,1,1,1,1,1,\n"), Lines{});
  EXPECT_EQ(
      Reported(std::string(kColumns) + longest +
               "n,1,1,1,1,1,1,\n,1,1,1,1,1,1,\n"
               "a b,1,1,1,1,1,1,\nc,1,1,1,1,1,1,\nc,1,1,1,1,1,1,\n"),
      (Lines{"t.csv:2: error: column layer: found '" + std::string(60, 'n') +
                 "...', allowed: 1 to 64 letters, digits and _ . / -",
             "t.csv:3: error: column layer: found '', allowed: 1 to 64 letters, digits and _ . / -",
             "t.csv:4: error: column layer: found 'a b', allowed: 1 to 64 letters, digits and "
             "_ . / -",
             "t.csv:6: error: column layer: found 'c', which is also in line 5, allowed: each name "
             "once"}));
}

// Each size one below and one above its limits.
TEST(ShapesCsv, LimitsOfEachSize) {
  for (const SizeLimit& limit : kSizeLimits) {
    for (const int64_t size : {limit.least - 1, limit.most + 1}) {
      Lines cells = {"a", "1", "1", "1", "1", "1", "1"};
      std::string columns = "layer,oc,ic,oh,ow,kh,kw";
      if (!limit.required) {
        columns += std::string(",") + limit.name;
        cells.emplace_back();
      }
      const size_t index = limit.required ? 1 + (&limit - kSizeLimits.data()) : 7;
      cells[index] = fmt::format("{}", size);
      std::string text = columns + "\n" + cells[0];
      for (size_t i = 1; i < cells.size(); ++i) text += "," + cells[i];
      EXPECT_EQ(Reported(text),
                Lines{fmt::format("t.csv:2: error: column {}: found '{}', allowed: {} to {}{}",
                                  limit.name, size, limit.least, limit.most,
                                  size < 0 ? ", in decimal digits and nothing else" : "")});
    }
  }
}

TEST(ShapesCsv, TextsThatAreNoNumbers) {
  EXPECT_EQ(
      Reported(std::string(kColumns) + "a, 1,0x1,1.0,,+1,99999999999999999999,\n"),
      (Lines{"t.csv:2: error: column oc: found ' 1', allowed: 1 to 65536, in decimal digits "
             "and nothing else",
             "t.csv:2: error: column ic: found '0x1', allowed: 1 to 1048576, in decimal "
             "digits and nothing else",
             "t.csv:2: error: column oh: found '1.0', allowed: 1 to 65536, in decimal digits "
             "and nothing else",
             "t.csv:2: error: column ow: found '', allowed: 1 to 65536, in decimal digits and "
             "nothing else",
             "t.csv:2: error: column kh: found '+1', allowed: 1 to 1024, in decimal digits "
             "and nothing else",
             "t.csv:2: error: column kw: found '99999999999999999999', allowed: 1 to 1024"}));
}

TEST(ShapesCsv, NoNumberHasASign) {
  EXPECT_EQ(Reported("layer,oc,ic,oh,ow,kh,kw,pad_h\na,1,1,1,1,1,1,-0\n"),
            Lines{"t.csv:2: error: column pad_h: found '-0', allowed: 0 to 1023, in decimal digits "
                  "and nothing else"});
}

TEST(ShapesCsv, GroupsAndPadding) {
  const std::string columns = "layer,oc,ic,oh,ow,kh,kw,pad_h,pad_w,groups\n";
  EXPECT_EQ(Reported(columns + "a,8,6,4,4,1,1,0,0,2\nb,1,1,1,4,3,3,1,2,1\n"), Lines{});
  EXPECT_EQ(
      Reported(columns + "a,8,6,4,4,1,1,0,0,4\nb,8,6,4,4,1,1,0,0,3\n"
                         "c,1,1,4,4,3,3,3,4,1\nd,1,1,1,2,3,3,2,2,1\n"),
      (Lines{"t.csv:2: error: column groups: found 4, allowed: divisors of both oc 8 and ic 6",
             "t.csv:3: error: column groups: found 3, allowed: divisors of both oc 8 and ic 6",
             "t.csv:4: error: column pad_h: found 3, allowed: less than kh, which is 3",
             "t.csv:4: error: column pad_w: found 4, allowed: less than kw, which is 3",
             "t.csv:5: error: column pad_h: found 2, allowed: less than half of the 3 rows "
             "that are read",
             "t.csv:5: error: column pad_w: found 2, allowed: less than half of the 4 columns "
             "that are read"}));
}

TEST(ShapesCsv, Work) {
  const std::string columns = "layer,oc,ic,oh,ow,kh,kw,count\n";
  EXPECT_EQ(Reported(columns + "a,4096,4096,4096,4096,1,1,1\n"), Lines{});
  EXPECT_EQ(
      Reported(columns + "a,4096,4096,4096,4096,1,1,2\nb,65536,1048576,65536,65536,1024,"
                         "1024,65536\n"),
      (Lines{"t.csv:2: error: column oc: found 4096 in a layer that is too large, allowed: at "
             "most 281474976710656 for oc * ic * kh * kw * count times rows and columns of "
             "input",
             "t.csv:3: error: column oc: found 65536 in a layer that is too large, allowed: "
             "at most 281474976710656 for oc * ic * kh * kw * count times rows and columns of "
             "input"}));
}

// A wrong size is reported once: no later check takes it for a size.
TEST(ShapesCsv, AllProblemsOfAFile) {
  EXPECT_EQ(Reported("layer,oc,ic,oh,ow,kh,kw,from,from\na,0,3,8,8,3,3,,\nb,4,0,99,8,1,1,a,\n"
                     "\"c\"c,4,4,8,8,1,1,b,\nd,4,9,8,8,1,1,cc,\ne,4,4,8,8,1,1,x,\n"),
            (Lines{"t.csv:4: error: found text behind the closing quote of a cell, allowed: a "
                   "comma or the end",
                   "t.csv:1: error: line of columns: found 'from' twice, allowed: each column once",
                   "t.csv:2: error: column oc: found '0', allowed: 1 to 65536",
                   "t.csv:3: error: column ic: found '0', allowed: 1 to 1048576",
                   "t.csv:5: error: column ic: found 9, allowed from cc: 4",
                   "t.csv:6: error: column from: found 'x', allowed: layers of earlier lines"}));
}

TEST(ShapesCsv, SurvivesDamage) {
  for (const char* name : {"squeezenet_227", "resnet50_darknet", "inceptionv3"}) {
    const std::vector<uint8_t> bytes =
        ReadFileBytes(std::string(NVE_SOURCE_DIR "/networks/shapes/") + name + ".csv");
    ExpectSurvivesDamage(bytes, 300, [](const std::vector<uint8_t>& damaged) {
      const NetworkShape network =
          ParseShapes(std::string(damaged.begin(), damaged.end()), "t.csv");
      EXPECT_FALSE(network.layers.empty());
      for (const LayerShape& layer : network.layers) EXPECT_TRUE(WithinLimits(layer)) << layer.name;
    });
  }
}

}  // namespace
}  // namespace nve::planner
