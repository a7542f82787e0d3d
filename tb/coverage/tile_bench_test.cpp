// SPDX-License-Identifier: Apache-2.0
// The bench of a tile watches the rules of its ports and streams, and from descriptor to status.
#include "tb/coverage/tile_bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "arch/build_machine.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"
#include "tb/coverage/wrong_tile.hpp"
#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using namespace dma;
using testing::BrokenRule;
using ::testing::HasSubstr;

// MM2S begins with a descriptor of so many bytes.
void Read(TileBench& bench, uint32_t bytes) {
  constexpr uint32_t kDescriptor = 0x1000;
  for (uint32_t k = 0; k < kDescriptorBytes; k += 8) bench.SetWord(kDescriptor + k, 0);
  bench.SetHalf(kDescriptor + 4 * kWordBuffer, 0x8000);
  bench.SetHalf(kDescriptor + 4 * kWordControl, bytes | kStartOfFrame | kEndOfFrame);
  bench.WriteDma(kMm2sBase + kCurrent, kDescriptor);
  bench.WriteDma(kMm2sBase + kControl, kControlRun);
  bench.WriteDma(kMm2sBase + kTail, kDescriptor);
}

TEST(TileBench, WrongStatusIsFound) {
  TileBench bench(std::make_unique<WrongTile>(MakeTile(), ChangeStatusBytes), 20);
  Read(bench, 0);
  EXPECT_THAT(BrokenRule([&] { bench.Cycles(1000); }),
              HasSubstr("DMA rule D5 broken at the DMA mm2s"));
}

TEST(TileBench, ValidInResetIsFound) {
  const auto reads = [](TileOutputs& outputs) { outputs.ports[1].arvalid = true; };
  EXPECT_THAT(BrokenRule([&] { TileBench(std::make_unique<WrongTile>(MakeTile(), reads), 20); }),
              HasSubstr("AXI rule A1 broken at port 1 in cycle 0: found ARVALID in reset"));
  const auto answers = [](TileOutputs& outputs) { outputs.dma.bvalid = true; };
  EXPECT_THAT(BrokenRule([&] { TileBench(std::make_unique<WrongTile>(MakeTile(), answers), 20); }),
              HasSubstr("AXI rule L1 (A1) broken at the DMA's registers in cycle 0: found BVALID"));
}

// The mover asks for as many bursts as it is let; the other DMA for four.
TEST(TileBench, BurstsBeyondTheAcceptanceAreFound) {
  TileBench bench(MakeMoverTile(), 21);
  bench.takes = TileBench::kAcceptance + 1;
  bench.stall_percent = 80;
  EXPECT_THAT(BrokenRule([&] {
                Read(bench, 4096);
                bench.Cycles(1000);
              }),
              HasSubstr("AXI rule A14 broken at port 1"));
}

TEST(TileBench, BurstsUpToTheAcceptanceAreLegal) {
  TileBench bench(MakeMoverTile(), 21);
  bench.stall_percent = 80;
  EXPECT_EQ(BrokenRule([&] {
              Read(bench, 4096);
              bench.Cycles(1000);
            }),
            "");
}

// The core, which is idle, takes 16 words and no more.
TEST(TileBench, WordThatWaitsForReadyIsFound) {
  auto tile = std::make_unique<WrongTile>(MakeTile(), KeepOutputs);
  tile->ChangeProbe(HideUntakenWords);
  TileBench bench(std::move(tile), 22);
  Read(bench, 4096);
  EXPECT_EQ(BrokenRule([&] { bench.Cycles(9000); }), "");
  EXPECT_THAT(BrokenRule([&] { bench.Cycles(2000); }),
              HasSubstr("AXI rule S3 broken at tile 0 stream into the core"));
}

// A word waits then, as above: not the last of its packet.
TEST(TileBench, LastThatChangesWhileAWordWaitsIsFound) {
  bool wrong = false;
  TileBench bench(std::make_unique<WrongTile>(
                      MakeTile(), [&wrong](TileOutputs& out) { out.input.last ^= wrong; }),
                  22);
  Read(bench, 4096);
  EXPECT_EQ(BrokenRule([&] { bench.Cycles(1000); }), "");
  wrong = true;
  EXPECT_THAT(BrokenRule([&] { bench.Cycles(2); }),
              HasSubstr("AXI rule S2 broken at tile 0 stream into the core"));
}

// Behind the last byte of the descriptor only, and nowhere between two bytes.
TEST(TileBench, NullBytesInAWordAreFound) {
  const auto broken = [](uint8_t nulls) {
    TileBench bench(
        std::make_unique<WrongTile>(
            MakeTile(), [nulls](TileOutputs& outputs) { outputs.input.keep &= ~nulls; }),
        22);
    Read(bench, 4096);
    return BrokenRule([&] { bench.Cycles(1000); });
  };
  EXPECT_THAT(broken(0x80), HasSubstr("DMA rule S6 broken at the DMA mm2s"));
  EXPECT_THAT(broken(0x02), HasSubstr("AXI rule S5 broken at tile 0 stream into the core"));
}

// As many words as the idle core takes.
TEST(TileBench, PacketWithoutLastIsFound) {
  const uint32_t kBytes = arch::BuildSizes().input_fifo_words * arch::kWordBytes;
  TileBench right(MakeTile(), 22);
  Read(right, kBytes);
  EXPECT_EQ(BrokenRule([&] { right.Cycles(1000); }), "");
  TileBench wrong(std::make_unique<WrongTile>(MakeTile(), HideInputLast), 22);
  Read(wrong, kBytes);
  EXPECT_THAT(BrokenRule([&] { wrong.Cycles(1000); }),
              HasSubstr("DMA rule S6 broken at the DMA mm2s"));
}

TEST(TileBench, WordMayWaitForReadyForEver) {
  TileBench bench(MakeTile(), 22);
  Read(bench, 4096);
  EXPECT_EQ(BrokenRule([&] { bench.Cycles(11'000); }), "");
}

}  // namespace
}  // namespace nve
