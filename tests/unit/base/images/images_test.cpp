// SPDX-License-Identifier: Apache-2.0
// Anymaps: kinds, damage, limits.
#include "base/images/images.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

std::vector<uint8_t> Bytes(const std::string& text) { return {text.begin(), text.end()}; }

using Pixels = std::vector<uint8_t>;

TEST(Pnm, TextAndBinary) {
  EXPECT_EQ(ParseImage(Bytes("P2\n# gray\n3 1\n255\n0 128\n255\n"), "a").pixels,
            (Pixels{0, 128, 255}));
  EXPECT_EQ(ParseImage(Bytes("P3 1 2 255 255 0 0  0 255 0"), "a").pixels, (Pixels{76, 150}));
  EXPECT_EQ(ParseImage(Bytes("P5 2 1 255\nAz"), "a").pixels, (Pixels{'A', 'z'}));
  EXPECT_EQ(
      ParseImage(Bytes(std::string("P6 1 1 255\n") + "\xff" + std::string(2, '\0')), "a").pixels,
      (Pixels{76}));
}

TEST(Pnm, SamplesAreScaled) {
  EXPECT_EQ(ParseImage(Bytes("P2 3 1 15 0 7 15"), "a").pixels, (Pixels{0, 119, 255}));
  EXPECT_EQ(ParseImage(Bytes(std::string("P5 2 1 65535\n\x80\0\xff\xff", 17)), "a").pixels,
            (Pixels{128, 255}));
}

TEST(Pnm, Messages) {
  const auto parse = [](const std::string& text) {
    return [text] { ParseImage(Bytes(text), "p.pgm"); };
  };
  ExpectInputError(parse("P2 0 1 255 1"),
                   "p.pgm: error: damaged anymap: found 0 columns, allowed: at least 1");
  ExpectInputError(parse("P2 2 1 70000 1"),
                   "found largest sample 70000 at byte 7, allowed: 1 to 65535");
  ExpectInputError(parse("P2 9 9 10 1 "),
                   "3 bytes of samples from byte 9 on, but 9x9 needs at least 81");
  ExpectInputError(parse("P5 3 3 255\nabc"),
                   "3 bytes of samples from byte 11 on, but 3x3 needs at least 9");
  ExpectInputError(parse("P1 3 3\n"), "unknown picture format, allowed are PNG and PGM or PPM");
  ExpectInputError(parse(""), "unknown picture format");
}

TEST(Pnm, WhatIsNoNumberIsShown) {
  const auto refuse = [](const std::string& text, const std::string& problem) {
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); },
                     "p.pgm: error: damaged anymap: found " + problem);
  };
  refuse("P5\n+4 4\n255\n", "'+' at byte 3, allowed: the digits of the width");
  refuse("P5\n4x4\n255\n", "'x' at byte 4, allowed: the digits of the height");
  refuse("P2 2 1 -1", "'-' at byte 7, allowed: the digits of the largest sample");
  refuse("P2 2 1 0 1 1", "largest sample 0 at byte 7, allowed: 1 to 65535");
  refuse("P2 2 2 255 1 2 31,47", "',' at byte 17 (row 1, column 1), allowed: the digits of a");
  refuse("P3 1 1 10 1 2 # 3",
         "the end of the file at byte 17 (row 0, column 0), allowed: the digits of a sample");
  refuse(std::string("P2 2 1 9 1\0002", 12), "byte 0x00 at byte 10 (row 0, column 1), allowed");
}

// The first one with its place, and how many more there are, in every kind.
TEST(Pnm, SamplesAboveTheLargestHaveTheirPlace) {
  const auto refuse = [](const std::string& text, const std::string& problem) {
    const Pixels bytes = Bytes(text);
    try {
      ParseImage(bytes, "p.pgm");
      ADD_FAILURE() << "no InputError; expected one with '" << problem << "'";
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), "p.pgm: error: damaged anymap: found sample " + problem);
    }
  };
  refuse("P2\n3 2\n255\n1 2 3\n4 999 888",
         "999 at byte 19 (row 1, column 1), allowed: 0 to 255; "
         "and 1 more");
  refuse("P2 2 1 10 10 11", "11 at byte 13 (row 0, column 1), allowed: 0 to 10");
  refuse("P2 1 1 65535 " + std::string(30, '7'),
         "77777777777777777777... (30 digits) at byte 13 (row 0, column 0), allowed: 0 to 65535");
  refuse("P3 2 1 9 1 2 3 4 5 10", "10 at byte 19 (row 0, column 1), allowed: 0 to 9");
  refuse("P5 2 2 9\n" + std::string("\1\2\12\13", 4),
         "10 at byte 11 (row 1, column 0), allowed: 0 to 9; and 1 more");
  refuse("P6 1 2 9\n" + std::string("\1\2\3\4\13\6", 6),
         "11 at byte 13 (row 1, column 0), allowed: 0 to 9");
  refuse("P5 2 1 256\n" + std::string("\1\0\1\1", 4),
         "257 at byte 13 (row 0, column 1), allowed: 0 to 256");
  refuse("P6 1 1 999\n" + std::string("\0\0\4\0\3\350", 6),
         "1024 at byte 13 (row 0, column 0), allowed: 0 to 999; and 1 more");
  // What follows is told in the same run.
  refuse("P2 2 1 9 10 x",
         "10 at byte 9 (row 0, column 0), allowed: 0 to 9\n"
         "p.pgm: error: damaged anymap: found 'x' at byte 12 (row 0, column 1), "
         "allowed: the digits of a sample");
}

