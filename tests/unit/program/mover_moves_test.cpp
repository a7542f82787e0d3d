// SPDX-License-Identifier: Apache-2.0
// Moves visit the pieces of a step's transfers in their order, and a strip of a program needs few.
#include "program/mover_moves.hpp"

#include <gtest/gtest.h>

#include <random>

namespace nve {
namespace {

constexpr int kPlanes = 40;

MemoryLayout Layout() {
  MemoryLayout layout;
  layout.coefficients = {0x100};
  for (uint64_t p = 0; p < kPlanes; ++p) layout.planes.push_back(0x10000 + p * 0x4000);
  return layout;
}

Transfer Loop(int64_t count, std::vector<Transfer> body) {
  Transfer loop;
  loop.count = count;
  loop.body = std::move(body);
  return loop;
}

Transfer Leaf(int plane, int64_t offset, int64_t bytes, std::vector<int64_t> strides) {
  Transfer leaf;
  leaf.object = {MemoryObject::Kind::kPlane, plane};
  leaf.offset = offset;
  leaf.bytes = bytes;
  leaf.strides = std::move(strides);
  return leaf;
}

// The words of memory the moves visit, by the definition of the descriptor (docs/dma.md).
std::vector<uint64_t> WordsOf(const MoverMoves& moves) {
  std::vector<uint64_t> words;
  const auto add = [&](uint64_t address, uint64_t bytes) {
    for (uint64_t at = 0; at < bytes; at += 8) words.push_back(address + at);
  };
  for (const dma::Move& move : moves.moves) {
    if (move.columns == 0) add(move.address, move.bytes);
    for (uint64_t step = 0; move.columns > 0 && step < move.steps; ++step) {
      for (uint64_t map = 0; map < std::max(1U, move.maps); ++map) {
        const uint64_t base = move.maps > 0 ? moves.list.at(move.first_map + map) : 0;
        for (uint64_t column = 0; column < move.columns; ++column) {
          add(base + move.address + step * move.step_stride + column * move.column_stride,
              move.bytes);
        }
      }
    }
  }
  return words;
}

std::vector<uint64_t> WordsOf(const std::vector<Transfer>& transfers, const MemoryLayout& layout) {
  std::vector<uint64_t> words;
  ForEachPiece(transfers, [&](const Piece& piece) {
    for (int64_t at = 0; at < piece.bytes; at += 8) {
      words.push_back(layout.AddressOf(piece) + static_cast<uint64_t>(at));
    }
  });
  return words;
}

// A program as the compiler writes it: coefficients, first columns of every map, iterations.
std::vector<Transfer> Strips(const std::vector<int>& maps, int strips, int initial, int per_step,
                             int steps) {
  constexpr int64_t kPitch = 64;
  Transfer coefficients;
  coefficients.object = {MemoryObject::Kind::kCoefficients, 0};
  coefficients.bytes = 40;
  std::vector<Transfer> strip = {coefficients};
  std::vector<Transfer> iteration;
  for (const int map : maps) {
    if (initial > 0) strip.push_back(Loop(initial, {Leaf(map, 0, 24, {16, kPitch})}));
    for (int c = 0; c < per_step; ++c) {
      iteration.push_back(Leaf(map, (initial + c) * kPitch, 24, {16, per_step * kPitch}));
    }
  }
  strip.push_back(Loop(steps, iteration));
  return {Loop(strips, strip)};
}

TEST(MoverMoves, AStripIsThreeMoves) {
  const MemoryLayout layout = Layout();
  for (const auto& maps : {std::vector<int>{0, 1, 3, 4}, std::vector<int>{7, 2}}) {
    for (const int per_step : {1, 2}) {
      const std::vector<Transfer> transfers = Strips(maps, 5, 4, per_step, 9);
      const MoverMoves moves = MoverMovesOf(transfers, layout);
      EXPECT_EQ(moves.moves.size(), 5U * 3);
      EXPECT_EQ(moves.list.size(), maps.size());
      EXPECT_EQ(WordsOf(moves), WordsOf(transfers, layout));
    }
  }
}

TEST(MoverMoves, OneMapNeedsNoList) {
  const std::vector<Transfer> transfers = Strips({5}, 3, 2, 1, 7);
  const MoverMoves moves = MoverMovesOf(transfers, Layout());
  EXPECT_EQ(moves.moves.size(), 9U);
  EXPECT_TRUE(moves.list.empty());
  EXPECT_EQ(WordsOf(moves), WordsOf(transfers, Layout()));
}

// The field for the columns of a step is shorter than the widest picture.
TEST(MoverMoves, IterationsOfOneMapAreSteps) {
  const std::vector<Transfer> transfers = Strips({5}, 1, 2, 1, 16'000);
  const MoverMoves moves = MoverMovesOf(transfers, Layout());
  ASSERT_EQ(moves.moves.size(), 3U);
  EXPECT_EQ(moves.moves[2].columns, 1U);
  EXPECT_EQ(moves.moves[2].steps, 16'000U);
  EXPECT_EQ(WordsOf(moves), WordsOf(transfers, Layout()));
}

TEST(MoverMoves, OutputOfSeveralMapsIsOneMovePerStrip) {
  std::vector<Transfer> column;
  for (const int map : {3, 9, 4}) column.push_back(Leaf(map, 0, 16, {16, 64}));
  const std::vector<Transfer> transfers = {Loop(4, {Loop(11, column)})};
  const MoverMoves moves = MoverMovesOf(transfers, Layout());
  EXPECT_EQ(moves.moves.size(), 4U);
  EXPECT_EQ(WordsOf(moves), WordsOf(transfers, Layout()));
}

Transfer RandomTransfer(std::mt19937& random, int depth) {
  if (depth == 3 || random() % 3 == 0) {
    std::vector<int64_t> strides;
    strides.reserve(static_cast<size_t>(depth));
    for (int d = 0; d < depth; ++d) strides.push_back(static_cast<int64_t>(random() % 5) * 8);
    return Leaf(static_cast<int>(random() % kPlanes), static_cast<int64_t>(random() % 20) * 8,
                static_cast<int64_t>(1 + random() % 4) * 8, std::move(strides));
  }
  std::vector<Transfer> body;
  const auto size = 1 + random() % 4;
  for (size_t i = 0; i < size; ++i) body.push_back(RandomTransfer(random, depth + 1));
  // Often all alike but for the object, as the compiler's are.
  if (random() % 2 == 0) {
    for (Transfer& transfer : body) {
      if (transfer.IsLoop() || body.front().IsLoop()) continue;
      const MemoryObject object = transfer.object;
      transfer = body.front();
      transfer.object = object;
    }
  }
  return Loop(static_cast<int64_t>(1 + random() % 4), std::move(body));
}

TEST(MoverMoves, AnyTransfersAreVisitedInTheirOrder) {
  std::mt19937 random(1);
  const MemoryLayout layout = Layout();
  for (int i = 0; i < 5000; ++i) {
    std::vector<Transfer> transfers;
    for (size_t t = 0; t < 1 + random() % 3; ++t) transfers.push_back(RandomTransfer(random, 0));
    ASSERT_EQ(WordsOf(MoverMovesOf(transfers, layout)), WordsOf(transfers, layout)) << i;
  }
}

}  // namespace
}  // namespace nve
