// SPDX-License-Identifier: Apache-2.0
// Formulas say what was computed, with as few parentheses as their order needs.
#include "report/sourced.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

const Sourced kA = {6, "0#/a"};
const Sourced kB = {3, "1#/b"};
const Sourced kC = {2, "0#/c"};

TEST(Sourced, APlaceIsItsPointer) {
  EXPECT_EQ(kA.Source(), "0#/a");
  EXPECT_EQ(kA.Value(), 6);
  EXPECT_EQ(Sourced(2.5).Source(), "= 2.5");
}

TEST(Sourced, FormulasOfBothSigns) {
  const Sourced share = 100 * kA / kB;
  EXPECT_EQ(share.Source(), "= 100 * 0#/a / 1#/b");
  EXPECT_EQ(share.Value(), 200);
  EXPECT_EQ((kA + kB * kC).Source(), "= 0#/a + 1#/b * 0#/c");
  EXPECT_EQ((kA + kB * kC).Value(), 12);
}

TEST(Sourced, ParenthesesWhereTheOrderNeedsThem) {
  EXPECT_EQ(((kA + kB) * kC).Source(), "= ( 0#/a + 1#/b ) * 0#/c");
  EXPECT_EQ((kA - (kB - kC)).Source(), "= 0#/a - ( 1#/b - 0#/c )");
  EXPECT_EQ((kA - kB - kC).Source(), "= 0#/a - 1#/b - 0#/c");
  EXPECT_EQ((kA / (kB / kC)).Source(), "= 0#/a / ( 1#/b / 0#/c )");
  EXPECT_EQ((kA / (kB / kC)).Value(), 4);
  EXPECT_EQ((100 * (kB - kA) / kA).Source(), "= 100 * ( 1#/b - 0#/a ) / 0#/a");
}

TEST(Sourced, Sums) {
  EXPECT_EQ(SumOf({}).Value(), 0);
  EXPECT_EQ(SumOf({kA}).Source(), "0#/a");
  EXPECT_EQ(SumOf({kA, kB, kC}).Source(), "= 0#/a + 1#/b + 0#/c");
  EXPECT_EQ(SumOf({kA, kB, kC}).Value(), 11);
}

TEST(Sourced, KeysBecomePartsOfPointers) {
  EXPECT_EQ(PointerPart("mm2s"), "mm2s");
  EXPECT_EQ(PointerPart("a/b~c"), "a~1b~0c");
  EXPECT_EQ(PointerPart("x * <y>\""), "x%20%2A%20%3Cy%3E%22");
  EXPECT_EQ(PointerPart("\u00e4"), "%C3%A4");
}

TEST(Sourced, AnAttributeIsEscaped) {
  EXPECT_EQ(SourceAttribute(kA), "data-source=\"0#/a\"");
  EXPECT_EQ(SourceAttribute({1, "0#/\"><x"}), "data-source=\"0#/&quot;&gt;&lt;x\"");
}

}  // namespace
}  // namespace nve
