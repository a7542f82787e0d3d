// SPDX-License-Identifier: Apache-2.0
// Register, descriptor, interrupt and data rules without errors, in all configurations.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

using Bytes = std::vector<uint8_t>;

template <class Model>
class DmaRules : public ::testing::Test {
 protected:
  using B = Bench<Model>;
  static constexpr unsigned kBytes = B::kBytes;

  static Bytes Slice(const Store& store, uint32_t addr, size_t n) {
    return Bytes(store.bytes.begin() + addr, store.bytes.begin() + addr + n);
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaRules, Models);

TYPED_TEST(DmaRules, ResetValues) {
  Bench<TypeParam> b;
  for (const Channel ch : {kMm2s, kS2mm}) {
    EXPECT_EQ(b.Read(ch, kCr), 0x00010002u);
    EXPECT_EQ(b.Read(ch, kSr), 0x00010009u);
    EXPECT_EQ(b.Read(ch, kCur), 0u);
    EXPECT_EQ(b.Read(ch, kTail), 0u);
    for (const unsigned reg : {0x0cu, 0x14u, 0x18u, 0x1cu, 0x28u}) {
      b.Write(ch, reg, 0xffffffff);
      EXPECT_EQ(b.Read(ch, reg), 0u);
    }
  }
}

TYPED_TEST(DmaRules, RegisterAccess) {
  Bench<TypeParam> b;
  for (const Channel ch : {kMm2s, kS2mm}) {
    b.Write(ch, kCr, 0xffffffffu & ~(kRun | kReset));
    EXPECT_EQ(b.Read(ch, kCr), 0xffff701au);
    b.Write(ch, kCr, 0);
    EXPECT_EQ(b.Read(ch, kCr), 0x00010002u) << "a threshold of 0 is stored as 1";
    b.Write(ch, kSr, 0xffffffff);
    EXPECT_EQ(b.Read(ch, kSr), 0x00010009u);
    b.Write(ch, kCur, 0x1234567f, 3, 0);
    EXPECT_EQ(b.Read(ch, kCur), 0x12345640u);
    b.Write(ch, kTail, 0xfffffffe, 0, 3);
    EXPECT_EQ(b.Read(ch, kTail), 0xffffffc0u);
  }
}

// A second write waits until the response of the first is taken: one B per write.
TYPED_TEST(DmaRules, UntakenWriteResponse) {
  Bench<TypeParam> b;
  auto& m = *b.model;
  for (const unsigned delay : {0x11000000u, 0x22000000u}) {
    m.s_axi_lite_awaddr = kCr;
    m.s_axi_lite_wdata = delay;
    m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = 1;
    b.Step();
    m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = 0;
    b.Run(5);
    EXPECT_TRUE(m.s_axi_lite_bvalid);
  }
  EXPECT_EQ(b.Read(kMm2s, kCr) >> 24, 0x11u);
  m.s_axi_lite_bready = 1;
  unsigned responses = 0;
  for (int i = 0; i < 10; i++) {
    responses += m.s_axi_lite_bvalid;
    b.Step();
  }
  m.s_axi_lite_bready = 0;
  EXPECT_EQ(responses, 2u);
  EXPECT_EQ(b.Read(kMm2s, kCr) >> 24, 0x22u);
}

TYPED_TEST(DmaRules, StartSequence) {
  Bench<TypeParam> b;
  const uint32_t tail = b.Chain(0x1000, 3, 0x2000, 0x100, 64);
  b.Write(kMm2s, kTail, tail);
  b.Run(100);
  EXPECT_TRUE(b.sg.reads.empty()) << "TAILDESC while halted starts nothing";
  b.Start(kMm2s, 0x1000);
  b.Run(100);
  EXPECT_TRUE(b.sg.reads.empty()) << "RS alone starts nothing";
  EXPECT_EQ(b.Read(kMm2s, kSr) & (kHalted | kIdle), 0u);
  b.Write(kMm2s, kCur, 0x5000);
  EXPECT_EQ(b.Read(kMm2s, kCur), 0x1000u) << "CURDESC is writable only while halted";
  b.Write(kMm2s, kTail, tail + 0x3f);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.Read(kMm2s, kCur), tail) << "MM2S: Idle comes behind the last status";
  EXPECT_EQ(b.Read(kMm2s, kCr) & kRun, kRun);
  EXPECT_EQ(b.sg.reads.size(), 3u) << "the tail's NXTDESC is not followed";
  const auto packets = b.packets();
  ASSERT_EQ(packets.size(), 3u);
  for (unsigned i = 0; i < 3; i++) {
    EXPECT_EQ(packets[i], this->Slice(b.source, 0x2000 + 0x100 * i, 64));
    EXPECT_EQ(b.status(0x1000 + 64 * i), kCmplt | 64);
  }
}

