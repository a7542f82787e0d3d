// SPDX-License-Identifier: Apache-2.0
// Texts of users, such as names of layers, as cells of a table.
#include "base/text/csv.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

TEST(CsvCell, IsQuotedIfItWouldBeTakenApart) {
  EXPECT_EQ(CsvCell("L1 face"), "L1 face");
  EXPECT_EQ(CsvCell("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvCell("3\" kernel"), "\"3\"\" kernel\"");
  EXPECT_EQ(CsvCell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(CsvCell("of\rDOS"), "\"of\rDOS\"");
}

}  // namespace
}  // namespace nve
