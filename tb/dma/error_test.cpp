// SPDX-License-Identifier: Apache-2.0
// Every error of both channels: status bits, descriptor status, stop of both channels, frozen
// CURDESC, and the way back through the soft reset.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

template <class Model>
class DmaErrors : public ::testing::Test {
 protected:
  static constexpr uint32_t kBase = 0x1000, kBuffer = 0x2000, kOther = 0x9000;
  using B = Bench<Model>;

  // Four descriptors of 200 bytes on `ch`; descriptor 2 is the one to fail.
  static void Chain(B& b) { b.Chain(kBase, 4, kBuffer, 0x1000, 200); }

  // Runs the chain on ch with the other channel busy, and checks everything an error must cause.
  static void Run(B& b, Channel ch, uint32_t bit, uint32_t failing) {
    const Channel other = ch == kMm2s ? kS2mm : kMm2s;
    b.Chain(kOther, 2, 0x80000, 0x1000, 200);
    b.Start(ch, kBase, kErr);
    b.Start(other, kOther, kErr);
    if (other == kS2mm) b.Write(other, kTail, kOther + 64);
    for (unsigned i = 0; i < 4 && ch == kS2mm; i++) b.send(b.RandomBytes(200));
    b.Write(ch, kTail, kBase + 3 * 64);
    ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
    ASSERT_TRUE(b.wait(other, kSr, kHalted, kHalted));
    EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kErr | kIdle), bit | kErr);
    EXPECT_EQ(b.Read(other, kSr) & (kAllErrors | kErr | kIdle), 0u);
    EXPECT_EQ(b.Read(ch, kCr) & kRun, 0u);
    EXPECT_EQ(b.Read(other, kCr) & kRun, 0u) << "an error stops both channels";
    EXPECT_EQ(b.Read(ch, kCur), failing);
    EXPECT_TRUE(ch == kMm2s ? b.model->mm2s_introut : b.model->s2mm_introut);
    EXPECT_FALSE(ch == kMm2s ? b.model->s2mm_introut : b.model->mm2s_introut);
    EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet());
    // Sticky: neither a write of ones nor RS removes it.
    b.Write(ch, kSr, 0xffffffff);
    b.Write(ch, kCr, kRun);
    b.Write(other, kCr, kRun);
    EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kErr | kHalted), bit | kHalted);
    EXPECT_EQ(b.Read(ch, kCr) & kRun, 0u);
    EXPECT_EQ(b.Read(other, kCr) & kRun, 0u);
  }

  // No data went to the buffer of descriptor 3, however late the error was reported.
  static void FollowingUntouched(const B& b) {
    const uint8_t fresh = b.target.bytes[0];
    for (unsigned i = 0; i < 200; i++) ASSERT_EQ(b.target.bytes[kBuffer + 0x3000 + i], fresh);
  }

  // After the reset both channels move data again.
  static void Recover(B& b) {
    b.sg.faults.clear();
    b.mm2s.faults.clear();
    b.s2mm.faults.clear();
    b.SoftReset();
    b.Chain(0x20000, 2, 0x5000, 0x100, 64);
    b.Chain(0x30000, 2, 0x5000, 0x100, 64);
    b.Start(kMm2s, 0x20000);
    b.Start(kS2mm, 0x30000);
    b.Write(kMm2s, kTail, 0x20040);
    b.Write(kS2mm, kTail, 0x30040);
    b.send(b.RandomBytes(64));
    b.send(b.RandomBytes(64));
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    ASSERT_TRUE(b.WaitIdle(kS2mm));
    EXPECT_EQ(b.packets().size(), 2u);
    EXPECT_EQ(b.status(0x30040), kCmplt | kSof | kEof | 64);
  }
};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaErrors, Models);

TYPED_TEST(DmaErrors, ZeroLength) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    this->Chain(b);
    b.latency(3, 3, 100, 100);
    b.desc.SetWord(this->kBase + 2 * 64 + AtWord(dma::kWordControl), kSof | kEof);
    this->Run(b, ch, kDmaInt, this->kBase + 2 * 64);
    this->FollowingUntouched(b);
    EXPECT_EQ(b.status(this->kBase + 64) & (kCmplt | kByteMask), kCmplt | 200)
        << "update: status of a descriptor of " << name(ch) << " that has ended well";
    EXPECT_EQ(b.status(this->kBase + 2 * 64), kCmplt | kDescInt);
    EXPECT_EQ(b.status(this->kBase + 3 * 64), 0u);
    this->Recover(b);
  }
}

// There is no realignment engine: the buffer must start on a bus word.
TYPED_TEST(DmaErrors, MisalignedBuffer) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (unsigned offset = 1; offset < Bench<TypeParam>::kBytes; offset++) {
      Bench<TypeParam> b;
      this->Chain(b);
      b.desc.SetWord(this->kBase + 2 * 64 + 0x08, this->kBuffer + 0x2000 + offset);
      this->Run(b, ch, kDmaInt, this->kBase + 2 * 64);
      EXPECT_EQ(b.status(this->kBase + 2 * 64), kCmplt | kDescInt);
      this->Recover(b);
    }
  }
}

TYPED_TEST(DmaErrors, StaleDescriptor) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    SCOPED_TRACE(std::string("fetch: a completed descriptor of ") + name(ch));
    Bench<TypeParam> b;
    this->Chain(b);
    b.desc.SetWord(this->kBase + 2 * 64 + AtWord(dma::kWordStatus), kCmplt | 7);
    this->Run(b, ch, kSgInt, this->kBase + 2 * 64);
    EXPECT_EQ(b.status(this->kBase + 2 * 64), kCmplt | 7) << "a descriptor not run is not updated";
    EXPECT_EQ(b.status(this->kBase + 3 * 64), 0u);
    this->Recover(b);
  }
}

