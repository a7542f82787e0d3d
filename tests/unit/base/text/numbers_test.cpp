// SPDX-License-Identifier: Apache-2.0
// Numbers from text, and the options that take them.
#include "base/text/numbers.hpp"

#include <gtest/gtest.h>

#include "base/cli/number_options.hpp"

namespace nve {
namespace {

TEST(Numbers, AreDecimalAndFillTheirText) {
  EXPECT_EQ(ParseNumber("0"), 0u);
  EXPECT_EQ(ParseNumber("010"), 10u);
  EXPECT_EQ(ParseNumber("18446744073709551615"), UINT64_MAX);
  for (const char* text :
       {"", " ", "+5", "-5", "-0", " 5", "5 ", "5\n", "0x10", "0b1", "1e3", "1_0", "5.", "5.0", "x",
        "5x", "18446744073709551616", "999999999999999999999"}) {
    EXPECT_EQ(ParseNumber(text), std::nullopt) << text;
  }
  EXPECT_EQ(ParseNumber(std::string_view("5\0", 2)), std::nullopt);
  EXPECT_EQ(ParseNumber("8", 7), std::nullopt);
}

TEST(Numbers, HaveOtherBasesWhereAFormatSaysSo) {
  EXPECT_EQ(ParseNumber("fF", UINT64_MAX, 16), 255u);
  EXPECT_EQ(ParseNumber("101", UINT64_MAX, 2), 5u);
  EXPECT_EQ(ParseNumber("0x1", UINT64_MAX, 16), std::nullopt);
  EXPECT_EQ(ParseNumber("2", UINT64_MAX, 2), std::nullopt);
}

TEST(Numbers, HaveSignsWhereAFormatSaysSo) {
  EXPECT_EQ(ParseSigned("-010"), -10);
  EXPECT_EQ(ParseSigned("7", 0, 7), 7);
  for (const char* text : {"+7", "- 7", "--7", "-", "8", "-1", "0x7"}) {
    EXPECT_EQ(ParseSigned(text, 0, 7), std::nullopt) << text;
  }
}

TEST(Numbers, HavePointsWhereAFormatSaysSo) {
  EXPECT_EQ(ParseDecimal("02.50"), 2.5);
  EXPECT_EQ(ParseDecimal("800"), 800.0);
  for (const char* text :
       {"", ".", ".5", "5.", "1e3", "1.5e1", "inf", "nan", "-1", "+1", "0x1p3", "1.2.3"}) {
    EXPECT_EQ(ParseDecimal(text), std::nullopt) << text;
  }
}

TEST(Numbers, OptionsTakeTheSame) {
  std::string text = "010";
  EXPECT_EQ(Count(1, 64)(text), "");
  EXPECT_EQ(text, "10");
  text = "65";
  EXPECT_EQ(Count(1, 64)(text), "found '65', allowed: 1 to 64");
  text = "0x10";
  EXPECT_EQ(Count(1, 64)(text),
            "found '0x10', allowed: 1 to 64, in decimal digits and nothing else");
  text = "1e3";
  EXPECT_EQ(CopyRate()(text), "found '1e3', allowed: 0.1 to 1000000, such as 2.5");
}

}  // namespace
}  // namespace nve
