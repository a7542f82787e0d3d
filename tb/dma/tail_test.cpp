// SPDX-License-Identifier: Apache-2.0
// The end of the list (docs/dma.md): what a write of TAILDESC means while its descriptor has been
// fetched. Until the status of that descriptor is handed over the same value moves nothing; from
// then on it is a new run.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include <algorithm>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kRing = 0x1000, kBuffers = 0x2000, kSpace = 0x400;
constexpr unsigned kBytes = 40;

template <class Model>
class DmaTail : public ::testing::Test {
 protected:
  using B = Bench<Model>;

  // A ring of `count` descriptors, each with a packet of its own.
  static void Ring(B& b, unsigned count) {
    const uint32_t last = b.Chain(kRing, count, kBuffers, kSpace, kBytes);
    b.desc.SetWord(last, kRing);
  }
  static std::vector<uint8_t> buffer(const Store& store, unsigned i) {
    const auto first = store.bytes.begin() + kBuffers + kSpace * i;
    return {first, first + kBytes};
  }
  // The cycle in which the memory has both halves of the status written last.
  static uint64_t HandedOver(const B& b) {
    return std::max(b.sg.writes.back().cycle, b.sg.write_ends.back());
  }
  // READY of the descriptor port's write address or word is low for so many cycles of its VALID.
  static void DelayStatus(B& b, unsigned address, unsigned word) {
    b.hold = [&b, address, word, a = 0U, w = 0U](AxiPort& g, AxiPort&, AxiPort&) mutable {
      g.awready = g.awready && a >= address;
      g.wready = g.wready && w >= word;
      a = b.model->m_axi_sg_awvalid && !g.awready ? a + 1 : 0;
      w = b.model->m_axi_sg_wvalid && !g.wready ? w + 1 : 0;
    };
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaTail, Models);

// Two buffers wait for packets. The value written once more, any number of times, is no room for a
// third packet; it is held back until software has given a buffer again.
TYPED_TEST(DmaTail, RepeatedValueHoldsAPacketBack) {
  constexpr uint32_t kLast = kRing + 64;
  for (unsigned repeats = 1; repeats <= 3; repeats++) {
    Bench<TypeParam> b;
    this->Ring(b, 2);
    b.Start(kS2mm, kRing);
    b.Write(kS2mm, kTail, kLast);
    ASSERT_TRUE(b.RunUntil([&] { return b.sg.reads.size() == 2 && b.sg.quiet(); }));
    b.Run(20);
    for (unsigned i = 0; i < repeats; i++) b.Write(kS2mm, kTail, kLast);
    std::vector<std::vector<uint8_t>> sent;
    for (unsigned i = 0; i < 4; i++) {
      sent.push_back(b.RandomBytes(kBytes));
      b.send(sent[i]);
    }
    ASSERT_TRUE(b.WaitIdle(kS2mm)) << "a packet without a buffer, MM2S and S2MM";
    b.Run(300);
    EXPECT_EQ(b.sg.reads.size(), 2u) << "fetches behind TAILDESC of S2MM: " << repeats;
    EXPECT_EQ(b.source_lasts.size(), 2u) << "packets without a buffer were taken";
    for (unsigned i = 0; i < 2; i++) EXPECT_EQ(this->buffer(b.target, i), sent[i]) << i;
    // The same value again, now with buffers.
    this->Ring(b, 2);
    b.Write(kS2mm, kTail, kLast);
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    for (unsigned i = 0; i < 2; i++) EXPECT_EQ(this->buffer(b.target, i), sent[2 + i]) << i;
    EXPECT_EQ(b.Read(kS2mm, kSr) & (kAllErrors | kHalted), 0u);
  }
}

// The same from memory to stream: at any moment at which the status is not in memory, the value
// written once more sends nothing again.
TYPED_TEST(DmaTail, RepeatedValueSendsNothingAgain) {
  constexpr unsigned kEver = 300;
  unsigned delay = 0;
  for (bool owed = true; owed && delay < kEver; delay++) {
    Bench<TypeParam> b;
    this->Ring(b, 2);
    b.Start(kMm2s, kRing);
    b.Write(kMm2s, kTail, kRing + 64);
    b.Run(delay);
    owed = b.status(kRing + 64) == 0;
    if (owed) b.Write(kMm2s, kTail, kRing + 64);
    ASSERT_TRUE(b.WaitIdle(kMm2s)) << delay;
    b.Run(100);
    EXPECT_EQ(b.sg.reads.size(), 2u) << delay;
    EXPECT_EQ(b.packets().size(), 2u) << delay;
    EXPECT_EQ(b.Read(kMm2s, kSr) & (kAllErrors | kHalted), 0u) << delay;
  }
  EXPECT_GT(delay, 20u);
  EXPECT_LT(delay, kEver);
}

// A ring of one, whose software refills it as soon as it sees Cmplt: every packet is moved, however
// late the memory answers and whichever half of the status it takes first.
TYPED_TEST(DmaTail, RingOfOneAtEveryWriteLatency) {
  constexpr unsigned kPackets = 6;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned latency = 1; latency < 60; latency += latency < 30 ? 1 : 13) {
      Bench<TypeParam> b;
      b.latency(3, 3, latency, 3);
      this->DelayStatus(b, latency % 3, latency / 3 % 3);
      b.Start(ch, kRing);
      std::vector<std::vector<uint8_t>> sent, seen;
      for (unsigned i = 0; i < kPackets; i++) {
        sent.push_back(ch == kMm2s ? this->buffer(b.source, i) : b.RandomBytes(kBytes));
        if (ch == kS2mm) b.send(sent[i]);
      }
      for (unsigned i = 0; i < kPackets; i++) {
        b.Descriptor(kRing, kRing, kBuffers + kSpace * i, kBytes | kSof | kEof);
        b.Write(ch, kTail, kRing);
        ASSERT_TRUE(b.RunUntil([&] { return b.status(kRing) != 0; }, 2000))
            << name(ch) << " packet " << i << ", latency " << latency;
        if (ch == kS2mm) seen.push_back(this->buffer(b.target, i));
      }
      ASSERT_TRUE(b.WaitIdle(ch));
      if (ch == kMm2s) seen = b.packets();
      EXPECT_EQ(seen, sent) << name(ch) << " latency " << latency;
      EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kHalted), 0u);
    }
  }
}

