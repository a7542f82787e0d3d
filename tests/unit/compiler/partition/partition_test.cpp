// SPDX-License-Identifier: Apache-2.0
// Partitions and their texts.
#include "compiler/partition/partition.hpp"

#include <gtest/gtest.h>

namespace nve {
namespace {

using Kind = PartitionChoice::Kind;

TEST(Partition, AreAllPairsOfFactors) {
  EXPECT_EQ(PartitionsOf(1), (std::vector<Partition>{{1, 1}}));
  EXPECT_EQ(PartitionsOf(6), (std::vector<Partition>{{6, 1}, {3, 2}, {2, 3}, {1, 6}}));
  for (const Partition& partition : PartitionsOf(16)) EXPECT_EQ(partition.Cores(), 16);
  EXPECT_EQ(PartitionsOf(16).size(), 5u);
}

TEST(Partition, AStrategyIsOneOfThem) {
  EXPECT_EQ(PartitionsOf({Kind::kKs, {}}, 4), (std::vector<Partition>{{4, 1}}));
  EXPECT_EQ(PartitionsOf({Kind::kOfm, {}}, 4), (std::vector<Partition>{{1, 4}}));
  EXPECT_EQ(PartitionsOf({Kind::kFixed, {2, 2}}, 4), (std::vector<Partition>{{2, 2}}));
  EXPECT_EQ(PartitionsOf({Kind::kAuto, {}}, 4), PartitionsOf(4));
}

TEST(Partition, TextsAreReadAsTheyAreWritten) {
  for (const Partition& partition : PartitionsOf(12)) {
    const auto choice = ParsePartition(ToText(partition), 12);
    ASSERT_TRUE(choice) << ToText(partition);
    EXPECT_EQ(choice->kind, Kind::kFixed);
    EXPECT_EQ(choice->fixed, partition);
    EXPECT_EQ(ToText(*choice), ToText(partition));
  }
  for (const char* text : {"auto", "ks", "ofm"}) EXPECT_EQ(ToText(*ParsePartition(text, 3)), text);
  EXPECT_EQ(ParsePartition("auto", 3)->kind, Kind::kAuto);
  EXPECT_EQ(ParsePartition("ks", 3)->kind, Kind::kKs);
  EXPECT_EQ(ParsePartition("ofm", 3)->kind, Kind::kOfm);
}

TEST(Partition, OtherTextsAreNone) {
  for (const char* text : {"", "KS", "2", "x", "2x", "2x3", "02x2", "4x1 ", "-2x-2", "2x2x1"}) {
    EXPECT_FALSE(ParsePartition(text, 4)) << text;
  }
  EXPECT_EQ(PartitionTexts(4), "auto, ks, ofm, 4x1, 2x2, 1x4");
}

}  // namespace
}  // namespace nve
