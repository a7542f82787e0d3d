// SPDX-License-Identifier: Apache-2.0
// No text becomes markup, and numbers are grouped.
#include "report/markup.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(Markup, EscapesText) {
  EXPECT_EQ(XmlText("a<b> & \x01"), "a&lt;b&gt; &amp;  ");
  EXPECT_EQ(XmlText("\" onload=\"x"), "&quot; onload=&quot;x");
  EXPECT_EQ(XmlText("two\nlines\t\x7f"), "two\nlines  ");
  EXPECT_EQ(XmlText("\u00e4\u202f"), "\u00e4\u202f") << "what is not ASCII stays";
}

TEST(Markup, WhatTurnsTheDirectionIsAnEscape) {
  EXPECT_EQ(XmlText("a\u202e\u2069<\u061c"), "a\\u202e\\u2069&lt;\\u061c");
  EXPECT_EQ(VisibleText("a\u202eb\n\x1b \u00e4"), "a\\u202eb?? \u00e4");
}

TEST(Markup, GroupsDigits) {
  EXPECT_EQ(GroupedNumber(0, 0), "0");
  EXPECT_EQ(GroupedNumber(999, 0), "999");
  EXPECT_EQ(GroupedNumber(1000, 0), "1\u202f000");
  EXPECT_EQ(GroupedNumber(1234567.891, 2), "1\u202f234\u202f567.89");
  EXPECT_EQ(GroupedNumber(-1234, 1), "-1\u202f234.0");
  EXPECT_EQ(GroupedNumber(-100, 0), "-100");
  EXPECT_EQ(GroupedNumber(-0.01, 1), "0.0") << "no negative nothing";
}

TEST(Markup, SignsChanges) {
  EXPECT_EQ(SignedNumber(2.25, 1), "+2.2");
  EXPECT_EQ(SignedNumber(-2.25, 1), "-2.2");
  EXPECT_EQ(SignedNumber(0.01, 1), "0.0");
  EXPECT_EQ(SignedNumber(-0.01, 1), "0.0");
}

}  // namespace
}  // namespace nve