// The border: a write that is taken in the cycle of the hand-over, or before, fetches nothing. From
// the next cycle on it fetches the next descriptor, here the same one, which is complete.
TYPED_TEST(DmaTail, BorderIsTheHandOver) {
  constexpr int kAround = 6;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned order = 0; order < 3; order++) {
      uint64_t border = 0;
      for (int offset = -kAround - 1; offset <= kAround; offset++) {
        Bench<TypeParam> b;
        b.latency(3, 3, 12, 3);
        this->DelayStatus(b, order == 1 ? 4 : 0, order == 2 ? 4 : 0);
        this->Ring(b, 1);
        b.Start(ch, kRing);
        if (ch == kS2mm) b.send(b.RandomBytes(kBytes));
        b.Write(ch, kTail, kRing);
        // The first run finds the border.
        if (border != 0) {
          b.Run(border + offset - b.cycle);
          EXPECT_EQ(b.Write(ch, kTail, kRing), border + offset);
        }
        ASSERT_TRUE(b.RunUntil([&] { return b.status(kRing) != 0; }));
        border = this->HandedOver(b);
        b.Run(100);
        const bool later = offset > 0;
        EXPECT_EQ(b.sg.reads.size(), later ? 2u : 1u) << name(ch) << ' ' << offset << ' ' << order;
        EXPECT_EQ(b.Read(ch, kSr) & kAllErrors, later ? kSgInt : 0) << offset;
      }
    }
  }
}