TYPED_TEST(DmaRules, DescriptorWordsUntouched) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 1, 0x2000, 0, 32);
  const Bytes before = this->Slice(b.desc, 0x1000, 64);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  Bytes after = this->Slice(b.desc, 0x1000, 64);
  std::copy(before.begin() + 0x1c, before.begin() + 0x20, after.begin() + 0x1c);
  EXPECT_EQ(after, before);
  ASSERT_EQ(b.sg.writes.size(), 1u);
  EXPECT_EQ(b.sg.writes[0].addr, 0x1000 + b.kStatusWrite);
}

TYPED_TEST(DmaRules, TailMoveWhenIdle) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 8, 0x2000, 0x100, 40);
  b.Start(kMm2s, 0x1000);
  for (unsigned i = 0; i < 8; i += 2) {
    b.Write(kMm2s, kTail, 0x1000 + 64 * (i + 1));
    EXPECT_EQ(b.Read(kMm2s, kSr) & kIdle, 0u);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    EXPECT_EQ(b.packets().size(), i + 2);
  }
}

// The tail moves at every distance from the start: each descriptor runs once and none beyond the
// tail, also when the move meets the check of the old tail descriptor.
TYPED_TEST(DmaRules, TailMoveWhenBusy) {
  for (unsigned delay = 0; delay < 70; delay++) {
    Bench<TypeParam> b(delay);
    b.Chain(0x1000, 6, 0x2000, 0x100, 32);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1040);
    b.Run(delay);
    b.Write(kMm2s, kTail, 0x1080);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    b.Run(100);
    EXPECT_EQ(b.packets().size(), 3u) << delay;
    EXPECT_EQ(b.sg.reads.size(), 3u) << delay;
    EXPECT_EQ(b.Read(kMm2s, kCur), 0x1080u) << delay;
  }
}

TYPED_TEST(DmaRules, PacketOverDescriptors) {
  Bench<TypeParam> b;
  b.Descriptor(0x1000, 0x1040, 0x2000, 64 | kSof);
  b.Descriptor(0x1040, 0x1080, 0x3000, 128);
  b.Descriptor(0x1080, 0x10c0, 0x4000, 21 | kEof);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1080);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  Bytes expected = this->Slice(b.source, 0x2000, 64);
  for (const auto& [addr, n] : {std::pair{0x3000u, 128u}, std::pair{0x4000u, 21u}}) {
    const Bytes part = this->Slice(b.source, addr, n);
    expected.insert(expected.end(), part.begin(), part.end());
  }
  ASSERT_EQ(b.packets().size(), 1u) << "MM2S: TLAST ends a packet";
  EXPECT_EQ(b.packets()[0], expected);
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 12 & 1, 1u);
}

TYPED_TEST(DmaRules, OddLengths) {
  for (unsigned n = 1; n <= 3 * TestFixture::kBytes + 1; n++) {
    Bench<TypeParam> b;
    b.Descriptor(0x1000, 0x1040, 0x2000, n | kSof | kEof);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    ASSERT_EQ(b.packets().size(), 1u);
    EXPECT_EQ(b.packets()[0], this->Slice(b.source, 0x2000, n));
    EXPECT_EQ(b.status(0x1000), kCmplt | n);

    b.target.bytes.assign(kDataSize, 0xee);
    b.Descriptor(0x3000, 0x3040, 0x2000, n);
    b.Start(kS2mm, 0x3000);
    b.Write(kS2mm, kTail, 0x3000);
    const Bytes data = b.RandomBytes(n);
    b.send(data);
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    EXPECT_EQ(this->Slice(b.target, 0x2000, n), data);
    EXPECT_EQ(b.target.bytes[0x1fff], 0xee);
    EXPECT_EQ(b.target.bytes[0x2000 + n], 0xee) << "bytes outside the buffer are not touched";
    EXPECT_EQ(b.status(0x3000), kCmplt | kSof | kEof | n);
  }
}