// A picture that is too large is not damaged, and both sides are told at once, as they are.
TEST(Pnm, TooLargePictures) {
  for (const std::string kind : {"P2", "P3", "P5", "P6"}) {
    const std::string text = kind + " 20000 163840 255\n";
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); },
                     "p.pgm: error: found 20000 columns, allowed: at most 16384; make the picture "
                     "smaller\np.pgm: error: found 163840 rows, allowed: at most 16384");
  }
  const std::string digits(30, '7');
  ExpectInputError(
      [&] { ParseImage(Bytes("P5 3 " + digits + " 255\n"), "p.pgm"); },
      "p.pgm: error: found 77777777777777777777... (30 digits) rows, allowed: at most");
}

// Exactly one white space stands behind the largest sample: any other byte there would shift all
// pixels of a binary kind, one or two bytes a sample.
TEST(Pnm, OneWhiteSpaceEndsTheHeader) {
  for (const std::string space : {" ", "\n", "\t", "\r"}) {
    EXPECT_EQ(ParseImage(Bytes("P5 2 1 255" + space + "#z"), "a").pixels, (Pixels{'#', 'z'}));
  }
  EXPECT_EQ(ParseImage(Bytes("P5 2 1 255\n\n\r"), "a").pixels, (Pixels{'\n', '\r'}));
  const auto refuse = [](const std::string& text, const std::string& problem) {
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); }, "damaged anymap: " + problem);
  };
  for (const auto& [head, samples] : {std::pair<std::string, std::string>{"P5 2 1 255", "Az"},
                                      {"P6 2 1 255", "AzAzAz"},
                                      {"P5 2 1 257", std::string(4, '\1')},
                                      {"P6 1 2 257", std::string(12, '\1')}}) {
    refuse(head + "\r\n" + samples, "found CR LF at byte 10, allowed behind the largest sample");
    refuse(head + "\r\n" + samples.substr(1), "found CR LF at byte 10");
    refuse(head + " # c\n" + samples, "found a comment at byte 11");
    refuse(head + "\n#" + samples, "found a comment at byte 11");
    refuse(head + "#\n" + samples, "found '#' at byte 10, allowed behind the largest sample: one");
    refuse(head, "found the end of the file at byte 10");
    refuse(head + " \n" + samples, "found two white spaces, at bytes 10 and 11");
    refuse(head + "\n" + samples.substr(1), fmt::format("{} bytes of samples", samples.size() - 1));
  }
  refuse(std::string("P5 2 1 255\0Az", 13), "found byte 0x00 at byte 10");
}

TEST(Pnm, NothingStandsBehindTheLastSample) {
  const auto refuse = [](const std::string& text, const std::string& problem) {
    ExpectInputError([&] { ParseImage(Bytes(text), "p.pgm"); }, "damaged anymap: " + problem);
  };
  refuse("P5 2 1 255\nAz\n",
         "found byte 0x0a at byte 13, behind the last sample, allowed: the end");
  refuse("P6 1 1 255\nabcd", "found 'd' at byte 14");
  refuse("P5 1 1 256\n\1\1A", "found 'A' at byte 13");
  refuse("P5 1 1 255\naP5 1 1 255\nb", "found another picture at byte 12");
  refuse("P2 2 1 255 1 2 3", "found '3' at byte 15");
  refuse("P2 2 1 255 1 2x", "found 'x' at byte 14");
  refuse("P3 1 1 255 1 2 3 # c\n4", "found '4' at byte 21");
  refuse("P2 1 1 255 1\nP2 1 1 255 1", "found another picture at byte 13");
  EXPECT_EQ(ParseImage(Bytes("P2 2 1 255 1 2 \r\n# end"), "a").pixels, (Pixels{1, 2}));
}

TEST(Pnm, CommentsEndAtEitherLineEnd) {
  EXPECT_EQ(ParseImage(Bytes("P5\r# c\r2 1\r255\rAz"), "a").pixels, (Pixels{'A', 'z'}));
  EXPECT_EQ(ParseImage(Bytes("P2#c\r\n2 1 # c\r255 1#\r2"), "a").pixels, (Pixels{1, 2}));
}

TEST(Pnm, SurvivesDamage) {
  const auto parse = [](const Pixels& bytes) { ParseImage(bytes, "x"); };
  ExpectSurvivesDamage(Bytes("P3 2 2 255 1 2 3 4 5 6 7 8 9 10 11 12\n"), 4000, parse);
  ExpectSurvivesDamage(Bytes("P5 4 2 255\nabcdefgh"), 4000, parse);
}

}  // namespace
}  // namespace nve
