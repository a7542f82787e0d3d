// SPDX-License-Identifier: Apache-2.0
// TSO's equations by golden values: the paper's own examples, and others computed by hand.
#include <gtest/gtest.h>

#include "planner/tso/bursts.hpp"
#include "planner/tso/time.hpp"
#include "tests/unit/planner/tso/layers.hpp"

namespace nve::planner::tso {
namespace {

constexpr Partition kKs = {4, 1};
constexpr Partition kKsOfm = {2, 2};
constexpr Partition kOfm = {1, 4};

// The tiles of section VI: IN 14x4x73 of TSO-burst and 16x11x20 of TSO-noburst.
constexpr CoreTile kOfBurst = {6, 14, 2, 71};
constexpr CoreTile kOfNoBurst = {6, 16, 9, 18};

TEST(Equation1, HaloOfTheExamples) {
  EXPECT_EQ(TileRows(Conv5(), kOfBurst), 4);
  EXPECT_EQ(TileColumns(Conv5(), kOfBurst), 73);
  EXPECT_EQ(TileRows(Conv5(), kOfNoBurst), 11);
  EXPECT_EQ(TileColumns(Conv5(), kOfNoBurst), 20);
  LayerShape layer = Square(1, 1, 56, 7, 3);
  layer.stride_h = 2;
  layer.kw = 5;
  EXPECT_EQ(TileRows(layer, {1, 1, 4, 4}), 13);
  EXPECT_EQ(TileColumns(layer, {1, 1, 4, 4}), 8);
}

TEST(Equation2, BytesOfTheExamples) {
  const Npu nmp = Nmp();
  const PerTensor burst = TileBytes(Conv5(), kOfBurst, Flow::kInput, nmp);
  EXPECT_EQ(burst, (PerTensor{8176, 1512, 1704}));
  const PerTensor no_burst = TileBytes(Conv5(), kOfNoBurst, Flow::kInput, nmp);
  EXPECT_EQ(no_burst.in, 7040);
  EXPECT_TRUE(Fits(burst, nmp));
  EXPECT_TRUE(Fits(no_burst, nmp));
  EXPECT_EQ(TileBytes(ResNetLayer(), {8, 16, 2, 56}, Flow::kOutput, nmp),
            (PerTensor{7424, 2304, 1792}));
  // With WS a W tile has all channels: six filters of conv5 do not fit
  const PerTensor stationary = TileBytes(Conv5(), kOfBurst, Flow::kWeight, nmp);
  EXPECT_EQ(stationary.w, 8640);
  EXPECT_FALSE(Fits(stationary, nmp));
}

TEST(Algorithm2, SlicesOfConv5) {
  EXPECT_EQ(SliceOf(Conv5(), kKs), (Slice{48, 71}));
  EXPECT_EQ(SliceOf(Conv5(), kKsOfm), (Slice{96, 36}));
  EXPECT_EQ(SliceOf(Conv5(), kOfm), (Slice{192, 18}));
}

TEST(Algorithm2, AnyNumberOfTles) {
  EXPECT_EQ(PartitionsOf(4), (std::vector<Partition>{kKs, kKsOfm, kOfm}));
  EXPECT_EQ(PartitionsOf(6), (std::vector<Partition>{{6, 1}, {3, 2}, {2, 3}, {1, 6}}));
  EXPECT_EQ(PartitionsOf(7), (std::vector<Partition>{{7, 1}, {1, 7}}));
  EXPECT_EQ(PartitionsOf(1), (std::vector<Partition>{{1, 1}}));
  EXPECT_EQ(ToText(kKs), "KS");
  EXPECT_EQ(ToText(kKsOfm), "KS&OFM");
  EXPECT_EQ(ToText(Partition{3, 2}), "KS&OFM 3x2");
  EXPECT_EQ(ToText(kOfm), "OFM");
  EXPECT_EQ(ToText(Partition{1, 1}), "KS");
}

struct AlphaRow {
  Partition partition;
  CoreTile tile;
  PerTensor is;
  PerTensor os;
  PerTensor ws;
};

void ExpectAlphas(const LayerShape& layer, const AlphaRow& row, Reading reading) {
  const Npu nmp = Nmp();
  const PerTensor expected[] = {row.is, row.os, row.ws};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(TransfersOf(layer, row.partition, row.tile, kFlows[i], nmp, reading), expected[i])
        << "partition " << row.partition.filters << " x " << row.partition.rows << ", flow " << i;
  }
}

TEST(Equations3To5, AsPrinted) {
  for (const AlphaRow& row : {
           AlphaRow{kKs, kOfBurst, {864, 864, 36}, {6912, 6912, 1152}, {6912, 32, 1152}},
           AlphaRow{kKsOfm, kOfBurst, {432, 432, 36}, {6912, 6912, 1152}, {6912, 64, 1152}},
           AlphaRow{kOfm, kOfBurst, {216, 216, 36}, {6912, 6912, 1152}, {6912, 128, 1152}},
           AlphaRow{kKs, kOfNoBurst, {640, 640, 32}, {5120, 5120, 1024}, {5120, 32, 1024}},
       }) {
    ExpectAlphas(Conv5(), row, Reading::kPrinted);
  }
  ExpectAlphas(ResNetLayer(),
               {kOfm, {8, 16, 2, 56}, {112, 112, 28}, {896, 896, 224}, {896, 32, 224}},
               Reading::kPrinted);
}

// By hand. Conv5 by KS: 48 filters a TLE, 6 a TLT, so tiles of 6 filters need one round.
// a = 4 * 36 * 1 * 6 = 864.
TEST(Equations3To5, Consistent) {
  const Npu nmp = Nmp();
  EXPECT_EQ(RoundsOf({48, 71}, kOfBurst, nmp), 1);
  ExpectAlphas(Conv5(), {kKs, kOfBurst, {864, 6912, 1152}, {864, 6912, 1152}, {864, 32, 1152}},
               Reading::kConsistent);
  // Tiles of 4 filters: two rounds
  CoreTile four = kOfBurst;
  four.m = 4;
  ExpectAlphas(Conv5(), {kKs, four, {864, 6912, 2304}, {1728, 13824, 2304}, {1728, 64, 2304}},
               Reading::kConsistent);
}

// 20 filters by KS: five a TLE, so three of its eight TLTs are idle.
TEST(Equations3To5, IdleTltsMoveNothing) {
  ExpectAlphas(Square(20, 1, 24, 5), {kKs, {1, 1, 24, 24}, {4, 20, 20}, {4, 20, 20}, {4, 20, 20}},
               Reading::kConsistent);
}

TEST(Equation7, TilesOfTheExamples) {
  const Npu nmp = Nmp();
  EXPECT_EQ(TileMacCycles(Conv5(), kOfBurst, nmp), 13440);
  EXPECT_EQ(TileMacCycles(Conv5(), kOfNoBurst, nmp), 17568);
  EXPECT_EQ(TileMacCycles(ResNetLayer(), {8, 16, 2, 56}, nmp), 16128);
  EXPECT_DOUBLE_EQ(TileMacMicroseconds(Conv5(), kOfBurst, nmp), 13.44);
}

TEST(Equation8, TheExamples) {
  Npu nmp = Nmp();
  EXPECT_DOUBLE_EQ(MacMicroseconds(Conv5(), kKs, kOfBurst, nmp, Reading::kPrinted), 11612.16);
  EXPECT_DOUBLE_EQ(MacMicroseconds(Conv5(), kKs, kOfNoBurst, nmp, Reading::kPrinted), 11243.52);
  // One TLT has a 32nd of the work if all are busy: a fourth of what is printed
  EXPECT_DOUBLE_EQ(MacMicroseconds(Conv5(), kKs, kOfBurst, nmp, Reading::kConsistent),
                   11612.16 / 4);
  nmp.frequency = 2;
  EXPECT_DOUBLE_EQ(MacMicroseconds(Conv5(), kKs, kOfBurst, nmp, Reading::kPrinted), 5806.08);
}

TEST(Algorithm4, BurstsOfTheExamples) {
  const Npu nmp = Nmp();
  EXPECT_EQ(TileBursts(Conv5(), kOfBurst, Flow::kInput, nmp).in, 70);
  EXPECT_EQ(TileBursts(Conv5(), kOfNoBurst, Flow::kInput, nmp).in, 176);
}

// Figure 1: a channel of 128x128 in slices 32, 64 and 128 bytes wide.
TEST(Algorithm4, BurstsOfFigure1) {
  const Npu nmp = Nmp();
  EXPECT_EQ(8 * MapBursts(1, 128, 16, false, nmp), 1024);
  EXPECT_EQ(4 * MapBursts(1, 128, 32, false, nmp), 512);
  EXPECT_EQ(4 * MapBursts(1, 64, 64, false, nmp), 256);
}

// Conv5's filters have 1440 bytes; 14 of 80 channels have 252.
TEST(Algorithm4, BurstsOfWeightsAndOutputs) {
  const Npu nmp = Nmp();
  EXPECT_EQ(TileBursts(Conv5(), kOfBurst, Flow::kInput, nmp).w, 6 * 2);
  EXPECT_EQ(TileBursts(Conv5(), kOfBurst, Flow::kWeight, nmp).w, 68);  // 8640 bytes in one run
  EXPECT_EQ(TileBursts(Conv5(), {6, 80, 2, 2}, Flow::kOutput, nmp).w, 68);
  EXPECT_EQ(TileBursts(Conv5(), kOfBurst, Flow::kInput, nmp).out, 6 * 3);    // 284 bytes
  EXPECT_EQ(TileBursts(Conv5(), kOfNoBurst, Flow::kInput, nmp).out, 6 * 9);  // rows of 36 bytes
}

TEST(Algorithm4, TheOrderTurnsRoundWithBursts) {
  const Npu nmp = Nmp();
  EXPECT_NEAR(TransferMicroseconds(8176, 70, nmp, Model::kBurst), 1.46094, 5e-6);
  EXPECT_NEAR(TransferMicroseconds(7040, 176, nmp, Model::kBurst), 2.87812, 5e-6);
  EXPECT_NEAR(TransferMicroseconds(8176, 70, nmp, Model::kNoBurst), 0.48094, 5e-6);
  EXPECT_NEAR(TransferMicroseconds(7040, 176, nmp, Model::kNoBurst), 0.41412, 5e-6);
}

TEST(Equation9, AddsUpEachTensor) {
  const Npu nmp = Nmp();
  EXPECT_NEAR(
      DramMicroseconds({1, 2, 3}, {17000, 34000, 51000}, {10, 20, 30}, nmp, Model::kNoBurst),
      1 + 4 + 9, 1e-12);
  EXPECT_NEAR(DramMicroseconds({1, 2, 3}, {17000, 34000, 51000}, {10, 20, 30}, nmp, Model::kBurst),
              14 + 0.014 * (10 + 40 + 90), 1e-12);
}

}  // namespace
}  // namespace nve::planner::tso
