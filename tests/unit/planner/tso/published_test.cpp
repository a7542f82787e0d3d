// The paper's figures as data, and the verdicts on its claims.
#include "planner/tso/published.hpp"

#include <gtest/gtest.h>

#include <map>

#include "planner/tso/verdicts.hpp"

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

TEST(Verdicts, OfEachClaim) {
  const std::map<std::string, std::pair<bool, std::string>> expected = {
      {"TSO is up to 21.7 % faster than no-burst, for InceptionV3", {true, "21.7 %"}},
      {"TSO is up to 32.6 % faster than KS, for SqueezeNet", {true, "32.6 %"}},
      {"TSO is up to 19 % faster than KS&OFM, for MobileNetV2", {true, "19.0 %"}},
      {"TSO is up to 41 % faster than OFM, for ResNet-50", {true, "41.0 %"}},
      {"TSO is up to 28.6 % faster than IS, for YOLO", {true, "28.6 %"}},
      {"TSO is up to 28.6 % faster than OS, for ResNet-50", {false, "29.0 % for InceptionV3"}},
      {"TSO is up to 39.8 % faster than WS, for InceptionV3", {true, "39.8 %"}},
      {"TSO always produces the shortest execution", {true, "as short: 1 (LeNet by IS)"}},
      {"the tiles 14x4x73 and 16x11x20 need 70 and 176 bursts", {true, "70 and 176"}},
      {"a row of the tile 16x11x20 has 20 bytes", {false, "40 bytes"}},
      {"bursts reduce conv5's tile time by 28 %", {false, "49 %"}},
      {"slices of 32, 64 and 128 bytes need 1024, 512 and 256 bursts", {true, "1024, 512, 256"}},
      {"the first byte of a burst takes about 14 ns, and figure 1's times follow",
       {false, "3.5 times CAS"}},
      {"slicing (c) takes 45 % less time than (a)", {true, "45.2 %"}},
      {"32 TLTs reach 256 GMAC/s with 16-bit words", {true, "256"}},
      {"equation 8 distributes the work over all #TLEs x #TLTs", {false, "divides by #TLTs only"}},
      {"IS, OS and WS each are the best of some layers", {false, "IS wins 227 of 227"}},
      {"WS alone maps ResNet-50", {false, "3 layers fit no tile"}},
      {"the drop in accuracy ranges from 0.1 to 1.8 %", {false, "no drop"}},
      {"the equations estimate the times of table I", {false, "0.69 to 6.19 times"}}};
  const std::vector<Verdict> verdicts = Verdicts();
  EXPECT_EQ(verdicts.size(), expected.size());
  for (const Verdict& verdict : verdicts) {
    ASSERT_TRUE(expected.contains(verdict.claim)) << verdict.claim;
    const auto& [holds, reason] = expected.at(verdict.claim);
    EXPECT_EQ(verdict.holds, holds) << verdict.claim;
    EXPECT_NE(verdict.reason.find(reason), std::string::npos) << verdict.reason;
    EXPECT_FALSE(verdict.where.empty());
  }
}

}  // namespace
}  // namespace nve::planner::tso
