// SPDX-License-Identifier: Apache-2.0
// Every bit of the addresses and lengths that the DMA hands on: descriptors and data anywhere in
// the 4 GB, and the distance of commands. Mutants of the queues asked for it (docs/mutation.md).
#include <Vdma32.h>
#include <Vmover.h>

#include <algorithm>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class DmaAddresses : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vmover>;
TYPED_TEST_SUITE(DmaAddresses, Models);

TYPED_TEST(DmaAddresses, OfEveryBit) {
  constexpr uint32_t kCount = 5;
  std::minstd_rand random(3);
  const auto window = [&] { return static_cast<uint32_t>(random() << 3) & 0xfff00000; };
  for (int round = 0; round < 12; round++) {
    Bench<TypeParam> b;
    b.sg.base = window();
    b.mm2s.base = window();
    b.s2mm.base = window();
    for (const Channel ch : {kMm2s, kS2mm}) {
      const uint32_t data = ch == kMm2s ? b.mm2s.base : b.s2mm.base;
      std::vector<std::vector<uint8_t>> sent;
      std::vector<uint32_t> places, buffers, lengths;
      for (uint32_t i = 0; i < kCount; i++) {
        // Apart from each other: descriptors of the two channels and buffers in slots of their own.
        places.push_back((2 * i + ch) << 12 | (random() & 0xfc0));
        buffers.push_back(i << 16 | (random() & 0x7ff8));
        lengths.push_back(4 + (random() & 0x3fc));
        sent.push_back(b.RandomBytes(lengths[i]));
        if (ch == kS2mm) b.send(sent[i]);
      }
      for (uint32_t i = 0; i < kCount; i++) {
        b.Descriptor(places[i], b.sg.base + places[(i + 1) % kCount], data + buffers[i],
                     lengths[i] | kSof | kEof);
      }
      b.Start(ch, b.sg.base + places[0]);
      b.Write(ch, kTail, b.sg.base + places.back());
      ASSERT_TRUE(b.WaitIdle(ch)) << round;
      EXPECT_EQ(b.Read(ch, kCur), b.sg.base + places.back());
      for (uint32_t i = 0; i < kCount; i++) {
        const uint32_t marks = ch == kMm2s ? 0 : kSof | kEof;
        EXPECT_EQ(b.status(places[i]), kCmplt | marks | lengths[i]) << round << ' ' << i;
        const auto& store = ch == kMm2s ? b.source : b.target;
        const auto first = store.bytes.begin() + buffers[i];
        const std::vector<uint8_t> moved(first, first + lengths[i]);
        EXPECT_EQ(ch == kMm2s ? b.packets().at(i) : sent[i], moved) << round << ' ' << i;
      }
    }
  }
}

// Every bit of a buffer's length counts. A packet that is longer by some words fills its first
// buffer to the end and goes on in the next one; a very long buffer is ended by a short packet.
TYPED_TEST(DmaAddresses, LengthOfEveryBit) {
  using B = Bench<TypeParam>;
  constexpr unsigned kLengthBits = B::kMover ? 26 : 14;
  constexpr uint32_t kFilled = 1 << 13, kBuffer = 0x4000, kMore = 64, kMoreBuffer = 0x8000;
  constexpr uint32_t kIgnored = kByteMask & ~((1u << kLengthBits) - 1);
  Bench<TypeParam> b;
  for (unsigned bit = 3; bit < kLengthBits; bit++) {
    const uint32_t in = 0x1000 + 128 * bit, out = 0x8000 + 64 * bit, length = 1u << bit;
    const bool fills = length <= kFilled;
    const auto data = b.RandomBytes(fills ? length + kMore : kMore);
    b.Descriptor(in, fills ? in + 64 : in + 128, kBuffer, length | kIgnored);
    b.Descriptor(in + 64, in + 128, kMoreBuffer, kMore);
    if (bit == 3) b.Start(kS2mm, in);
    b.Write(kS2mm, kTail, fills ? in + 64 : in);
    b.send(data);
    ASSERT_TRUE(b.WaitIdle(kS2mm)) << bit;
    if (!fills) {
      EXPECT_EQ(b.status(in), kCmplt | kSof | kEof | kMore) << bit;
      continue;
    }
    EXPECT_EQ(b.status(in), kCmplt | kSof | length) << bit;
    EXPECT_EQ(b.status(in + 64), kCmplt | kEof | kMore) << bit;
    EXPECT_TRUE(std::equal(data.begin(), data.begin() + length, b.target.bytes.begin() + kBuffer));
    EXPECT_TRUE(
        std::equal(data.begin() + length, data.end(), b.target.bytes.begin() + kMoreBuffer));

    b.received.clear();
    b.Descriptor(out, out + 64, kBuffer, length | kIgnored | kEof);
    if (bit == 3) b.Start(kMm2s, out);
    b.Write(kMm2s, kTail, out);
    ASSERT_TRUE(b.WaitIdle(kMm2s)) << bit;
    EXPECT_EQ(b.status(out), kCmplt | length) << bit;
    EXPECT_EQ(b.packets().at(0).size(), length) << bit;
  }
}

