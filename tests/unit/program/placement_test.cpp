// SPDX-License-Identifier: Apache-2.0
// Places and descriptors of a small binary, against addresses counted by hand (binary:
// test_binary.cpp).
#include "program/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using testing::SmallBinary;

constexpr uint64_t kMegabyte = uint64_t{1} << 20;

const RunStep& StepOf(const Binary& binary, size_t step) {
  return std::get<RunStep>(binary.steps[step]);
}

// A contiguous move, or a move of columns, on one line.
std::vector<uint64_t> Flat(const std::vector<dma::Move>& moves) {
  std::vector<uint64_t> flat;
  for (const dma::Move& move : moves) flat.insert(flat.end(), {move.address, move.bytes});
  return flat;
}

class PlacementTest : public ::testing::Test {
 protected:
  Placement On(const Board& board) { return {binary_, board, AllocatorOf(board)}; }

  Binary binary_ = SmallBinary();
};

TEST_F(PlacementTest, PlanesComeFirstOneBankAfterTheOther) {
  const Placement placement = On({});
  EXPECT_THAT(placement.layout().coefficients, ElementsAre(0x100000, 0x100080));
  EXPECT_THAT(placement.layout().planes, ElementsAre(0x100100, 0x101000, 0x102000));
  EXPECT_EQ(placement.Code(0).address, 0x102080U);
  EXPECT_EQ(placement.Code(1).address, 0x102100U);
  EXPECT_EQ(placement.Code(0).bytes, 32U);
  EXPECT_EQ(placement.Table(0).address, 0x102180U);
  EXPECT_EQ(placement.Table(1).address, 0x102580U) << "a table directly behind the other";
  EXPECT_EQ(placement.Table(1).bytes, 1024U);
}

TEST_F(PlacementTest, PlanesMoveWithRowsAndReservedArea) {
  const Board board = {.reserved_bytes = 2 * kMegabyte, .row_bytes = 8192, .banks = 8};
  const Placement placement = On(board);
  EXPECT_THAT(placement.layout().planes, ElementsAre(0x200100, 0x202000, 0x204000));
}

TEST_F(PlacementTest, OneBlockHasABufferAndRingsOfItsCore) {
  Placement placement = On({});
  const StepPlacement step =
      placement.Place(StepOf(binary_, 0), Feed::kContiguous, StartLoad::kProgram);
  // Code, then 18 words gathered; 16 words to scatter.
  EXPECT_EQ(step.input.buffer.address, 0x102980U);
  EXPECT_EQ(step.input.buffer.bytes, 144U);
  EXPECT_EQ(step.output.buffer.address, 0x102A80U);
  EXPECT_THAT(Flat(step.input.moves), ElementsAre(0x102080, 32, 0x102980, 144));
  EXPECT_THAT(Flat(step.output.moves), ElementsAre(0x102A80, 128));
  EXPECT_EQ(step.output.ring, 0x102B00U);
  EXPECT_EQ(step.input.ring, 0x102B40U);
  EXPECT_EQ(step.input.ring_capacity, 2U);
}

TEST_F(PlacementTest, TheTableComesBeforeTheCode) {
  for (const Feed feed : {Feed::kContiguous, Feed::kReordered, Feed::kColumn, Feed::kMover}) {
    Placement placement = On({});
    const std::vector<dma::Move> moves =
        placement.Place(StepOf(binary_, 2), feed, StartLoad::kTable).input.moves;
    ASSERT_GE(moves.size(), 3U) << ToString(feed);
    EXPECT_EQ(moves[0], (dma::Move{.address = 0x102580, .bytes = 1024})) << ToString(feed);
    EXPECT_EQ(moves[1], (dma::Move{.address = 0x102100, .bytes = 32})) << ToString(feed);
  }
}

TEST_F(PlacementTest, ABinaryWithoutTablesTakesNoRoomForThem) {
  const uint64_t with = On({}).taken().code;
  binary_.tables.clear();
  EXPECT_EQ(On({}).taken().code, with - 2 * 1024);
}