// The fetch of a descriptor is under way: a value that names it pauses behind it, another one does
// not, whatever TAILDESC was when the fetch began.
TYPED_TEST(DmaTail, MovesWhileItsDescriptorIsFetched) {
  for (const bool there : {false, true}) {
    for (unsigned delay = 0; delay < 24; delay++) {
      Bench<TypeParam> b;
      b.latency(20, 3, 3, 3);
      b.Chain(kRing, 3, kBuffers, kSpace, kBytes);
      b.Start(kMm2s, kRing);
      b.Write(kMm2s, kTail, there ? kRing + 128 : kRing);
      ASSERT_TRUE(b.RunUntil([&] { return !b.sg.reads.empty(); }));
      b.Run(delay);
      b.Write(kMm2s, kTail, there ? kRing : kRing + 128);
      ASSERT_TRUE(b.WaitIdle(kMm2s));
      EXPECT_EQ(b.sg.reads.size(), there ? 1u : 3u) << delay;
    }
  }
}

// With RS = 0 a write is stored and starts nothing; the same value behind RS = 1 starts.
TYPED_TEST(DmaTail, StoredWhileHalted) {
  Bench<TypeParam> b;
  b.Chain(kRing, 2, kBuffers, kSpace, kBytes);
  b.Write(kMm2s, kTail, kRing + 64);
  b.Start(kMm2s, kRing);
  b.Run(100);
  EXPECT_TRUE(b.sg.reads.empty());
  b.Write(kMm2s, kTail, kRing + 64);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.packets().size(), 2u);
}

// In cyclic mode software reads no Cmplt: the fetch goes round until TAILDESC is in the ring, and
// from the hand-over on once more round for the same value.
TYPED_TEST(DmaTail, CyclicRingPausesAtItsTail) {
  Bench<TypeParam> b;
  this->Ring(b, 3);
  b.Start(kMm2s, kRing, kCyclic);
  b.Write(kMm2s, kTail, 0x40);
  ASSERT_TRUE(b.RunUntil([&] { return b.packets().size() >= 7; }));
  b.Write(kMm2s, kTail, kRing + 64);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  const size_t rounds = b.packets().size();
  EXPECT_EQ(rounds % 3, 2u);
  b.Write(kMm2s, kTail, kRing + 64);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.packets().size(), rounds + 3);
  EXPECT_EQ(b.Read(kMm2s, kSr) & (kAllErrors | kHalted), 0u);
}

// The last two descriptors of a list lie at addresses that differ in one bit: the pause is behind
// the one that TAILDESC names, and while the status of one is owed the other is another value.
TYPED_TEST(DmaTail, EveryBitOfAnAddressCounts) {
  constexpr uint32_t kFirst = 0x5000, kSecond = 0x1040, kBeyond = kDescSize / 2;
  Bench<TypeParam> b;
  b.sg.beyond = kBeyond;
  bool held = false;
  b.hold = [&](AxiPort& sg, AxiPort&, AxiPort&) { sg.awready &= !held; };
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned bit = 6; bit < 32; bit++) {
      const uint32_t third = kSecond ^ 1u << bit;
      const uint32_t place = third < kDescSize ? third : kBeyond + third % kBeyond;
      for (const bool moved : {false, true}) {
        b.Descriptor(kFirst, kSecond, kBuffers, kBytes | kSof | kEof);
        b.Descriptor(kSecond, third, kBuffers, kBytes | kSof | kEof);
        b.Descriptor(place, kFirst, kBuffers, kBytes | kSof | kEof);
        for (unsigned i = 0; ch == kS2mm && i < 3; i++) b.send(b.RandomBytes(kBytes));
        b.sg.reads.clear();
        held = moved;
        b.Start(ch, kFirst);
        b.Write(ch, kTail, moved ? kSecond : third);
        if (moved) b.Run(150);
        b.Write(ch, kTail, third);
        held = false;
        ASSERT_TRUE(b.WaitIdle(ch));
        ASSERT_EQ(b.sg.reads.size(), 3u)
            << "fetches of " << name(ch) << ", another bit " << bit
            << (moved ? " of a value written while the status is owed" : " of the last address");
        EXPECT_EQ(b.sg.reads[2].addr, third);
        EXPECT_NE(b.status(place), 0u);
        b.SoftReset();
      }
    }
  }
}

}  // namespace
}  // namespace nve::dma_test
