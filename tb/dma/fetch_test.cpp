// SPDX-License-Identifier: Apache-2.0
// The descriptor fetch: its rate, what a stop in the middle of a read does, and the bits of a
// descriptor that mean nothing. Mutants of nve_dma_fetch asked for it (docs/mutation.md).
#include <Vdma32.h>
#include <Vmover.h>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class DmaFetch : public ::testing::Test {
 protected:
  using B = Bench<Model>;
  static constexpr unsigned kBeats = B::kMover ? 6 : 8;     // of a descriptor's read
  static constexpr unsigned kOverhead = B::kMover ? 2 : 6;  // FetchOverhead of the profile
};
using Models = ::testing::Types<Vdma32, Vmover>;
TYPED_TEST_SUITE(DmaFetch, Models);

// Reads follow each other at the latency, their beats and the overhead, whichever channel they are
// for; two channels that want descriptors take turns.
TYPED_TEST(DmaFetch, Interval) {
  constexpr unsigned kCount = 12, kSettled = 4, kBytes = 4;
  for (const unsigned latency : {3u, 10u, 20u}) {
    for (const bool both : {false, true}) {
      Bench<TypeParam> b;
      b.latency(latency, 3, 3, 3);
      const uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 0x40, kBytes);
      const uint32_t other_tail = b.Chain(0x8000, kCount, 0x2000, 0x40, kBytes);
      b.Start(kMm2s, 0x1000);
      if (both) b.Start(kS2mm, 0x8000);
      for (unsigned i = 0; i < kCount; i++) b.send(b.RandomBytes(kBytes));
      b.Write(kMm2s, kTail, tail);
      if (both) b.Write(kS2mm, kTail, other_tail);
      ASSERT_TRUE(b.WaitIdle(kMm2s));
      ASSERT_TRUE(!both || b.WaitIdle(kS2mm));
      const auto& reads = b.sg.reads;
      ASSERT_EQ(reads.size(), both ? 2 * kCount : kCount);
      for (unsigned i = kSettled; i < kCount; i++) {
        EXPECT_EQ(reads[i].cycle - reads[i - 1].cycle, latency + this->kBeats + this->kOverhead)
            << i << ' ' << both;
        EXPECT_EQ((reads[i].addr ^ reads[i - 1].addr) & 0x8000, both ? 0x8000u : 0u) << i;
      }
    }
  }
}

// A stop lets the read under way end, drops its descriptor, and waits for nothing else: Halted from
// the third cycle after the last word on.
TYPED_TEST(DmaFetch, StopInTheMiddleOfARead) {
  constexpr unsigned kLatency = 20, kHalt = 3;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned delay = 0; delay < kLatency; delay++) {
      for (unsigned after = 1; after <= kHalt; after++) {
        Bench<TypeParam> b;
        b.latency(kLatency, 3, 3, 3);
        b.Chain(0x1000, 2, 0x2000, 0x100, 32);
        b.Start(ch, 0x1000);
        b.Write(ch, kTail, 0x1040);
        ASSERT_TRUE(b.RunUntil([&] { return !b.sg.reads.empty(); }));
        b.Run(delay);
        b.Write(ch, kCr, 1u << 16);
        ASSERT_TRUE(b.RunUntil([&] { return b.sg.quiet(); }));
        b.Run(after - 1);
        b.model->s_axi_lite_araddr = kSr + BaseOf(ch);
        b.model->s_axi_lite_arvalid = 1;
        b.Step();
        b.model->s_axi_lite_arvalid = 0;
        const bool halted = b.model->s_axi_lite_rdata & kHalted;
        EXPECT_EQ(halted, after == kHalt) << ch << ' ' << delay << ' ' << after;
        b.Run(100);
        EXPECT_EQ(b.sg.reads.size(), 1u) << ch << ' ' << delay;
        EXPECT_TRUE(b.mm2s.reads.empty()) << delay;
        EXPECT_EQ(b.status(0x1000), 0u) << ch << ' ' << delay;
      }
    }
  }
}

// Bits without a meaning may hold anything, at any pace of the memory: the low bits of NXTDESC, the
// reserved words, STATUS below Cmplt, and of CONTROL the reserved bits and those beyond the
// length's width.
TYPED_TEST(DmaFetch, BitsWithoutMeaning) {
  constexpr bool kMover = TestFixture::B::kMover;
  constexpr uint32_t kCount = 8, kBytes = 200;
  constexpr uint32_t kAnyControl = kMover ? 0x70000000 : 0xf3ffc000;
  constexpr uint32_t kAnyStride = kMover ? 0x0007ffff : 0xffffffff;  // VSIZE is 0
  for (unsigned seed = 0; seed < 24; seed++) {
    Bench<TypeParam> b(seed);
    const auto any = [&](uint32_t mask) {
      return (static_cast<uint32_t>(b.rng()) * 5 ^ seed << 29) & mask;
    };
    b.sg.stall_percent = seed % 3 * 30;
    for (const Channel ch : {kMm2s, kS2mm}) {
      const uint32_t base = ch == kMm2s ? 0x1000 : 0x8000;
      std::vector<std::vector<uint8_t>> sent;
      std::vector<uint32_t> buffers;
      for (uint32_t i = 0; i < kCount; i++) {
        const uint32_t place = base + 64 * i;
        buffers.push_back(i << 17 | any(0x1fef8));
        for (uint32_t word = 0; word < 64; word += 4) b.desc.SetWord(place + word, any(~0u));
        b.desc.SetWord(place + 0x00, (place + 64) | any(0x3f));
        b.desc.SetWord(place + 0x08, buffers[i]);
        b.desc.SetWord(place + AtWord(dma::kWordShape), any(kAnyStride));
        b.desc.SetWord(place + AtWord(dma::kWordControl), kSof | kEof | kBytes | any(kAnyControl));
        b.desc.SetWord(place + AtWord(dma::kWordStatus), any(~kCmplt));
        sent.push_back(b.RandomBytes(kBytes));
        if (ch == kS2mm) b.send(sent[i]);
      }
      b.Start(ch, base);
      b.Write(ch, kTail, base + 64 * (kCount - 1) + any(0x3f));
      ASSERT_TRUE(b.WaitIdle(ch)) << seed;
      for (uint32_t i = 0; i < kCount; i++) {
        const auto& store = ch == kMm2s ? b.source : b.target;
        const auto first = store.bytes.begin() + buffers[i];
        const std::vector<uint8_t> moved(first, first + kBytes);
        EXPECT_EQ(ch == kMm2s ? b.packets().at(i) : sent[i], moved) << seed << ' ' << i;
        const uint32_t marks = ch == kMm2s ? 0 : kSof | kEof;
        EXPECT_EQ(b.status(base + 64 * i), kCmplt | marks | kBytes) << seed << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace nve::dma_test