TEST_F(PlacementTest, APieceIsADescriptor) {
  Placement placement = On({});
  const StepPlacement step =
      placement.Place(StepOf(binary_, 2), Feed::kColumn, StartLoad::kNothing);
  // Twice: the coefficients, then four pieces of 16 bytes, each 32 before the other.
  EXPECT_THAT(Flat(step.input.moves),
              ElementsAre(0x100080, 8, 0x101060, 16, 0x101040, 16, 0x101020, 16, 0x101000, 16,
                          0x100080, 8, 0x101070, 16, 0x101050, 16, 0x101030, 16, 0x101010, 16));
  EXPECT_EQ(step.input.buffer.bytes, 0U);
}

TEST_F(PlacementTest, PiecesThatTouchAreOneDescriptor) {
  Placement placement = On({});
  RunStep step = StepOf(binary_, 2);
  step.input[0].body[1].body[0].strides = {64, 16};
  EXPECT_THAT(Flat(placement.Place(step, Feed::kColumn, StartLoad::kNothing).input.moves),
              ElementsAre(0x100080, 8, 0x101060, 64, 0x100080, 8, 0x1010A0, 64));
}

TEST_F(PlacementTest, LongBlocksAreCutAtTheLimitOfADescriptor) {
  Placement placement(binary_, {}, AllocatorOf({}), 64);
  const StepPlacement step =
      placement.Place(StepOf(binary_, 0), Feed::kContiguous, StartLoad::kNothing);
  EXPECT_THAT(Flat(step.input.moves), ElementsAre(0x102980, 64, 0x1029C0, 64, 0x102A00, 16));
}

TEST_F(PlacementTest, BlocksAreKeptUntilAStepNeedsMore) {
  Placement placement = On({});
  RunStep step = StepOf(binary_, 0);
  const StepPlacement first = placement.Place(step, Feed::kContiguous, StartLoad::kNothing);
  EXPECT_EQ(placement.Place(step, Feed::kContiguous, StartLoad::kNothing).input.buffer.address,
            first.input.buffer.address);
  const uint64_t before = placement.taken().buffers;
  step.input.push_back(step.input[0].body[0]);
  const StepPlacement more = placement.Place(step, Feed::kContiguous, StartLoad::kNothing);
  EXPECT_GT(more.input.buffer.address, first.output.ring);
  EXPECT_EQ(placement.taken().buffers, before + 384) << "288 bytes, twice as many as before";
}

TEST_F(PlacementTest, CoresShareNothingButPlanesAndCode) {
  Placement placement = On({});
  RunStep step = StepOf(binary_, 0);
  const StepPlacement zero = placement.Place(step, Feed::kContiguous, StartLoad::kProgram);
  step.core = 3;
  const StepPlacement three = placement.Place(step, Feed::kContiguous, StartLoad::kProgram);
  EXPECT_EQ(three.input.moves[0], zero.input.moves[0]) << "code";
  EXPECT_NE(three.input.buffer.address, zero.input.buffer.address);
  EXPECT_NE(three.output.buffer.address, zero.output.buffer.address);
  EXPECT_NE(three.input.ring, zero.input.ring);
  EXPECT_NE(three.output.ring, zero.output.ring);
}

TEST_F(PlacementTest, TheMoversRowsFollowTheCode) {
  Placement placement = On({});
  const StepPlacement step = placement.Place(StepOf(binary_, 0), Feed::kMover, StartLoad::kProgram);
  EXPECT_EQ(step.input.moves[0].address, placement.Code(0).address);
  uint64_t bytes = 0;
  for (size_t i = 1; i < step.input.moves.size(); ++i) {
    if (!step.input.moves[i].loads_list) bytes += step.input.moves[i].TotalBytes();
  }
  EXPECT_EQ(bytes, 144U);
  EXPECT_EQ(step.input.buffer.bytes, 0U) << "nothing is gathered";
}

}  // namespace
}  // namespace nve
