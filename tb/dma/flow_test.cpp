// SPDX-License-Identifier: Apache-2.0
// The register sequences that PG021 gives its software, from the first reset on: rings of one and
// of many that are refilled while they run, pauses in which descriptors are handed out, coalesced
// interrupts, cyclic mode, and the way back from an error (docs/dma.md).
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "ring_software.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kIrqs = kIoc | kDly | kErr;

// A fetch that finds Cmplt or fails, and the descriptors of a packet of its run.
struct Failure {
  unsigned resp, parts;
};
constexpr Failure kFailures[] = {{kOkay, 1}, {kSlvErr, 1}, {kDecErr, 1},
                                 {kOkay, 3}, {kSlvErr, 3}, {kDecErr, 3}};

template <class Model>
class DmaFlow : public ::testing::Test {
 protected:
  using Software = RingSoftware<Model>;

  static bool Line(const Bench<Model>& b, Channel ch) {
    return ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut;
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaFlow, Models);

// Reset, start, two packets, reset, and the same again.
TYPED_TEST(DmaFlow, Initialise) {
  Bench<TypeParam> b;
  for (unsigned round = 0; round < 2; round++) {
    b.SoftReset();
    for (const Channel ch : {kMm2s, kS2mm}) {
      EXPECT_EQ(b.Read(ch, kCr), 0x00010002u);
      EXPECT_EQ(b.Read(ch, kSr), 0x00010009u);
    }
    RingSoftware<TypeParam> in(b, kMm2s, 4), out(b, kS2mm, 4);
    in.Start(1u << 16 | kIrqs);
    out.Start(1u << 16 | kIrqs);
    EXPECT_FALSE(this->Line(b, kMm2s) || this->Line(b, kS2mm));
    out.submit(2);
    in.submit(2);
    in.ExpectAll();
    out.ExpectAll();
    EXPECT_TRUE(this->Line(b, kMm2s) && this->Line(b, kS2mm));
  }
}

// Rings of one to many on both channels, handed out and collected in any portions. Whenever
// software likes it pauses: what it hands out then is told at the end of the pause, or nothing is.
TYPED_TEST(DmaFlow, RingsOfOneToMany) {
  for (const unsigned size : {1u, 2u, 3u, 4u, 5u, 8u, 13u}) {
    SCOPED_TRACE("ring of " + std::to_string(size));
    Bench<TypeParam> b(size);
    b.latency(3 + size, 4, 2 + 2 * size, 5);
    RingSoftware<TypeParam> in(b, kMm2s, size), out(b, kS2mm, size);
    const unsigned packets = 20 + 2 * size;
    in.Start();
    out.Start();
    unsigned resumed = 0;
    for (unsigned turn = 0; in.collected() < packets || out.collected() < packets; turn++) {
      ASSERT_LT(turn, 20000u);
      for (auto* software : {&in, &out}) {
        software->Collect();
        const unsigned room = std::min(software->room(), packets - software->submitted());
        const bool pause = b.rng() % 4 == 0;
        if (room > 0 && b.rng() % 3 == 0) software->submit(1 + b.rng() % room, !pause);
        if (pause) resumed += software->Resume();
      }
      b.Run(b.rng() % 60);
    }
    // What was handed out in a pause has been told when a later pause ended.
    in.ExpectAll();
    out.ExpectAll();
    EXPECT_GT(resumed, 5u);
  }
}

// The third packet raises the line, the delay timer raises it for the last two, and each write of
// one lowers it.
TYPED_TEST(DmaFlow, CoalescedInterrupts) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    RingSoftware<TypeParam> software(b, ch, 8);
    software.Start(3u << 16 | 2u << 24 | kIrqs);
    software.submit(5);
    ASSERT_TRUE(b.RunUntil([&] { return this->Line(b, ch); }));
    EXPECT_EQ(b.Read(ch, kSr) & kIrqs, kIoc) << name(ch);
    b.Write(ch, kSr, kIoc);
    b.Run(2);
    EXPECT_FALSE(this->Line(b, ch));
    ASSERT_TRUE(b.WaitIdle(ch));
    EXPECT_EQ(b.Read(ch, kSr) >> 16 & 0xff, 1u) << name(ch) << ": packets left";
    ASSERT_TRUE(b.RunUntil([&] { return this->Line(b, ch); }));
    EXPECT_EQ(b.Read(ch, kSr) & (kIrqs | 0xff0000), kDly | 3u << 16) << name(ch);
    b.Write(ch, kSr, kDly);
    b.Run(2);
    EXPECT_FALSE(this->Line(b, ch));
    software.ExpectAll();
  }
}

