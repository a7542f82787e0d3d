// SPDX-License-Identifier: Apache-2.0
// At least: descriptors. From TAILDESC to the fetch and on to the data, how many are prefetched,
// and that a fetch waits for nothing else; statuses that wait, and how fast they are written.
#include "at_least.hpp"

namespace nve::dma_test {
namespace {

TYPED_TEST_SUITE(AtLeast, AtLeastModels);

// After a start and after a pause, in either channel.
TYPED_TEST(AtLeast, FetchFollowsTail) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.Chain(0x1000, 2, 0x2000, 64, this->kWord);
    b.Start(ch, 0x1000);
    for (const uint32_t tail : {0x1000u, 0x1040u}) {
      b.first_sg_ar = 0;
      if (ch == kS2mm) b.send(b.RandomBytes(this->kWord));
      const uint64_t written = b.Write(ch, kTail, tail);
      ASSERT_TRUE(b.WaitIdle(ch));
      EXPECT_EQ(b.first_sg_ar - written, static_cast<unsigned>(this->Promise().tail_to_ar))
          << name(ch);
    }
  }
}

TYPED_TEST(AtLeast, ReadFollowsDescriptor) {
  for (const unsigned latency : {3u, 20u}) {
    Bench<TypeParam> b;
    b.latency(latency, latency, 3, 3);
    b.Chain(0x1000, 1, 0x2000, 64, this->kBurst);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    const auto& p = this->Promise();
    EXPECT_EQ(b.first_mm2s_ar - b.first_sg_ar,
              this->FetchTime(latency) + p.sg_pipe + this->kToRows + p.command_to_ar);
    EXPECT_EQ(b.first_tvalid - b.first_mm2s_ar, latency + p.store_and_forward);
  }
}

// The stream is taken from the second cycle after the command on.
TYPED_TEST(AtLeast, RoomFollowsDescriptor) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 1, 0x2000, 64, this->kBurst);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, 0x1000);
  ASSERT_TRUE(b.RunUntil([&] { return b.model->s_axis_s2mm_tready != 0; }));
  EXPECT_EQ(b.cycle - b.first_sg_ar,
            this->FetchTime(3) + this->Promise().sg_pipe + this->kToRows + 2);
}

// While no read is accepted: one command is at work, the others fill its queue, then that of the
// descriptors. So are those of S2MM while no word comes.
TYPED_TEST(AtLeast, DescriptorsArePrefetched) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.hold = [](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.arready = false; };
    const uint32_t tail = b.Chain(0x1000, 24, 0x2000, 64, this->kWord);
    b.Start(ch, 0x1000);
    b.Write(ch, kTail, tail);
    b.Run(800);
    EXPECT_EQ(b.sg.reads.size(), this->kDescriptorQueue + this->kCommandQueue + 1) << name(ch);
  }
}

// Those that wait become commands at the promised distance; what is in front of the mover already
// follows cycle by cycle.
TYPED_TEST(AtLeast, WaitingDescriptorsKeepTheCommandInterval) {
  Bench<TypeParam> b;
  bool blocked = true;
  b.hold = [&](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.arready &= !blocked; };
  const unsigned waiting = this->kDescriptorQueue + this->kCommandQueue + 1;
  const uint32_t tail = b.Chain(0x1000, waiting, 0x2000, 64, this->kWord);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(800);
  blocked = false;
  b.mm2s.acceptance = 64;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  const auto& reads = b.mm2s.reads;
  ASSERT_EQ(reads.size(), waiting);
  for (unsigned i = 1; i < 4; i++) {  // no more are under way at once in the vendor's profile
    EXPECT_EQ(reads[i].cycle - reads[i - 1].cycle, 1u) << i;
  }
  const unsigned interval =
      std::max<unsigned>(this->Promise().command_interval, this->kRowInterval);
  // The mover has one more, of rows, in front of its queue.
  for (unsigned i = this->kCommandQueue + (b.kMover ? 3 : 2); i < waiting; i++) {
    EXPECT_EQ(reads[i].cycle - reads[i - 1].cycle, interval) << i;
  }
}

