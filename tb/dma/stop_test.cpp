// SPDX-License-Identifier: Apache-2.0
// A stop by RS = 0 (docs/dma.md, "Where it differs from PG021"): what it ends and when, and what it
// leaves alone until the channel is Halted.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>
#include <Vmover.h>

#include <algorithm>
#include <numeric>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kStop = 1u << 16, kDesc = 0x1000, kBuffer = 0x2000;

template <class Model>
class DmaStop : public ::testing::Test {};
using Models = ::testing::Types<Vdma32, Vdma64, Vdmafast, Vmover>;
TYPED_TEST_SUITE(DmaStop, Models);

// MM2S ends at the next burst boundary: in the third cycle from the write on it asks for nothing
// but what is on offer already. The words of the bursts before come out, without TLAST.
TYPED_TEST(DmaStop, SendEndsAtTheNextBurst) {
  constexpr unsigned kLongBytes = 8192, kCyclesToStop = 2;
  for (const unsigned stopped_at : {1u, 2u, 6u}) {
    for (const bool held : {false, true}) {
      Bench<TypeParam> b;
      bool hold = false;
      b.hold = [&](AxiPort&, AxiPort& mm2s, AxiPort&) { mm2s.arready &= !hold; };
      b.Chain(kDesc, 1, kBuffer, 0, kLongBytes);
      b.Start(kMm2s, kDesc);
      b.Write(kMm2s, kTail, kDesc);
      const auto& reads = b.mm2s.reads;
      ASSERT_TRUE(b.RunUntil([&] { return reads.size() >= stopped_at; }));
      hold = held;
      const uint64_t stopped = b.Write(kMm2s, kCr, kStop);
      b.Run(100);
      hold = false;
      ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
      const auto late = std::count_if(reads.begin(), reads.end(), [&](const Handshake& read) {
        return read.cycle > stopped + kCyclesToStop;
      });
      EXPECT_LE(late, held ? 1 : 0) << "MM2S: reads behind a stop at read " << stopped_at;
      const unsigned words =
          std::accumulate(reads.begin(), reads.end(), 0u,
                          [](unsigned sum, const Handshake& h) { return sum + h.len + 1; });
      EXPECT_EQ(b.received.size(), words);
      EXPECT_FALSE(b.received.back().last);
      EXPECT_EQ(b.status(kDesc), 0u);
    }
  }
}

// CURDESC is writable while Halted, which the channel is not before the last response is there.
TYPED_TEST(DmaStop, CurdescIsWritableFromHaltedOn) {
  constexpr uint32_t kOther = 0x5000;
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.latency(3, 3, 200, 3);
    b.Chain(kDesc, 1, kBuffer, 0, 40);
    if (ch == kS2mm) b.send(b.RandomBytes(40));
    b.Start(ch, kDesc);
    b.Write(ch, kTail, kDesc);
    ASSERT_TRUE(b.RunUntil([&] { return b.status(kDesc) != 0; }));
    b.Write(ch, kCr, kStop);
    b.Write(ch, kCur, kOther);
    EXPECT_EQ(b.Read(ch, kCr) & kRun, 0u);
    EXPECT_EQ(b.Read(ch, kSr) & kHalted, 0u);
    EXPECT_EQ(b.Read(ch, kCur), kDesc) << name(ch) << ": CURDESC is written before Halted";
    ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
    b.Write(ch, kCur, kOther);
    EXPECT_EQ(b.Read(ch, kCur), kOther);
  }
}

// The delay timer does not go on behind a stop: the packet before it is over.
TYPED_TEST(DmaStop, EndsTheDelayTimer) {
  constexpr uint32_t kTwoUnits = 2u << 24;
  for (const Channel ch : {kMm2s, kS2mm}) {
    Bench<TypeParam> b;
    b.Chain(kDesc, 1, kBuffer, 0, 40);
    if (ch == kS2mm) b.send(b.RandomBytes(40));
    b.Start(ch, kDesc, kTwoUnits);
    b.Write(ch, kTail, kDesc);
    ASSERT_TRUE(b.WaitIdle(ch));
    b.Write(ch, kCr, kStop | kTwoUnits);
    ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
    b.Start(ch, kDesc, kTwoUnits);
    b.Run(600);
    EXPECT_EQ(b.Read(ch, kSr) & kDly, 0u)
        << name(ch) << ": delay interrupt for a packet before a stop";
  }
}

}  // namespace
}  // namespace nve::dma_test