TYPED_TEST(DmaRules, FourKilobyteBoundary) {
  for (const uint32_t offset : {0xfc0u, 0xff8u, 0xf80u, 0xf88u}) {
    Bench<TypeParam> b;
    b.Descriptor(0x1000, 0x1040, 0x2000 + offset, 9000 | kSof | kEof);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    EXPECT_EQ(b.packets().at(0), this->Slice(b.source, 0x2000 + offset, 9000));
    EXPECT_EQ(b.mm2s.reads[0].len + 1, std::min<uint32_t>(16, (0x1000 - offset) / b.kBytes))
        << "MM2S: a read ends with its page";

    b.Descriptor(0x3000, 0x3040, 0x2000 + offset, 9000);
    b.Start(kS2mm, 0x3000);
    b.Write(kS2mm, kTail, 0x3000);
    const Bytes data = b.RandomBytes(9000);
    b.send(data);
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    EXPECT_EQ(this->Slice(b.target, 0x2000 + offset, 9000), data);
    EXPECT_EQ(b.s2mm.writes[0].len + 1, std::min<uint32_t>(16, (0x1000 - offset) / b.kBytes));
  }
}

TYPED_TEST(DmaRules, ReceiveLongAndShortPackets) {
  Bench<TypeParam> b;
  const uint32_t tail = b.Chain(0x1000, 5, 0x2000, 0x1000, 256);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, tail);
  const Bytes longer = b.RandomBytes(256 * 2 + 100), shorter = b.RandomBytes(17);
  const Bytes exact = b.RandomBytes(256);
  b.send(longer);
  b.send(shorter);
  b.send(exact);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  EXPECT_EQ(b.status(0x1000), kCmplt | kSof | 256);
  EXPECT_EQ(b.status(0x1040), kCmplt | 256) << "S2MM: RXSOF stands where a packet begins";
  EXPECT_EQ(b.status(0x1080), kCmplt | kEof | 100) << "S2MM: a packet ends its descriptor";
  EXPECT_EQ(b.status(0x10c0), kCmplt | kSof | kEof | 17);
  EXPECT_EQ(b.status(0x1100), kCmplt | kSof | kEof | 256);
  Bytes received;
  for (const auto& [addr, n] : {std::pair{0x2000u, 256u}, {0x3000u, 256u}, {0x4000u, 100u}}) {
    const Bytes part = this->Slice(b.target, addr, n);
    received.insert(received.end(), part.begin(), part.end());
  }
  EXPECT_EQ(received, longer);
  EXPECT_EQ(this->Slice(b.target, 0x5000, 17), shorter);
  EXPECT_EQ(this->Slice(b.target, 0x6000, 256), exact);
}

// Data beyond the chain waits with TREADY low until the tail moves.
TYPED_TEST(DmaRules, PacketBeyondTheChain) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 2, 0x2000, 0x1000, 64);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, 0x1000);
  const Bytes data = b.RandomBytes(128);
  b.send(data);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  b.Run(200);
  EXPECT_EQ(b.beats.size(), 64 / b.kBytes);
  EXPECT_FALSE(b.model->s_axis_s2mm_tready);
  b.Write(kS2mm, kTail, 0x1040);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  EXPECT_EQ(b.status(0x1000), kCmplt | kSof | 64);
  EXPECT_EQ(b.status(0x1040), kCmplt | kEof | 64);
  EXPECT_EQ(this->Slice(b.target, 0x3000, 64), Bytes(data.begin() + 64, data.end()));
}

