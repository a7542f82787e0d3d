// SPDX-License-Identifier: Apache-2.0
// The paper's tables, charts and the verdicts on its claims.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "planner/papers/tso_tables.hpp"
#include "planner/papers/tso_verdicts.hpp"

namespace nve::planner::tso {
namespace {

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

// The parts are all of the time that the search says; those of no-burst are the whole.
TEST(TsoTables, SharesOfTimeAddUp) {
  const TsoPlans all = PlanTso();
  for (const TsoRow& row : all.rows) {
    EXPECT_NEAR(PartsOf(row.result, all.npu).Sum(), row.result.microseconds,
                1e-9 * row.result.microseconds);
  }
  const std::vector<TimeShare> shares = TimeShares(all);
  ASSERT_EQ(shares.size(), 10u);
  for (const TimeShare& share : shares) {
    if (share.name.ends_with("noburst")) {
      EXPECT_NEAR(share.percent.Sum(), 100, 1e-9) << share.name;
    } else {
      EXPECT_LT(share.percent.Sum(), 100) << share.name;
    }
  }
}

// Whatever the reading, a fixed strategy is never faster than all of them.
TEST(TsoTables, OursNeverLosesToAFixedStrategy) {
  for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
    for (const StrategyRow& row : StrategyTable(ReadNpu("nmp"), reading)) {
      for (size_t k = 1; k < kColumns; ++k) {
        if (row.unmapped[k] > 0) continue;
        EXPECT_GE(row.microseconds[k], row.microseconds[0] * (1 - 1e-9)) << row.network << k;
      }
    }
  }
}

}  // namespace
}  // namespace nve::planner::tso
