// SPDX-License-Identifier: Apache-2.0
// At least: the data. Bursts under way, words and bursts that find room, how soon and how close
// bursts follow; rows of the mover.
#include <numeric>

#include "at_least.hpp"
#include "mover_bench.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class AtLeastData : public AtLeast<Model> {
 protected:
  using B = Bench<Model>;

  // A channel with one descriptor of `bursts` bursts, S2MM's with its words.
  static void begin(B& b, Channel ch, unsigned bursts) {
    const unsigned bytes = bursts * AtLeast<Model>::kBurst;
    b.Chain(0x1000, 1, 0x2000, 0, bytes);
    if (ch == kS2mm) b.send(b.RandomBytes(bytes));
    b.Start(ch, 0x1000);
    b.Write(ch, kTail, 0x1000);
  }

  static unsigned words(const std::vector<Handshake>& bursts) {
    return std::accumulate(bursts.begin(), bursts.end(), 0u,
                           [](unsigned sum, const Handshake& h) { return sum + h.len + 1; });
  }
};
TYPED_TEST_SUITE(AtLeastData, AtLeastModels);

// While no word comes back, reads are asked for cycle by cycle up to the promised number, or as
// many as find room for their words.
TYPED_TEST(AtLeastData, LongReadsAreUnderWay) {
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.rvalid = mm2s.rlast = false; };
  this->begin(b, kMm2s, 40);
  b.Run(600);
  const unsigned room = this->Promise().read_words / transfer::kMaxBurst;
  const auto& reads = b.mm2s.reads;
  ASSERT_EQ(reads.size(), std::min<unsigned>(this->Promise().read_bursts, room));
  for (unsigned i = 1; i < reads.size(); i++) EXPECT_EQ(reads[i].cycle, reads[0].cycle + i) << i;
}

// Across the end of a page, too.
TYPED_TEST(AtLeastData, ReadsFollowEachOtherAcrossPages) {
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.rvalid = mm2s.rlast = false; };
  b.Chain(0x1000, 1, 0x3000 - 2 * this->kBurst, 0, 4 * this->kBurst);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  b.Run(300);
  const auto& reads = b.mm2s.reads;
  ASSERT_EQ(reads.size(), 4u);
  for (unsigned i = 1; i < reads.size(); i++) EXPECT_EQ(reads[i].cycle, reads[0].cycle + i) << i;
}

// Short ones: descriptors of a word, in the mover rows.
TYPED_TEST(AtLeastData, ShortReadsAreUnderWay) {
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.rvalid = mm2s.rlast = false; };
  constexpr unsigned kCount = 40;
  uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 64, this->kWord);
  if (b.kMover) {
    b.desc.SetWord(0x1014, kCount << 19 | 64);  // one descriptor, a column of 8 bytes every 64
    b.desc.SetWord(0x1020, 0);
    b.desc.SetWord(0x1028, 0);
    tail = 0x1000;
  }
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(600);
  EXPECT_EQ(b.mm2s.reads.size(), static_cast<unsigned>(this->Promise().read_bursts));
}

TYPED_TEST(AtLeastData, WordsReadFindRoom) {
  Bench<TypeParam> b;
  b.sink_stall = 100;
  this->begin(b, kMm2s, 40);
  b.Run(600);
  EXPECT_EQ(this->words(b.mm2s.reads), static_cast<unsigned>(this->Promise().read_words));
}

// While the stream takes nothing, descriptors of a word are read up to the promised number.
TYPED_TEST(AtLeastData, DescriptorsAreUnderWay) {
  Bench<TypeParam> b;
  b.sink_stall = 100;
  const uint32_t tail = b.Chain(0x1000, 24, 0x2000, 64, this->kWord);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(800);
  EXPECT_EQ(b.mm2s.reads.size(), static_cast<unsigned>(transfer::kOpenDescriptors));
}

// Descriptors of one packet follow each other word by word; only behind TLAST there is a gap.
TYPED_TEST(AtLeastData, DescriptorsOfAPacketHaveNoGap) {
  constexpr unsigned kWords = 8, kParts = 3, kPackets = 2;
  Bench<TypeParam> b;
  b.sink_stall = 100;
  for (unsigned i = 0; i < kParts * kPackets; i++) {
    const uint32_t first = i % kParts == 0 ? kSof : 0, last = i % kParts == kParts - 1 ? kEof : 0;
    b.Descriptor(0x1000 + 64 * i, 0x1040 + 64 * i, 0x2000 + 64 * i,
                 kWords * this->kWord | first | last);
  }
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000 + 64 * (kParts * kPackets - 1));
  b.Run(600);
  b.sink_stall = 0;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.received.size(), kWords * kParts * kPackets);
  for (size_t i = 1; i < b.received.size(); i++) {
    const unsigned gap = b.received[i - 1].last && !b.kMover ? 2 : 0;
    EXPECT_EQ(b.received[i].cycle - b.received[i - 1].cycle, 1 + gap) << i;
  }
}