TYPED_TEST(DmaErrors, DataResponse) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned resp : {kSlvErr, kDecErr}) {
      Bench<TypeParam> b;
      this->Chain(b);
      const uint32_t addr = this->kBuffer + 0x2000 + 96;
      auto& port = ch == kMm2s ? b.mm2s : b.s2mm;
      port.faults.push_back({addr, addr + 3, resp, true, true});
      this->Run(b, ch, resp == kSlvErr ? kDmaSlv : kDmaDec, this->kBase + 2 * 64);
      const uint32_t bit = resp == kSlvErr ? kDescSlv : kDescDec;
      EXPECT_EQ(b.status(this->kBase + 64) & (kCmplt | kByteMask), kCmplt | 200);
      // A failed MM2S descriptor counts no bytes.
      const uint32_t count = ch == kMm2s ? kByteMask : 0;
      EXPECT_EQ(b.status(this->kBase + 2 * 64) & (kCmplt | 7u << 28 | count), kCmplt | bit);
      EXPECT_EQ(b.status(this->kBase + 3 * 64), 0u);
      this->Recover(b);
    }
  }
}

TYPED_TEST(DmaErrors, DescriptorFetchResponse) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned resp : {kSlvErr, kDecErr}) {
      for (const uint32_t offset : {0x00u, 0x10u, 0x1cu}) {
        SCOPED_TRACE(std::string("fetch: a bad answer to a read of ") + name(ch));
        Bench<TypeParam> b;
        this->Chain(b);
        const uint32_t addr = this->kBase + 2 * 64 + offset;
        b.sg.faults.push_back({addr, addr + 3, resp, true, false});
        this->Run(b, ch, resp == kSlvErr ? kSgSlv : kSgDec, this->kBase + 2 * 64);
        EXPECT_EQ(b.status(this->kBase + 2 * 64), 0u);
        this->Recover(b);
      }
    }
  }
}

TYPED_TEST(DmaErrors, StatusWriteResponse) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned resp : {kSlvErr, kDecErr}) {
      Bench<TypeParam> b;
      this->Chain(b);
      const uint32_t addr = this->kBase + 2 * 64 + AtWord(dma::kWordStatus);
      b.sg.faults.push_back({addr, addr + 3, resp, false, true});
      this->Run(b, ch, resp == kSlvErr ? kSgSlv : kSgDec, this->kBase + 2 * 64);
      this->Recover(b);
    }
  }
}

// A descriptor pointer outside the memory.
TYPED_TEST(DmaErrors, WildDescriptor) {
  Bench<TypeParam> b;
  this->Chain(b);
  b.desc.SetWord(this->kBase + 64, 0xfffff000);
  this->Run(b, kMm2s, kSgDec, 0xfffff000);
  this->Recover(b);
}

// A word with more bytes than the buffer has left: without realignment the rest has no place.
TYPED_TEST(DmaErrors, BufferEndsInsideAWord) {
  Bench<TypeParam> b;
  this->Chain(b);
  b.target.bytes.assign(kDataSize, 0xee);
  b.latency(3, 3, 100, 100);
  b.desc.SetWord(this->kBase + 2 * 64 + AtWord(dma::kWordControl), 198);
  this->Run(b, kS2mm, kDmaInt, this->kBase + 2 * 64);
  EXPECT_EQ(b.status(this->kBase + 2 * 64), kCmplt | kDescInt | kSof | kEof | 198);
  EXPECT_EQ(b.target.bytes[this->kBuffer + 0x2000 + 198], 0xee);
  this->FollowingUntouched(b);
  this->Recover(b);
}

// Errors at random places under random stalls: always a halt with an error bit, never a hang.
TYPED_TEST(DmaErrors, RandomFaults) {
  for (unsigned seed = 0; seed < 60; seed++) {
    Bench<TypeParam> b(seed);
    b.stalls(seed % 4 * 20);
    b.latency(3 + seed % 20, 3 + seed % 25, 2 + seed % 15, 2 + seed % 16);
    const Channel ch = seed % 2 ? kS2mm : kMm2s;
    b.Chain(0x1000, 8, 0x2000, 0x1000, 600);
    b.Chain(0x8000, 8, 0x2000, 0x1000, 600);
    const uint32_t data = 0x2000 + b.rng() % 8 * 0x1000 + b.rng() % 600;
    const uint32_t desc = (ch == kMm2s ? 0x1000 : 0x8000) + b.rng() % 8 * 64 + b.rng() % 8 * 4;
    const unsigned resp = b.rng() % 2 ? kSlvErr : kDecErr;
    if (seed % 3 == 0)
      b.sg.faults.push_back({desc, desc, resp, true, true});
    else if (ch == kMm2s)
      b.mm2s.faults.push_back({data, data, resp, true, true});
    else
      b.s2mm.faults.push_back({data, data, resp, true, true});
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x8000);
    for (unsigned i = 0; i < 8; i++) b.send(b.RandomBytes(600));
    b.Write(kMm2s, kTail, 0x1000 + 7 * 64);
    b.Write(kS2mm, kTail, 0x8000 + 7 * 64);
    ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted)) << seed;
    ASSERT_TRUE(b.wait(kS2mm, kSr, kHalted, kHalted)) << seed;
    EXPECT_NE(b.Read(ch, kSr) & kAllErrors, 0u) << seed;
    EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet()) << seed;
    b.stalls(0);
    this->Recover(b);
  }
}

}  // namespace
}  // namespace nve::dma_test