// A keyhole is one address for all bursts of a buffer, wherever it is.
TYPED_TEST(DmaAddresses, KeyholeOfManyBursts) {
  constexpr uint32_t kLength = 520;  // some bursts of either width
  std::minstd_rand random(5);
  for (int round = 0; round < 6; round++) {
    Bench<TypeParam> b;
    b.mm2s.base = static_cast<uint32_t>(random() << 3) & 0xfff00000;
    b.s2mm.base = static_cast<uint32_t>(random() << 3) & 0xfff00000;
    const uint32_t place = random() & 0xff8;
    b.Descriptor(0x1000, 0x1040, b.mm2s.base + place, kLength | kSof | kEof);
    b.Descriptor(0x3000, 0x3040, b.s2mm.base + place, kLength);
    b.Start(kMm2s, 0x1000, kKeyhole);
    b.Start(kS2mm, 0x3000, kKeyhole);
    b.Write(kMm2s, kTail, 0x1000);
    b.Write(kS2mm, kTail, 0x3000);
    b.send(b.RandomBytes(kLength));
    ASSERT_TRUE(b.WaitIdle(kMm2s)) << round;
    ASSERT_TRUE(b.WaitIdle(kS2mm)) << round;
    EXPECT_EQ(b.status(0x1000), kCmplt | kLength) << round;
    EXPECT_EQ(b.status(0x3000), kCmplt | kSof | kEof | kLength) << round;
    for (const auto& [log, base] :
         {std::pair{&b.mm2s.reads, b.mm2s.base}, std::pair{&b.s2mm.writes, b.s2mm.base}}) {
      EXPECT_GT(log->size(), 4u) << round;
      for (const Handshake& h : *log) {
        EXPECT_EQ(h.addr, base + place) << round;
        EXPECT_EQ(h.burst, 0u) << round;
      }
    }
  }
}

// Commands that wait in the queue follow each other every eight cycles in the vendor's profile.
TEST(DmaCommands, Interval) {
  Bench<Vdma32> b;
  b.latency(3, 3, 3, 3);
  const uint32_t tail = b.Chain(0x1000, 32, 0x2000, 64, 4);
  b.Start(kMm2s, 0x1000);
  b.sink_stall = 100;
  b.Write(kMm2s, kTail, tail);
  b.Run(600);
  const size_t blocked = b.mm2s.reads.size();
  b.sink_stall = 0;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.mm2s.reads.size(), 32u);
  for (size_t i = blocked + 6; i < blocked + 10; i++) {
    EXPECT_EQ(b.mm2s.reads[i].cycle - b.mm2s.reads[i - 1].cycle, 8u) << i << ' ' << blocked;
  }
}

// The reset pin, for one clock, while a fetched descriptor waits until it is old enough: nothing of
// it is left. The next one becomes as old as in a fresh DMA before its data are read.
TEST(DmaCommands, ResetForgetsTheAgeOfOneThatWaits) {
  const auto begin = [](Bench<Vdma32>& b) {
    const uint32_t tail = b.Chain(0x1000, 1, 0x2000, 64, 64);
    b.Start(kMm2s, 0x1000);
    return b.Write(kMm2s, kTail, tail);
  };
  const auto cycles_to_read = [&](Bench<Vdma32>& b) {
    const uint64_t start = begin(b);
    EXPECT_TRUE(b.WaitIdle(kMm2s));
    EXPECT_EQ(b.mm2s.reads.size(), 1u);
    return b.mm2s.reads.at(0).cycle - start;
  };
  Bench<Vdma32> fresh;
  const uint64_t expected = cycles_to_read(fresh);
  unsigned waiting = 0;
  for (unsigned delay = 0; delay < expected; delay++) {
    SCOPED_TRACE(delay);
    Bench<Vdma32> b;
    begin(b);
    b.Run(delay);
    // What a memory still owes would come to a DMA that knows nothing of it.
    if (b.first_sg_ar == 0 || b.first_mm2s_ar != 0 || !b.sg_checker.quiet()) continue;
    waiting++;
    b.model->rst_ni = 0;
    b.Step();
    b.model->rst_ni = 1;
    b.Run(20);
    EXPECT_EQ(cycles_to_read(b), expected);
  }
  EXPECT_GE(waiting, 8u);
}

}  // namespace
}  // namespace nve::dma_test