// The ring turns under a TAILDESC that is not in it; software looks at no status. A stop ends it,
// and the same ring runs once more with a tail of its own.
TYPED_TEST(DmaFlow, CyclicRing) {
  Bench<TypeParam> b;
  const uint32_t last = b.Chain(0x1000, 3, 0x2000, 0x400, 40);
  b.desc.SetWord(last, 0x1000);
  b.Start(kMm2s, 0x1000, kCyclic);
  b.Write(kMm2s, kTail, 0x50);
  ASSERT_TRUE(b.RunUntil([&] { return b.packets().size() >= 10; }));
  EXPECT_EQ(b.Read(kMm2s, kSr) & (kAllErrors | kHalted | kIdle), 0u);
  b.Write(kMm2s, kCr, kCyclic | 1u << 16);
  ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
  const auto packets = b.packets();
  for (size_t i = 3; i < packets.size(); i++) EXPECT_EQ(packets[i], packets[i - 3]);
  b.received.clear();
  b.Chain(0x1000, 3, 0x2000, 0x400, 40);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, last);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.packets().size(), 3u);
}

// The other channel may be cyclic: a completed descriptor is refused all the same.
TYPED_TEST(DmaFlow, CyclicIsOfOneChannel) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.Write(ch == kMm2s ? kS2mm : kMm2s, kCr, kCyclic | kRun | 1u << 16);
    b.desc.SetWord(b.Chain(0x1000, 1, 0x2000, 0, 40) + AtWord(dma::kWordStatus), kCmplt | 40);
    b.Start(ch, 0x1000);
    b.Write(ch, kTail, 0x1000);
    b.Run(200);
    EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kHalted), kSgInt | kHalted)
        << "fetch: a completed descriptor of " << name(ch) << " beside a cyclic channel";
  }
}

// A descriptor cannot be fetched while those in front of it are prefetched: they get no status, and
// the other channel halts without a bit or an interrupt. Reset, rings built anew, and start: all
// packets are moved, those whose descriptors had a status in part, too.
TYPED_TEST(DmaFlow, FetchErrorSkipsPrefetchedDescriptors) {
  unsigned skipped = 0;
  for (const Channel ch : {kMm2s, kS2mm}) {
    const Channel other = ch == kMm2s ? kS2mm : kMm2s;
    for (unsigned failing = 1; failing < 4; failing++) {
      for (const auto& [resp, parts] : kFailures) {
        Bench<TypeParam> b;
        b.latency(3, 60, 3, 60);
        RingSoftware<TypeParam> software(b, ch, 6, parts), second(b, other, 6, parts);
        second.Start(1u << 16 | kIrqs);
        software.Start(1u << 16 | kIrqs);
        const uint32_t place = software.address(failing);
        if (resp != kOkay) b.sg.faults.push_back({place, place + 3, resp, true, false});
        software.submit(parts == 1 ? 4 : 2, false);
        if (resp == kOkay) b.desc.SetWord(place + AtWord(dma::kWordStatus), kCmplt);
        software.tell();
        ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
        ASSERT_TRUE(b.wait(other, kSr, kHalted, kHalted));
        const uint32_t bit = resp == kOkay ? kSgInt : resp == kSlvErr ? kSgSlv : kSgDec;
        EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kErr), bit | kErr);
        EXPECT_EQ(b.Read(ch, kCur), place);
        EXPECT_EQ(b.Read(other, kSr) & (kAllErrors | kIrqs), 0u);
        EXPECT_TRUE(this->Line(b, ch));
        EXPECT_FALSE(this->Line(b, other));
        for (unsigned i = 0; i < failing; i++) skipped += b.status(software.address(i)) == 0;
        // The way back.
        b.sg.faults.clear();
        if (resp == kOkay) b.desc.SetWord(place + AtWord(dma::kWordStatus), 0);
        b.ResetDma();
        software.RestartStream();
        software.Collect();
        software.Build();
        second.Build();
        software.Start();
        second.Start();
        second.submit(2);
        software.ExpectAll();
        second.ExpectAll();
      }
    }
  }
  EXPECT_GT(skipped, 4u);
}

}  // namespace
}  // namespace nve::dma_test
