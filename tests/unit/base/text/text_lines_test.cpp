// SPDX-License-Identifier: Apache-2.0
// Lines of texts with and without a newline at their end, and parts of texts.
#include "base/text/text_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(TextLines, CountsNewlines) {
  EXPECT_EQ(LineCount(""), 0U);
  EXPECT_EQ(LineCount("one\ntwo\n"), 2U);
  EXPECT_EQ(LineCount("one\nrest"), 1U);
}

TEST(TextLines, KeepsTheFirst) {
  const std::string text = "one\ntwo\nrest";
  EXPECT_EQ(FirstLines(text, 0), "");
  EXPECT_EQ(FirstLines(text, 1), "one\n");
  EXPECT_EQ(FirstLines(text, 2), "one\ntwo\n");
  EXPECT_EQ(FirstLines(text, 3), text);
}

TEST(TextParts, StandBetweenSeparators) {
  EXPECT_THAT(PartsOf("1,,x", ','), ElementsAre("1", "", "x"));
  EXPECT_THAT(PartsOf("one", ','), ElementsAre("one"));
  EXPECT_THAT(PartsOf("", ','), ElementsAre(""));
  EXPECT_THAT(PartsOf("a\n", '\n'), ElementsAre("a", ""));
}

}  // namespace
}  // namespace nve
