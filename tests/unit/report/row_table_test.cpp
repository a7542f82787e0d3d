// SPDX-License-Identifier: Apache-2.0
// Fixed columns: where cells stand, what fits no column, and rows of another length.
#include "report/row_table.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

TEST(RowTable, CellsStandWhereTheirTitleDoes) {
  const RowTable table({{"name", -6}, {"count", 7}, {"share", 6, 1}, {"why", 0}});
  EXPECT_EQ(table.Head(), "name     count  share why\n");
  EXPECT_EQ(table.Row("a", 12, 0.25, "because"), "a           12    0.2 because\n");
  EXPECT_EQ(table.Row(std::string("longer"), -1, 3, ""), "longer      -1      3 \n");
}

TEST(RowTable, WhatIsWiderPushesTheRest) {
  const RowTable table({{"a", 2}, {"b", 2}});
  EXPECT_EQ(table.Row(12345, 1), "12345  1\n");
}

TEST(RowTable, ARowHasACellForEachColumn) {
  const RowTable table({{"a", 2}, {"b", 2}});
  EXPECT_THROW(table.Row(1), InternalError);
}

}  // namespace
}  // namespace nve