TYPED_TEST(DmaRules, CyclicRing) {
  Bench<TypeParam> b;
  for (unsigned i = 0; i < 4; i++) {
    b.Descriptor(0x1000 + 64 * i, 0x1000 + 64 * ((i + 1) % 4), 0x2000 + 64 * i, 64 | kSof | kEof);
  }
  b.Start(kMm2s, 0x1000, kCyclic);
  b.Write(kMm2s, kTail, 0x50);
  ASSERT_TRUE(b.RunUntil([&] { return b.packets().size() >= 22; }));
  EXPECT_EQ(b.Read(kMm2s, kSr) & (kAllErrors | kHalted | kIdle), 0u);
  b.Write(kMm2s, kCr, 0x10000 | kCyclic);
  ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
  const auto packets = b.packets();
  for (size_t i = 0; i < packets.size(); i++) {
    ASSERT_EQ(packets[i], this->Slice(b.source, 0x2000 + 64 * (i % 4), 64));
  }
}

TYPED_TEST(DmaRules, ThresholdCountsPackets) {
  Bench<TypeParam> b;
  // Six packets of two descriptors each, threshold 3.
  for (unsigned i = 0; i < 12; i++) {
    b.Descriptor(0x1000 + 64 * i, 0x1040 + 64 * i, 0x2000, 32 | (i % 2 ? kEof : kSof));
  }
  b.Write(kMm2s, kCur, 0x1000);
  b.Write(kMm2s, kCr, kRun | 3u << 16 | kIoc);
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 16 & 0xff, 3u);
  b.Write(kMm2s, kTail, 0x1000 + 64 * 3);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 16 & 0xff, 1u);
  EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, 0u);
  EXPECT_FALSE(b.model->mm2s_introut);
  b.Write(kMm2s, kTail, 0x1000 + 64 * 7);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, kIoc);
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 16 & 0xff, 2u) << "MM2S: an interrupt restarts the count";
  EXPECT_TRUE(b.model->mm2s_introut);
  b.Write(kMm2s, kSr, kDly | kErr);
  EXPECT_TRUE(b.model->mm2s_introut) << "only written ones clear";
  b.Write(kMm2s, kSr, kIoc);
  EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, 0u);
  EXPECT_FALSE(b.model->mm2s_introut);
  EXPECT_FALSE(b.model->s2mm_introut);
  // Without the enable bit the status bit still sets, the line does not.
  b.Write(kMm2s, kCr, kRun | 2u << 16);
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 16 & 0xff, 2u) << "a new threshold restarts the count";
  b.Write(kMm2s, kTail, 0x1000 + 64 * 11);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, kIoc);
  EXPECT_FALSE(b.model->mm2s_introut);
}

TYPED_TEST(DmaRules, DelayTimer) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 4, 0x2000, 0x100, 32);
  b.Chain(0x3000, 4, 0x2000, 0x100, 32);
  for (const Channel ch : {kMm2s, kS2mm}) {
    const uint32_t base = ch == kMm2s ? 0x1000 : 0x3000;
    b.Write(ch, kCur, base);
    b.Write(ch, kCr, kRun | 4u << 24 | 10u << 16 | kDly);
    b.Write(ch, kTail, base + 0x40);
    if (ch == kS2mm) {
      b.send(b.RandomBytes(32));
      b.send(b.RandomBytes(32));
    }
    ASSERT_TRUE(b.WaitIdle(ch));
    const uint64_t end = ch == kMm2s ? b.received.back().cycle : b.source_lasts.back();
    auto line = [&] { return ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut; };
    EXPECT_EQ(b.Read(ch, kSr) >> 16 & 0xff, 8u);
    ASSERT_TRUE(b.RunUntil([&] { return line() != 0; }));
    // Four units of 125 clocks after TLAST, one cycle for the status bit and two for the line.
    EXPECT_EQ(b.cycle - end, 4u * 125 + 2);
    EXPECT_EQ(b.Read(ch, kSr) & (kIoc | kDly | kErr), kDly);
    EXPECT_EQ(b.Read(ch, kSr) >> 16 & 0xff, 10u) << "the packet count reloads";
    b.Run(2000);
    b.Write(ch, kSr, kDly);
    b.Run(2000);
    EXPECT_EQ(b.Read(ch, kSr) & kDly, 0u) << "needs a new packet to start again";
    EXPECT_EQ(b.Read(ch, kSr) >> 24, 0u);
  }
}