// Those of S2MM, seen by the words of the stream that wait for their buffers.
TYPED_TEST(AtLeast, WaitingBuffersKeepTheCommandInterval) {
  Bench<TypeParam> b;
  const unsigned waiting = this->kDescriptorQueue + this->kCommandQueue + 1;
  const uint32_t tail = b.Chain(0x1000, waiting, 0x2000, 64, this->kWord);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  b.Run(800);
  for (unsigned i = 0; i < waiting; i++) b.send(b.RandomBytes(this->kWord));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  const auto& words = b.source_lasts;
  ASSERT_EQ(words.size(), waiting);
  const unsigned interval =
      std::max<unsigned>(this->Promise().command_interval, this->kRowInterval);
  // The command of this one comes while words of those before are taken.
  const unsigned first = this->kCommandQueue + (b.kMover ? 3 : 2);
  for (unsigned i = 1; i < waiting; i++) {
    if (i == first) continue;
    EXPECT_EQ(words[i] - words[i - 1], i < first ? 1u : interval) << i;
  }
}

// A TAILDESC that moves while the channel fetches puts off no fetch, whenever it comes.
TYPED_TEST(AtLeast, MovedTailDelaysNoFetch) {
  constexpr unsigned kCount = 8, kLatency = 3;
  const unsigned interval = this->FetchTime(kLatency) + this->Promise().fetch_overhead;
  Bench<TypeParam> b;
  const auto& reads = b.sg.reads;
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned delay = 0; delay < 2 * interval; delay++) {
      const uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 64, this->kWord);
      b.Start(ch, 0x1000);
      b.Write(ch, kTail, 0x1000 + 64 * (kCount / 2));
      ASSERT_TRUE(b.RunUntil([&] { return reads.size() == 1; }));
      b.Run(delay);
      b.Write(ch, kTail, tail);
      ASSERT_TRUE(b.RunUntil([&] { return reads.size() == kCount; }));
      for (unsigned i = 1; i < kCount; i++) {
        EXPECT_EQ(reads[i].cycle - reads[i - 1].cycle, interval)
            << name(ch) << ' ' << i << ", written behind " << delay;
      }
      b.SoftReset();
      b.sg.reads.clear();
    }
  }
}

// Nor does a fetch wait for room in the other channel's queue, which is full.
TYPED_TEST(AtLeast, FetchWaitsForNoRoomOfTheOtherChannel) {
  constexpr unsigned kCount = 4, kLatency = 3;
  for (const Channel ch : {kMm2s, kS2mm}) {
    const Channel other = ch == kMm2s ? kS2mm : kMm2s;
    Bench<TypeParam> b;
    b.hold = [&](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.arready &= ch == kMm2s; };
    const uint32_t full = b.Chain(0x8000, 24, 0x4000, 64, this->kWord);
    b.Start(other, 0x8000);
    b.Write(other, kTail, full);
    b.Run(800);
    b.sg.reads.clear();
    b.first_sg_ar = 0;
    const uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 64, this->kWord);
    b.Start(ch, 0x1000);
    const uint64_t written = b.Write(ch, kTail, tail);
    b.Run(200);
    ASSERT_EQ(b.sg.reads.size(), kCount) << name(ch);
    EXPECT_EQ(b.first_sg_ar - written, static_cast<unsigned>(this->Promise().tail_to_ar))
        << name(ch);
    for (unsigned i = 1; i < kCount; i++) {
      EXPECT_EQ(b.sg.reads[i].cycle - b.sg.reads[i - 1].cycle,
                this->FetchTime(kLatency) + this->Promise().fetch_overhead)
          << name(ch) << ' ' << i;
    }
  }
}

// Nor does a fetch wait for statuses: their responses take longer than all these fetches.
TYPED_TEST(AtLeast, FetchWaitsForNoWriteBack) {
  constexpr unsigned kCount = 8, kLatency = 3;
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.latency(kLatency, kLatency, 200, kLatency);
    const uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 64, this->kWord);
    if (ch == kS2mm) {
      for (unsigned i = 0; i < kCount; i++) b.send(b.RandomBytes(this->kWord));
    }
    b.Start(ch, 0x1000);
    b.Write(ch, kTail, tail);
    ASSERT_TRUE(b.WaitIdle(ch));
    for (unsigned i = 1; i < kCount; i++) {
      EXPECT_EQ(b.sg.reads[i].cycle - b.sg.reads[i - 1].cycle,
                this->FetchTime(kLatency) + this->Promise().fetch_overhead)
          << name(ch) << ' ' << i;
    }
  }
}

