// SPDX-License-Identifier: Apache-2.0
// Who waits for whom, cycle by cycle: words of a stream for the status of earlier descriptors,
// packets and buffers for those before them; and a last word without a byte.
#include <Vdma32.h>
#include <Vmover.h>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class DmaPace : public ::testing::Test {
 protected:
  static constexpr unsigned kBytes = Bench<Model>::kBytes;
  static constexpr unsigned kWords = 64 / kBytes;  // of a descriptor of these tests
};
using Models = ::testing::Types<Vdma32, Vmover>;
TYPED_TEST_SUITE(DmaPace, Models);

// While no status can be written, descriptors whose statuses find no place any more send all their
// words but the last.
TYPED_TEST(DmaPace, OnlyLastWordsWaitForThePlaceOfAStatus) {
  constexpr unsigned kDescriptors = 24;
  Bench<TypeParam> b;
  const uint32_t tail = b.Chain(0x1000, kDescriptors, 0x2000, 64, 64);
  bool blocked = true;
  b.hold = [&](AxiPort& sg, AxiPort&, AxiPort&) {
    if (blocked) sg.awready = sg.wready = false;
  };
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(900);  // shorter than AXI rule A15 allows a slave
  const size_t sent = b.received.size();
  EXPECT_EQ(sent % this->kWords, this->kWords - 1) << sent;
  EXPECT_GT(sent, this->kWords);
  EXPECT_LT(sent, (kDescriptors - 1) * this->kWords);
  blocked = false;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.received.size(), kDescriptors * this->kWords);
}

// Two idle cycles behind a packet in the vendor's profile, none in the mover's.
TYPED_TEST(DmaPace, PacketsThatAreWaitedForKeepTheirDistance) {
  constexpr unsigned kPackets = 3;
  Bench<TypeParam> b;
  b.sink_stall = 100;
  const uint32_t tail = b.Chain(0x1000, kPackets, 0x2000, 64, 64);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, tail);
  b.Run(2000);
  b.sink_stall = 0;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.received.size(), kPackets * this->kWords);
  for (size_t i = 1; i < b.received.size(); i++) {
    const bool next = b.received[i - 1].last && !b.kMover;
    EXPECT_EQ(b.received[i].cycle - b.received[i - 1].cycle, next ? 3u : 1u) << i;
  }
}

// Words are taken in every cycle across the ends of buffers and packets, as long as there is room.
TYPED_TEST(DmaPace, NoPauseBetweenBuffersThatAreWaitedFor) {
  constexpr unsigned kPackets = 3;
  Bench<TypeParam> b;
  const uint32_t tail = b.Chain(0x3000, kPackets, 0x2000, 64, 64);
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, tail);
  b.Run(500);
  for (unsigned i = 0; i < kPackets; i++) b.send(b.RandomBytes(64));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  ASSERT_EQ(b.source_lasts.size(), kPackets);
  for (unsigned i = 1; i < kPackets; i++) {
    EXPECT_EQ(b.source_lasts[i] - b.source_lasts[i - 1], this->kWords) << i;
  }
}

// The last word of a packet may be there for its TLAST only: nothing of it is written or counted.
TYPED_TEST(DmaPace, ALastWordMayBeEmpty) {
  constexpr unsigned kLength = 40;
  constexpr uint32_t kBuffer = 0x2000;
  Bench<TypeParam> b;
  std::fill(b.target.bytes.begin() + kBuffer, b.target.bytes.begin() + kBuffer + 64, uint8_t{0xa5});
  b.Descriptor(0x3000, 0x3040, kBuffer, 64);
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, 0x3000);
  const std::vector<uint8_t> bytes = b.RandomBytes(kLength);
  b.send(bytes, false);
  AxisPort empty;
  empty.data = 0x0123456789abcdef;
  empty.last = true;
  b.beats.push_back(empty);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  EXPECT_EQ(b.status(0x3000), kCmplt | kSof | kEof | kLength);
  for (unsigned i = 0; i < 64; i++) {
    EXPECT_EQ(b.target.bytes[kBuffer + i], i < kLength ? bytes[i] : 0xa5) << i;
  }
}

}  // namespace
}  // namespace nve::dma_test