TYPED_TEST(DmaRules, RunClearAndRestart) {
  for (unsigned delay = 0; delay < 300; delay += 7) {
    Bench<TypeParam> b(delay);
    b.latency(8, 12, 6, 6);
    const uint32_t tail = b.Chain(0x1000, 12, 0x2000, 0x200, 300);
    b.Chain(0x8000, 12, 0x2000, 0x200, 300);
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x8000);
    for (unsigned i = 0; i < 12; i++) b.send(b.RandomBytes(300));
    b.Write(kMm2s, kTail, tail);
    b.Write(kS2mm, kTail, tail + 0x7000);
    b.Run(delay);
    for (const Channel ch : {kMm2s, kS2mm}) b.Write(ch, kCr, 0x10000);
    for (const Channel ch : {kMm2s, kS2mm}) {
      ASSERT_TRUE(b.wait(ch, kSr, kHalted | kIdle, kHalted));
    }
    EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet());
    const size_t reads = b.sg.reads.size();
    b.Run(200);
    EXPECT_EQ(b.sg.reads.size(), reads);
    // Every packet that went out whole has its status; a second chain runs from a clean state.
    size_t complete = 0;
    for (unsigned i = 0; i < 12; i++) complete += b.status(0x1000 + 64 * i) == (kCmplt | 300);
    EXPECT_EQ(b.packets().size(), complete) << delay;
    b.received.clear();
    b.Withdraw();
    b.Step();
    b.Chain(0x4000, 2, 0x2000, 0x200, 100);
    b.Chain(0xc000, 2, 0x40000, 0x200, 100);
    b.Start(kMm2s, 0x4000);
    b.Start(kS2mm, 0xc000);
    b.Write(kMm2s, kTail, 0x4040);
    b.Write(kS2mm, kTail, 0xc040);
    const Bytes data = b.RandomBytes(100);
    b.send(b.RandomBytes(4));
    b.send(data);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    ASSERT_EQ(b.packets().size(), 2u) << delay;
    EXPECT_EQ(b.packets()[1], this->Slice(b.source, 0x2200, 100));
    EXPECT_EQ(this->Slice(b.target, 0x40200, 100), data);
    EXPECT_EQ(b.status(0xc000), kCmplt | kSof | kEof | 4) << "the cut packet is forgotten";
  }
}

TYPED_TEST(DmaRules, SoftResetTakesEightClocks) {
  Bench<TypeParam> b;
  b.Write(kMm2s, kCur, 0x1000);
  b.Write(kS2mm, kCr, 0x77050000 | kCyclic);
  b.Write(kMm2s, kCr, kReset);
  EXPECT_EQ(b.Read(kMm2s, kCr) & kReset, kReset);
  EXPECT_EQ(b.Read(kS2mm, kCr) & kReset, kReset) << "one bit resets both channels";
  b.Run(8);
  for (const Channel ch : {kMm2s, kS2mm}) {
    EXPECT_EQ(b.Read(ch, kCr), 0x00010002u);
    EXPECT_EQ(b.Read(ch, kSr), 0x00010009u);
    EXPECT_EQ(b.Read(ch, kCur), 0u);
  }
}

// The memory side must see only complete bursts, and the core must work again afterwards.
TYPED_TEST(DmaRules, SoftResetInTheMiddle) {
  for (unsigned delay = 0; delay < 300; delay += 5) {
    Bench<TypeParam> b(delay);
    b.latency(8, 12, 6, 6);
    b.stalls(delay % 3 * 20);
    if (delay % 2) b.sink_stall = 100;
    b.Chain(0x1000, 12, 0x2000, 0x200, 300);
    b.Chain(0x8000, 12, 0x2000, 0x200, 300);
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x8000);
    for (unsigned i = 0; i < 12; i++) b.send(b.RandomBytes(300));
    b.Write(kMm2s, kTail, 0x1000 + 64 * 11);
    b.Write(kS2mm, kTail, 0x8000 + 64 * 11);
    b.Run(delay);
    b.SoftReset();
    EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet()) << delay;
    EXPECT_EQ(b.Read(kMm2s, kSr), 0x00010009u);
    EXPECT_EQ(b.Read(kS2mm, kSr), 0x00010009u);
    b.stalls(0);
    b.Chain(0x4000, 2, 0x2000, 0x200, 100);
    b.Chain(0xc000, 2, 0x40000, 0x200, 100);
    b.Start(kMm2s, 0x4000);
    b.Start(kS2mm, 0xc000);
    b.Write(kMm2s, kTail, 0x4040);
    b.Write(kS2mm, kTail, 0xc040);
    const Bytes data = b.RandomBytes(100);
    b.send(b.RandomBytes(8));
    b.send(data);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    ASSERT_EQ(b.packets().size(), 2u) << delay;
    EXPECT_EQ(this->Slice(b.target, 0x40200, 100), data) << delay;
  }
}

