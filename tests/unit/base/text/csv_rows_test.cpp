// SPDX-License-Identifier: Apache-2.0
// CSV tables taken apart: quotes, ends of lines, comments, and every message.
#include "base/text/csv_rows.hpp"

#include <gtest/gtest.h>

#include "base/text/csv.hpp"

namespace nve {
namespace {

using Cells = std::vector<std::string>;
using Lines = std::vector<std::string>;

struct Reading {
  std::vector<Cells> rows;
  std::vector<int> lines;
  Lines messages;
};

Reading Read(const std::string& text) {
  Diagnostics diagnostics;
  Reading reading;
  for (const CsvRow& row : ParseCsv(text, "t.csv", diagnostics)) {
    reading.rows.push_back(row.cells);
    reading.lines.push_back(row.line);
  }
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    reading.messages.push_back(ToString(diagnostic));
  }
  return reading;
}

void ExpectRows(const std::string& text, const std::vector<Cells>& rows) {
  const Reading reading = Read(text);
  EXPECT_EQ(reading.rows, rows) << text;
  EXPECT_EQ(reading.messages, Lines{}) << text;
}

TEST(CsvRows, CellsAndLines) {
  ExpectRows("", {});
  ExpectRows("a,b\nc,d\n", {{"a", "b"}, {"c", "d"}});
  ExpectRows("a,b\r\nc,d", {{"a", "b"}, {"c", "d"}});
  ExpectRows(",\n a ,", {{"", ""}, {" a ", ""}});
  ExpectRows("a\rb,c", {{"a\rb", "c"}});
}

TEST(CsvRows, Quotes) {
  ExpectRows("\"a,b\",\"say \"\"c\"\"\",\"\"\n", {{"a,b", "say \"c\"", ""}});
  ExpectRows("\"two\nlines\",x\r\n", {{"two\nlines", "x"}});
  ExpectRows("\"#\"", {{"#"}});
}

TEST(CsvRows, CommentsAndEmptyLinesAreNoRows) {
  const Reading reading = Read("# \"one\r\n\n\r\na,#b\n#\nc\n# the end");
  EXPECT_EQ(reading.rows, (std::vector<Cells>{{"a", "#b"}, {"c"}}));
  EXPECT_EQ(reading.lines, (std::vector<int>{4, 6}));
  EXPECT_EQ(reading.messages, Lines{});
}

TEST(CsvRows, LinesCountThoseWithinQuotes) {
  EXPECT_EQ(Read("\"1\n2\"\n\"3\r\n4\"\n5").lines, (std::vector<int>{1, 3, 5}));
}

TEST(CsvRows, ByteOrderMark) {
  ExpectRows(
      "\xEF\xBB\xBF"
      "a,b",
      {{"a", "b"}});
}

TEST(CsvRows, WhatCsvCellWrites) {
  for (const char* text : {"plain", "a,b", "3\" kernel", "two\nlines", "of\rDOS", "\"\"", ""}) {
    ExpectRows("x," + CsvCell(text) + "\r\n", {{"x", text}});
  }
}

TEST(CsvRows, MisplacedQuotes) {
  const Reading reading = Read("a\n\"b\"c,d\ne\"f\"\n");
  EXPECT_EQ(reading.rows, (std::vector<Cells>{{"a"}, {"bc", "d"}, {"e\"f\""}}));
  EXPECT_EQ(reading.messages,
            (Lines{"t.csv:2: error: found text behind the closing quote of a cell, allowed: a "
                   "comma or the end",
                   "t.csv:3: error: found a double quote within a cell, allowed: the whole cell in "
                   "quotes"}));
}

TEST(CsvRows, QuotesThatNeverClose) {
  const Reading reading = Read("a\nb,\"c\nd,e\n");
  EXPECT_EQ(reading.rows, (std::vector<Cells>{{"a"}}));
  EXPECT_EQ(reading.messages, Lines{"t.csv:2: error: found a double quote that is never closed, "
                                    "allowed: one at the cell's end"});
}

}  // namespace
}  // namespace nve
