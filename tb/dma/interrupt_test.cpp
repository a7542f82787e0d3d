// SPDX-License-Identifier: Apache-2.0
// Interrupts of the DMA bit by bit: delay timer, packet count, what every write to DMASR clears and
// what every enable bit shows. Mutants of nve_dma_chan asked for it (docs/mutation.md).
#include <Vdma32.h>
#include <Vmover.h>

#include <algorithm>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kAll = kIoc | kDly | kErr;
constexpr uint64_t kUnit = 125;  // clocks of a count of the timer

template <class Model>
class DmaInterrupts : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vmover>;
TYPED_TEST_SUITE(DmaInterrupts, Models);

template <class Model>
uint32_t PacketsLeft(Bench<Model>& b) {
  return b.Read(kMm2s, kSr) >> 16 & 0xff;
}

// Every count of the timer of either channel, which no other register shows.
TYPED_TEST(DmaInterrupts, DelayTimerShowsEveryCount) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    const Channel other = ch == kMm2s ? kS2mm : kMm2s;
    Bench<TypeParam> b;
    b.Chain(0x1000, 1, 0x2000, 0, 32);
    b.Write(ch, kCur, 0x1000);
    b.Write(ch, kCr, kRun | 255u << 24 | 10u << 16 | kDly);
    b.Write(other, kCur, 0xabcdef40);
    b.Write(other, kTail, 0x12345680);
    if (ch == kS2mm) b.send(b.RandomBytes(32));
    b.Write(ch, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(ch));
    const uint64_t end = ch == kMm2s ? b.received.back().cycle : b.source_lasts.back();
    for (uint32_t count = 1; count < 255; count++) {
      b.Run(end + count * kUnit + kUnit / 2 - b.cycle);
      ASSERT_EQ(b.Read(ch, kSr), count << 24 | 9u << 16 | 0xa);
      ASSERT_EQ(b.Read(ch, kCr), kRun | 255u << 24 | 10u << 16 | kDly | 2) << count;
      ASSERT_EQ(b.Read(ch, kCur), 0x1000u) << count;
      ASSERT_EQ(b.Read(ch, kTail), 0x1000u) << count;
      ASSERT_EQ(b.Read(other, kSr), 0x00010009u) << count;
      ASSERT_EQ(b.Read(other, kCr), 0x00010002u) << count;
      ASSERT_EQ(b.Read(other, kCur), 0xabcdef40u) << count;
      ASSERT_EQ(b.Read(other, kTail), 0x12345680u) << count;
    }
    const auto& line = ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut;
    ASSERT_TRUE(b.RunUntil([&] { return bool(line); }));
    EXPECT_EQ(b.cycle - end, 255 * kUnit + 2);
    EXPECT_EQ(b.Read(ch, kSr) >> 24, 0u);
  }
}

TYPED_TEST(DmaInterrupts, DelayOfEveryBit) {
  for (unsigned bit = 0; bit < 8; bit++) {
    Bench<TypeParam> b;
    b.Chain(0x1000, 1, 0x2000, 0, 32);
    b.Write(kMm2s, kCur, 0x1000);
    b.Write(kMm2s, kCr, kRun | 1u << (24 + bit) | 10u << 16 | kDly);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.RunUntil([&] { return bool(b.model->mm2s_introut); })) << bit;
    EXPECT_EQ(b.cycle - b.received.back().cycle, (kUnit << bit) + 2) << bit;
  }
}

// The timer runs between packets only: a packet that has begun stops it, with its first word,
// however long it takes.
TYPED_TEST(DmaInterrupts, NextPacketStopsTheDelayTimer) {
  for (size_t words = 1; words <= 3; words++) {
    for (const Channel ch : {kMm2s, kS2mm}) {
      Bench<TypeParam> b;
      const std::vector<uint8_t> packet(512);
      const auto begin = packet.begin();
      b.Chain(0x1000, 2, 0x2000, 0x1000, 512);
      b.Start(ch, 0x1000, 4u << 24);
      if (ch == kS2mm) b.send(packet);
      b.Write(ch, kTail, 0x1000);
      ASSERT_TRUE(b.WaitIdle(ch));
      const size_t before = b.received.size();
      b.Write(ch, kTail, 0x1040);
      if (ch == kS2mm) {
        b.send({begin, begin + long(words * b.kBytes)}, false);
        ASSERT_TRUE(b.RunUntil([&] { return b.beats.empty(); }));
      } else {
        ASSERT_TRUE(b.RunUntil([&] { return b.received.size() == before + words; }));
        b.sink_stall = 100;
      }
      b.Run(10 * kUnit);
      EXPECT_EQ(b.Read(ch, kSr) & kDly, 0u) << words;
      EXPECT_EQ(b.Read(ch, kSr) >> 24, 0u) << words;
      b.sink_stall = 0;
      if (ch == kS2mm) b.send({begin + long(words * b.kBytes), packet.end()});
      EXPECT_TRUE(b.wait(ch, kSr, kDly, kDly));
    }
  }
}