TYPED_TEST(DmaRules, Keyhole) {
  Bench<TypeParam> b;
  b.Chain(0x1000, 1, 0x2000, 0, 100);
  b.Chain(0x3000, 1, 0x2000, 0, 100);
  b.Start(kMm2s, 0x1000, kKeyhole);
  b.Start(kS2mm, 0x3000, kKeyhole);
  b.Write(kMm2s, kTail, 0x1000);
  b.Write(kS2mm, kTail, 0x3000);
  b.send(b.RandomBytes(100));
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  for (const auto* log : {&b.mm2s.reads, &b.s2mm.writes}) {
    for (const Handshake& h : *log) {
      EXPECT_EQ(h.addr, 0x2000u);
      EXPECT_EQ(h.burst, 0u);
    }
  }
  EXPECT_EQ(b.packets().at(0).size(), 100u);
  EXPECT_EQ(b.status(0x3000) & kByteMask, 100u);
}

// A stream that is not taken: MM2S asks for as many words as it has room for, twice its bursts in
// flight and in the mover 128, and for no more. A soft reset gives all of the room back.
TYPED_TEST(DmaRules, RoomForDataNotTaken) {
  // The bench of the mutants has Vdma32 in the place of Vdmafast.
  constexpr bool kOneBurst =
      std::is_same_v<TypeParam, Vdmafast> && !std::is_same_v<TypeParam, Vdma32>;
  constexpr size_t kRoom = kOneBurst ? 32 : 128;
  Bench<TypeParam> b;
  b.sink_stall = 100;
  for (unsigned length = 4000; length > 3000; length -= 300) {
    b.mm2s.reads.clear();
    b.Chain(0x1000, 1, 0x2000, 0, length);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    b.Run(2000);
    size_t words = 0;
    for (const Handshake& h : b.mm2s.reads) words += h.len + 1;
    EXPECT_EQ(words, kRoom) << length;
    b.SoftReset();
  }
}

// Every queue fills up in turn: slow write-backs, slow write responses, a memory that hardly takes
// data.
TYPED_TEST(DmaRules, QueuesFull) {
  for (unsigned slow = 0; slow < 3; slow++) {
    for (const unsigned length : {4u, 1000u}) {
      Bench<TypeParam> b(slow);
      if (slow == 0) b.sg.write_latency = 300;
      if (slow == 1) b.s2mm.write_latency = 900;
      if (slow == 2) b.s2mm.stall_percent = 97;
      const unsigned count = 40;
      b.Chain(0x1000, count, 0x2000, 0x400, length);
      b.Chain(0x8000, count, 0x2000, 0x400, length);
      b.Start(kMm2s, 0x1000);
      b.Start(kS2mm, 0x8000);
      b.Write(kMm2s, kTail, 0x1000 + 64 * (count - 1));
      b.Write(kS2mm, kTail, 0x8000 + 64 * (count - 1));
      std::vector<Bytes> data;
      for (unsigned i = 0; i < count; i++) {
        data.push_back(b.RandomBytes(length));
        b.send(data.back());
      }
      ASSERT_TRUE(b.WaitIdle(kMm2s, 2000000));
      ASSERT_TRUE(b.WaitIdle(kS2mm, 2000000));
      const auto packets = b.packets();
      ASSERT_EQ(packets.size(), count);
      for (unsigned i = 0; i < count; i++) {
        EXPECT_EQ(packets[i], this->Slice(b.source, 0x2000 + 0x400 * i, length));
        EXPECT_EQ(this->Slice(b.target, 0x2000 + 0x400 * i, length), data[i]);
        EXPECT_EQ(b.status(0x1000 + 64 * i), kCmplt | length);
        EXPECT_EQ(b.status(0x8000 + 64 * i), kCmplt | kSof | kEof | length);
      }
    }
  }
}

