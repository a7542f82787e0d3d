// SPDX-License-Identifier: Apache-2.0
// The paper's figures as data.
#include "planner/tso/published.hpp"

#include <gtest/gtest.h>

#include <map>

namespace nve::planner::tso {
namespace {

// Ratios to burst of table I to three digits, computed by hand from the print.
TEST(Published, RatiosOfTable1) {
  const std::map<std::string, std::array<int, kColumns - 1>> thousandths = {
      {"InceptionV3", {1217, 1133, 1119, 1258, 1014, 1290, 1398}},
      {"LeNet", {1161, 1015, 1126, 1161, 1000, 1171, 1146}},
      {"MobileNetV2", {1103, 1266, 1190, 1252, 1004, 1239, 1080}},
      {"ResNet-50", {1115, 1110, 1129, 1410, 1068, 1286, 1386}},
      {"SqueezeNet", {1097, 1326, 1130, 1039, 1032, 1267, 1076}},
      {"YOLO", {1074, 1062, 1046, 1193, 1286, 1100, 1039}}};
  ASSERT_EQ(Table1().size(), thousandths.size());
  for (const PublishedTimes& row : Table1()) {
    for (size_t i = 1; i < kColumns; ++i) {
      EXPECT_NEAR(1000 * row.Ratio(static_cast<Column>(i)), thousandths.at(row.network)[i - 1],
                  0.5001)
          << row.network << " " << ColumnName(static_cast<Column>(i));
    }
  }
}

TEST(Published, OneOfTheMaximaOfTheTextIsNone) {
  EXPECT_STREQ(WorstNetwork(Column::kNoBurst).network, "InceptionV3");
  EXPECT_STREQ(WorstNetwork(Column::kOfm).network, "ResNet-50");
  EXPECT_STREQ(WorstNetwork(Column::kOs).network, "InceptionV3");
  EXPECT_EQ(Maxima().size(), kColumns - 1);
}

}  // namespace
}  // namespace nve::planner::tso