TYPED_TEST(AtLeastData, WritesAreUnderWay) {
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort&, AxiPort& s2mm) { s2mm.bvalid = false; };
  this->begin(b, kS2mm, 40);
  b.Run(900);
  EXPECT_EQ(b.s2mm.writes.size(), static_cast<unsigned>(this->Promise().write_bursts));
  EXPECT_EQ(b.s2mm.write_ends.size(), static_cast<unsigned>(this->Promise().write_bursts));
}

// While no write is accepted, S2MM takes words until its memory is full.
TYPED_TEST(AtLeastData, WordsTakenFindRoom) {
  constexpr unsigned kBursts = 40;
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort&, AxiPort& s2mm) { s2mm.awready = s2mm.wready = false; };
  this->begin(b, kS2mm, kBursts);
  b.Run(600);
  EXPECT_EQ(kBursts * transfer::kMaxBurst - b.beats.size(),
            static_cast<unsigned>(transfer::kWriteWords));
}

// Bursts of a word: one is on offer, the others are stored.
TYPED_TEST(AtLeastData, BurstsTakenFindRoom) {
  constexpr unsigned kCount = 40;
  Bench<TypeParam> b;
  b.hold = [](AxiPort&, AxiPort&, AxiPort& s2mm) { s2mm.awready = s2mm.wready = false; };
  const uint32_t tail = b.Chain(0x1000, kCount, 0x2000, 64, this->kWord);
  for (unsigned i = 0; i < kCount; i++) b.send(b.RandomBytes(this->kWord));
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  b.Run(900);
  EXPECT_EQ(kCount - b.beats.size(), static_cast<unsigned>(transfer::kWriteRecords) + 1);
}

// In a channel that waits for data: as promised, or as soon as the burst is complete.
TYPED_TEST(AtLeastData, WriteFollowsItsWords) {
  for (const unsigned words : {1u, 2u, 16u}) {
    Bench<TypeParam> b;
    b.Chain(0x1000, 1, 0x2000, 0, words * this->kWord);
    b.Start(kS2mm, 0x1000);
    b.Write(kS2mm, kTail, 0x1000);
    b.Run(100);
    b.send(b.RandomBytes(words * this->kWord));
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    EXPECT_EQ(b.first_s2mm_aw - b.first_s2mm_tvalid,
              std::max<unsigned>(this->Promise().write_start, words + 1))
        << words;
  }
}

// With words and room there, the words of a burst follow each other, the first one in the cycle of
// its address, and bursts are exactly the promised gap apart, within a buffer, between two and
// across the end of a page.
TYPED_TEST(AtLeastData, WritesKeepTheirGap) {
  constexpr unsigned kBursts = 8;
  Bench<TypeParam> b;
  b.latency(3, 3, 3, 20);  // longer than the gap: no burst waits for the response to the one before
  std::vector<uint64_t> at;  // cycles with a word on offer
  b.hold = [&](AxiPort&, AxiPort&, AxiPort&) {
    if (b.model->m_axi_s2mm_wvalid) at.push_back(b.cycle);
  };
  const unsigned bytes = kBursts * this->kBurst;
  const uint32_t tail = b.Chain(0x1000, 2, 0x3000 - bytes - bytes / 2, bytes, bytes);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  b.Run(200);
  for (unsigned i = 0; i < 2; i++) b.send(b.RandomBytes(bytes));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  ASSERT_EQ(at.size(), 2 * kBursts * transfer::kMaxBurst);
  for (unsigned i = 0; i < at.size(); i++) {
    const bool first = i % transfer::kMaxBurst == 0;
    if (first) {
      EXPECT_EQ(b.s2mm.writes.at(i / transfer::kMaxBurst).cycle, at[i]) << i;
    }
    if (i == 0) continue;
    EXPECT_EQ(at[i] - at[i - 1], first ? 1u + this->Promise().write_gap : 1u) << i;
  }
}

// Rows that a packet leaves over are dropped at one per cycle: the next packet comes so much later.
TEST(AtLeastMover, RowsLeftOverAreDroppedAtOnePerCycle) {
  const auto distance = [](uint32_t rows) {
    MoverBench b;
    b.rows(0x1000, 0x1040, Rows{.buffer = 0x100, .bytes = 8, .columns = rows, .stride = 0x40});
    b.rows(0x1040, 0x1080, Rows{.buffer = 0x8000, .bytes = 8});
    b.Start(kS2mm, 0x1000);
    b.Write(kS2mm, kTail, 0x1040);
    b.Run(300);
    for (unsigned i = 0; i < 2; i++) b.send(b.RandomBytes(8));
    EXPECT_TRUE(b.WaitIdle(kS2mm));
    return b.source_lasts.at(1) - b.source_lasts.at(0);
  };
  EXPECT_EQ(distance(60) - distance(20), 40u);
}

}  // namespace
}  // namespace nve::dma_test