// A write-one-to-clear in any cycle around an event: the event wins in the same cycle. The clear
// acts one cycle after its handshake, the packet counts with the response of its write-back.
TYPED_TEST(DmaRules, ClearDoesNotLoseAnEvent) {
  unsigned same_cycle = 0;
  for (unsigned delay = 0; delay < 70; delay++) {
    Bench<TypeParam> b;
    b.Chain(0x1000, 1, 0x2000, 0, 8);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    b.Run(delay);
    const uint64_t clear = b.Write(kMm2s, kSr, kIoc) + 1;
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    const uint64_t event = b.sg.write_ends[0] + b.sg.write_latency;
    EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, clear <= event ? kIoc : 0) << delay;
    same_cycle += clear == event;
  }
  EXPECT_EQ(same_cycle, 1u);
}

// Both channels, random lengths, addresses, packet shapes and stalls everywhere.
TYPED_TEST(DmaRules, RandomTraffic) {
  for (unsigned seed = 0; seed < 30; seed++) {
    Bench<TypeParam> b(seed * 977 + 5);
    b.stalls(seed % 5 * 18);
    if (seed % 7 == 3) b.sink_stall = 90;
    b.latency(3 + seed % 20, 3 + seed % 25, 2 + seed % 15, 2 + seed % 16);
    b.target.bytes.assign(kDataSize, 0xee);
    const unsigned count = 24;
    Bytes expected_target(kDataSize, 0xee);
    std::vector<Bytes> expected_packets(1);
    std::vector<uint32_t> status;
    uint32_t address = 0x1000;
    bool first = true;
    Bytes packet;
    for (unsigned i = 0; i < count; i++) {
      const unsigned n = 1 + b.rng() % (b.rng() % 4 == 0 ? 1500 : 60);
      const bool eof = i == count - 1 || b.rng() % 3 != 0;
      // A descriptor inside a packet ends on a bus word: there is no realignment.
      const unsigned length = eof ? n : (n + b.kBytes - 1) / b.kBytes * b.kBytes;
      b.Descriptor(0x1000 + 64 * i, 0x1040 + 64 * i, address, length | (eof ? kEof : 0));
      const Bytes part = this->Slice(b.source, address, length);
      expected_packets.back().insert(expected_packets.back().end(), part.begin(), part.end());
      if (eof) expected_packets.emplace_back();

      // Receive side: buffers of `room` bytes, some packets shorter than their last buffer.
      const unsigned room = (1 + b.rng() % 100) * b.kBytes;
      const bool end = i == count - 1 || b.rng() % 2 != 0;
      const unsigned filled = end ? 1 + b.rng() % room : room;
      b.Descriptor(0x8000 + 64 * i, 0x8040 + 64 * i, address, room);
      const Bytes data = b.RandomBytes(filled);
      packet.insert(packet.end(), data.begin(), data.end());
      std::copy(data.begin(), data.end(), expected_target.begin() + address);
      status.push_back(kCmplt | (first ? kSof : 0) | (end ? kEof : 0) | filled);
      first = end;
      if (end) {
        b.send(packet);
        packet.clear();
      }
      address += 2048 - b.kBytes * (b.rng() % 40);
    }
    expected_packets.pop_back();
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x8000);
    for (unsigned i = 0; i < count;) {
      i = std::min<unsigned>(count, i + 1 + b.rng() % 8);
      b.Write(kMm2s, kTail, 0x1000 + 64 * (i - 1));
      b.Write(kS2mm, kTail, 0x8000 + 64 * (i - 1));
      b.Run(b.rng() % 300);
    }
    ASSERT_TRUE(b.WaitIdle(kMm2s, 200000)) << seed;
    ASSERT_TRUE(b.WaitIdle(kS2mm, 200000)) << seed;
    ASSERT_EQ(b.packets(), expected_packets) << seed;
    ASSERT_TRUE(b.target.bytes == expected_target) << seed;
    for (unsigned i = 0; i < count; i++) {
      ASSERT_EQ(b.status(0x8000 + 64 * i), status[i]) << "update: status of S2MM, seed " << seed;
    }
    EXPECT_EQ(b.Read(kMm2s, kSr) & kAllErrors, 0u);
  }
}

}  // namespace
}  // namespace nve::dma_test