// What holds the timer holds it at 0: an interrupt that is pending, until it is cleared, and a
// delay of 0, until another one is written. From then on the first count takes as long as any.
TYPED_TEST(DmaInterrupts, HeldTimerBeginsAtZero) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const bool pending : {false, true}) {
      for (unsigned odd = 0; odd < 4; odd++) {
        Bench<TypeParam> b;
        const uint32_t control = kRun | kDly | 1u << 16, delay = 1u << 24;
        const auto& line = ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut;
        b.Chain(0x1000, 2, 0x2000, 0x100, 32);
        for (int i = 0; i < 2 && ch == kS2mm; i++) b.send(b.RandomBytes(32));
        b.Write(ch, kCur, 0x1000);
        b.Write(ch, kCr, control | (pending ? delay : 0));
        b.Write(ch, kTail, 0x1000);
        ASSERT_TRUE(b.WaitIdle(ch));
        if (pending) {
          ASSERT_TRUE(b.RunUntil([&] { return bool(line); }));
          b.Write(ch, kTail, 0x1040);
          ASSERT_TRUE(b.WaitIdle(ch));
        }
        b.Run(2 * kUnit + odd);
        EXPECT_EQ(b.Read(ch, kSr) & (kDly | 0xffu << 24), pending ? kDly : 0);
        const uint64_t released =
            pending ? b.Write(ch, kSr, kDly) : b.Write(ch, kCr, control | delay);
        ASSERT_FALSE(line);
        ASSERT_TRUE(b.RunUntil([&] { return bool(line); }));
        EXPECT_EQ(b.cycle - released, kUnit + 3) << ch << ' ' << pending << ' ' << odd;
      }
    }
  }
}

// Writing DMACR restarts the count if the threshold is another one, whichever bit differs.
TYPED_TEST(DmaInterrupts, OnlyAnotherThresholdRestartsTheCount) {
  for (unsigned bit = 0; bit < 8; bit++) {
    constexpr uint32_t kThreshold = 0xaa;
    Bench<TypeParam> b;
    b.Chain(0x1000, 3, 0x2000, 0x10, 16);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kCr, kRun | kThreshold << 16);
    b.Write(kMm2s, kTail, 0x1080);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    b.Write(kMm2s, kCr, kRun | kIoc | kThreshold << 16);
    EXPECT_EQ(PacketsLeft(b), kThreshold - 3);
    b.Write(kMm2s, kCr, kRun | (kThreshold ^ 1u << bit) << 16);
    EXPECT_EQ(PacketsLeft(b), kThreshold ^ 1u << bit);
  }
}

// 255 packets in groups: the count goes down to the interrupt, and CURDESC to every place.
TYPED_TEST(DmaInterrupts, CountOfManyPackets) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 255, 0x2000, 0x10, 16);
  b.Write(kMm2s, kCur, 0x1000);
  b.Write(kMm2s, kCr, kRun | 255u << 16 | kIoc);
  for (uint32_t packets = 1; packets <= 255; packets = 2 * packets + 1) {
    b.Write(kMm2s, kTail, 0x1000 + 64 * (packets - 1));
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    EXPECT_EQ(b.Read(kMm2s, kCur), 0x1000 + 64 * (packets - 1));
    EXPECT_EQ(PacketsLeft(b), packets == 255 ? 255 : 255 - packets);
    EXPECT_EQ(b.Read(kMm2s, kSr) & kAll, packets == 255 ? kIoc : 0);
  }
}

TYPED_TEST(DmaInterrupts, PacketWithErrorDoesNotCount) {
  for (const uint32_t error : {kDmaInt, kDmaSlv, kDmaDec}) {
    Bench<TypeParam> b;
    b.Chain(0x1000, 1, 0x2000, 0, error == kDmaInt ? 0 : 32);
    if (error != kDmaInt) {
      b.mm2s.faults.push_back({0x2000, 0x201f, error == kDmaSlv ? 2u : 3u, true, false});
    }
    b.Write(kMm2s, kCur, 0x1000);
    b.Write(kMm2s, kCr, kRun | 2u << 16 | kErr);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
    EXPECT_EQ(b.Read(kMm2s, kSr) & (kAllErrors | kAll), error | kErr);
    EXPECT_EQ(PacketsLeft(b), 2u);
  }
}

// All three pending; cleared one after the other in every order, each shown by its enable bit only.
TYPED_TEST(DmaInterrupts, EveryOrderOfClearing) {
  std::array<uint32_t, 3> order = {kIoc, kDly, kErr};
  do {
    Bench<TypeParam> b;
    b.Chain(0x1000, 2, 0x2000, 0x100, 32);
    b.desc.SetWord(0x1040 + AtWord(dma::kWordControl), kSof | kEof);
    b.Start(kMm2s, 0x1000, 1u << 24);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.wait(kMm2s, kSr, kDly, kDly));
    b.Write(kMm2s, kTail, 0x1040);
    ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
    uint32_t pending = kAll;
    for (const uint32_t cleared : order) {
      b.Write(kMm2s, kSr, ~kAll);
      EXPECT_EQ(b.Read(kMm2s, kSr) & kAll, pending);
      for (uint32_t enabled = 0; enabled < 8; enabled++) {
        b.Write(kMm2s, kCr, enabled << 12 | 1u << 16);
        b.Run(3);
        EXPECT_EQ(bool(b.model->mm2s_introut), (enabled << 12 & pending) != 0) << enabled;
      }
      b.Write(kMm2s, kSr, cleared);
      pending &= ~cleared;
      EXPECT_EQ(b.Read(kMm2s, kSr) & kAll, pending);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace nve::dma_test