// Nor does a status wait for a fetch: here for that of the next descriptor, which takes long.
TYPED_TEST(AtLeast, WriteBackWaitsForNoFetch) {
  Bench<TypeParam> b;
  b.latency(200, 3, 3, 3);
  const uint32_t tail = b.Chain(0x1000, 3, 0x2000, 64, this->kWord);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.sg.writes.size(), 3u);
  for (unsigned i = 0; i < 3; i++) {
    EXPECT_EQ(b.sg.writes[i].cycle - b.received.at(i).cycle, 2u) << i;
  }
}

// Nor for words: in S2MM it is on offer two cycles behind the response to its burst, while the next
// one is written.
TYPED_TEST(AtLeast, WriteBackWaitsForNoWords) {
  constexpr unsigned kLatency = 10;
  Bench<TypeParam> b;
  b.latency(3, 3, 3, kLatency);
  const uint32_t tail = b.Chain(0x1000, 2, 0x2000, this->kBurst, this->kBurst);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  b.Run(200);
  for (unsigned i = 0; i < 2; i++) b.send(b.RandomBytes(this->kBurst));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  for (unsigned i = 0; i < 2; i++) {
    EXPECT_EQ(b.sg.writes.at(i).cycle - (b.s2mm.write_ends.at(i) + kLatency), 2u) << i;
  }
}

// While no status can be written, one is on offer and the queue is full behind it; the words of the
// next descriptor have been sent but for the last.
TYPED_TEST(AtLeast, StatusesWaitInTheirQueue) {
  constexpr unsigned kWords = 4, kDescriptors = 12;
  Bench<TypeParam> b;
  b.hold = [](AxiPort& sg, AxiPort&, AxiPort&) { sg.awready = sg.wready = false; };
  const uint32_t tail = b.Chain(0x1000, kDescriptors, 0x2000, 64, kWords * this->kWord);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(900);
  EXPECT_EQ(b.received.size(), (this->kUpdateQueue + 2) * kWords - 1);
}

// In S2MM the responses of as many bursts as may be under way wait behind them.
TYPED_TEST(AtLeast, StatusesOfWritesWaitInTheirQueue) {
  constexpr unsigned kDescriptors = 40;
  Bench<TypeParam> b;
  b.hold = [](AxiPort& sg, AxiPort&, AxiPort&) { sg.awready = sg.wready = false; };
  const uint32_t tail = b.Chain(0x1000, kDescriptors, 0x2000, 64, this->kWord);
  for (unsigned i = 0; i < kDescriptors; i++) b.send(b.RandomBytes(this->kWord));
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  b.Run(900);
  EXPECT_EQ(b.s2mm.writes.size(), this->kUpdateQueue + 1 + this->Promise().write_bursts);
}

// Statuses that wait follow each other two cycles behind the response to the one before, and those
// of the channels alternate.
TYPED_TEST(AtLeast, WaitingStatusesFollowEachOther) {
  constexpr unsigned kLatency = 15;
  Bench<TypeParam> b;
  b.latency(3, 3, kLatency, 3);
  bool blocked = true;
  b.hold = [&](AxiPort& sg, AxiPort&, AxiPort&) {
    sg.awready &= !blocked;
    sg.wready &= !blocked;
  };
  const unsigned each = this->kUpdateQueue;
  for (const Channel ch : {kMm2s, kS2mm}) {
    const uint32_t base = ch == kMm2s ? 0x1000 : 0x8000;
    const uint32_t tail = b.Chain(base, each, 0x2000, 64, this->kWord);
    for (unsigned i = 0; ch == kS2mm && i < each; i++) b.send(b.RandomBytes(this->kWord));
    b.Start(ch, base);
    b.Write(ch, kTail, tail);
  }
  b.Run(700);
  blocked = false;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  const auto& writes = b.sg.writes;
  ASSERT_EQ(writes.size(), 2 * each);
  for (unsigned i = 1; i < 2 * each; i++) {
    EXPECT_EQ(writes[i].cycle - writes[i - 1].cycle, kLatency + 2) << i;
    EXPECT_EQ((writes[i].addr ^ writes[i - 1].addr) & 0x8000, 0x8000u) << i;
  }
}

}  // namespace
}  // namespace nve::dma_test
