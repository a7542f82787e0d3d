// SPDX-License-Identifier: Apache-2.0
// Blocks of memory are joined and cut for descriptors.
#include "program/moves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nve::dma {
namespace {

using ::testing::ElementsAre;

// Address, bytes, address, … of blocks.
std::vector<uint64_t> Flat(const std::vector<Block>& blocks) {
  std::vector<uint64_t> flat;
  for (const Block& block : blocks) flat.insert(flat.end(), {block.address, block.bytes});
  return flat;
}

TEST(JoinAndSplit, JoinsAdjacentBlocksAndCutsAtTheLimit) {
  const std::vector<Block> blocks = {{0, 8}, {8, 16}, {64, 8}, {32, 40}, {72, 8}};
  EXPECT_THAT(Flat(JoinAndSplit(blocks)), ElementsAre(0, 24, 64, 8, 32, 48))
      << "program, moves: joined if nothing is between them";
  EXPECT_THAT(Flat(JoinAndSplit(blocks, 16)),
              ElementsAre(0, 16, 16, 8, 64, 8, 32, 16, 48, 16, 64, 16));
  EXPECT_TRUE(JoinAndSplit({}).empty());
}

TEST(JoinAndSplit, KeepsTheLengthWithin23Bits) {
  const std::vector<Block> blocks = {{0, kMaxLength + 8}};
  EXPECT_THAT(Flat(JoinAndSplit(blocks)), ElementsAre(0, kMaxLength, kMaxLength, 8));
  EXPECT_LT(kMaxLength, uint64_t{1} << 23);
}

}  // namespace
}  // namespace nve::dma
