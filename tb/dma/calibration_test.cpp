// SPDX-License-Identifier: Apache-2.0
// The acceptance numbers of the vendor core (PG021 latency and throughput tables) and the size
// sweep of the closed-form model. Distances count clock cycles between the first cycles in which
// the two named signals are high; the TAILDESC write counts from the cycle of its AXI4-Lite
// handshake.
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vdmafast.h>

#include <algorithm>
#include <cstdio>

#include "dma_bench.hpp"

namespace nve::dma_test {
namespace {

// PG021: 32 bit, memory latency 3 (the value that makes its three MM2S distances consistent).
template <class Model>
void Latencies(unsigned tail, unsigned command, unsigned out, unsigned in) {
  Bench<Model> b;
  b.latency(3, 3, 3, 3);
  b.Descriptor(0x1000, 0x1040, 0x2000, 256 | kSof | kEof);
  b.Start(kMm2s, 0x1000);
  const uint64_t written = b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.first_sg_ar - written, tail);
  EXPECT_EQ(b.first_mm2s_ar - b.first_sg_ar, command);
  EXPECT_EQ(b.first_tvalid - b.first_mm2s_ar, out);

  // The S2MM distance holds for a channel that waits for data with its descriptor fetched.
  b.Descriptor(0x3000, 0x3040, 0x2000, 256);
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, 0x3000);
  b.Run(100);
  b.send(b.RandomBytes(256));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  EXPECT_EQ(b.first_s2mm_aw - b.first_s2mm_tvalid, in);
  std::printf("[ table ] %u bit: TAILDESC-SG AR %d, SG AR-MM2S AR %d, AR-TVALID %d, TVALID-AW %d\n",
              Bench<Model>::kBytes * 8, static_cast<int>(b.first_sg_ar - written),
              static_cast<int>(b.first_mm2s_ar - b.first_sg_ar),
              static_cast<int>(b.first_tvalid - b.first_mm2s_ar),
              static_cast<int>(b.first_s2mm_aw - b.first_s2mm_tvalid));
}

TEST(Calibration, Pg021Latencies) { Latencies<Vdma32>(10, 28, 6, 39); }

// All parameters at their minimum, S2MM: a burst of 16 words is announced when it is complete.
TEST(Calibration, FastestLatencies) { Latencies<Vdmafast>(3, 14, 4, 17); }

// From MM2S ARVALID to TLAST, and from S2MM TVALID to the last W beat.
TEST(Calibration, Pg021Throughput) {
  Bench<Vdma32> b;
  b.latency(3, 3, 3, 3);
  b.Descriptor(0x1000, 0x1040, 0x2000, 10000 | kSof | kEof);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  const double read =
      100.0 * 2500 / static_cast<double>(b.received.back().cycle + 1 - b.first_mm2s_ar);

  b.Descriptor(0x3000, 0x3040, 0x2000, 10000);
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, 0x3000);
  b.Run(100);
  b.send(b.RandomBytes(10000));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  const double written =
      100.0 * 2500 / static_cast<double>(b.s2mm.write_ends.back() + 1 - b.first_s2mm_tvalid);
  std::printf("[ table ] 32 bit, 10000 bytes: MM2S %.2f %%, S2MM %.2f %%\n", read, written);
  EXPECT_NEAR(read, 99.76, 0.1);
  EXPECT_NEAR(written, 74.64, 1.0);
}

// Mean distance of the last `half` events.
double Period(const std::vector<uint64_t>& at, size_t half) {
  return static_cast<double>(at.back() - at[at.size() - 1 - half]) / static_cast<double>(half);
}

struct Periods {
  double mm2s = 0, s2mm = 0;
};

template <class Model>
Periods Sweep(Bench<Model>& b, unsigned bytes, bool read, bool write) {
  const unsigned count = 32;
  const unsigned stride = (bytes + 63) / 64 * 64;
  const uint32_t read_tail = b.Chain(0x10000, count, 0, stride, bytes);
  const uint32_t write_tail = b.Chain(0x20000, count, 0, stride, bytes);
  if (read) b.Start(kMm2s, 0x10000);
  if (write) b.Start(kS2mm, 0x20000);
  for (unsigned i = 0; write && i < count; i++) b.send(b.RandomBytes(bytes));
  if (read) b.Write(kMm2s, kTail, read_tail);
  if (write) b.Write(kS2mm, kTail, write_tail);
  Periods p;
  if (write) {
    EXPECT_TRUE(b.RunUntil([&] { return b.status(write_tail) != 0; }, 200000));
    std::vector<uint64_t> at;
    for (const Handshake& h : b.sg.writes) {
      if (h.addr >= 0x20000) at.push_back(h.cycle);
    }
    EXPECT_EQ(at.size(), count);
    p.s2mm = Period(at, count / 2);
  }
  if (read) {
    EXPECT_TRUE(b.RunUntil([&] { return b.status(read_tail) != 0; }, 200000));
    std::vector<uint64_t> at;
    for (const SinkWord& w : b.received) {
      if (w.last) at.push_back(w.cycle);
    }
    EXPECT_EQ(at.size(), count);
    p.mm2s = Period(at, count / 2);
  }
  return p;
}

// 64 bit, data latency 20; period = max(channels * (L_desc + 8 + 6), data interval),
// the latter max(words + 2, 8) for MM2S and max(words, 8) for S2MM.
TEST(Calibration, SizeSweep) {
  std::printf("[ table ] cycles per descriptor, 64 bit, L = 20, measured (model)\n");
  std::printf(
      "[ table ]  bytes | DDR desc 1 ch MM2S, S2MM | both        | BRAM desc 1 ch | both\n");
  for (const unsigned bytes : {8u, 16u, 32u, 64u, 128u, 256u, 512u, 1024u, 4096u}) {
    std::printf("[ table ] %6u", bytes);
    for (const unsigned latency : {20u, 3u}) {
      const double fetch = latency + 14;
      const double data = std::max(bytes / 8 + 2, 8u);
      const double taken = std::max(bytes / 8, 8u);  // S2MM: no gap between packets
      const unsigned resp = latency == 20 ? 15 : 3;
      Periods one, both;
      {
        Bench<Vdma64> b;
        b.latency(latency, 20, resp, 15);
        one.mm2s = Sweep(b, bytes, true, false).mm2s;
      }
      {
        Bench<Vdma64> b;
        b.latency(latency, 20, resp, 15);
        one.s2mm = Sweep(b, bytes, false, true).s2mm;
      }
      {
        Bench<Vdma64> b;
        b.latency(latency, 20, resp, 15);
        both = Sweep(b, bytes, true, true);
      }
      std::printf(" | %6.1f %6.1f (%.0f) | %6.1f %6.1f (%.0f)", one.mm2s, one.s2mm,
                  std::max(fetch, data), both.mm2s, both.s2mm, std::max(2 * fetch, data));
      EXPECT_NEAR(one.mm2s, std::max(fetch, data), 1.0) << bytes << " bytes, latency " << latency;
      EXPECT_NEAR(one.s2mm, std::max(fetch, taken), 1.0) << bytes << " bytes, latency " << latency;
      EXPECT_NEAR(both.mm2s, std::max(2 * fetch, data), 1.0) << bytes << " latency " << latency;
      EXPECT_NEAR(both.s2mm, std::max(2 * fetch, taken), 1.0) << bytes << " latency " << latency;
    }
    std::printf("\n");
  }
}

// Cold start to first data word, with DDR and BRAM descriptors.
TEST(Calibration, ColdStart) {
  for (const auto& [latency, expected] : {std::pair{20u, 78u}, std::pair{3u, 61u}}) {
    Bench<Vdma64> b;
    b.latency(latency, 20, 3, 3);
    b.Descriptor(0x1000, 0x1040, 0x2000, 64 | kSof | kEof);
    b.Start(kMm2s, 0x1000);
    const uint64_t written = b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    EXPECT_EQ(b.first_tvalid - written, expected);
    std::printf("[ table ] cold start, descriptor latency %u: %u cycles\n", latency,
                static_cast<unsigned>(b.first_tvalid - written));
  }
}

// The write gap of 5 cycles per burst limits S2MM: 4, 8 and 32 bursts per descriptor.
TEST(Calibration, WriteBurstGap) {
  for (const unsigned bursts : {4u, 8u, 32u}) {
    Bench<Vdma32> b;
    b.latency(3, 3, 3, 15);
    const double measured = Sweep(b, bursts * 64, false, true).s2mm;
    EXPECT_NEAR(measured, bursts * 21, 1.0);
    std::printf("[ table ] S2MM with burst gap 5, %u bursts: %.1f cycles\n", bursts, measured);
  }
}

// Descriptors that wait in the queue become commands every eight cycles, not faster.
TEST(Calibration, CommandInterval) {
  Bench<Vdma64> b;
  b.latency(3, 3, 3, 3);
  const uint32_t tail = b.Chain(0x1000, 32, 0x2000, 64, 8);
  b.Start(kMm2s, 0x1000);
  b.sink_stall = 100;
  b.Write(kMm2s, kTail, tail);
  b.Run(600);
  const size_t blocked = b.mm2s.reads.size();
  b.sink_stall = 0;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.mm2s.reads.size(), 32u);
  // Four commands are already in the mover's own queue and one was just let through; the next four
  // waited for their turn, all later ones for their fetch.
  for (size_t i = blocked + 6; i < blocked + 10; i++) {
    EXPECT_EQ(b.mm2s.reads[i].cycle - b.mm2s.reads[i - 1].cycle, 8u);
  }
}

// One 128-byte read in flight at latency 21: a block takes latency + 16 cycles.
TEST(Calibration, SingleOutstandingRead) {
  Bench<Vdmafast> b;
  b.latency(21, 21, 15, 15);
  b.Descriptor(0x1000, 0x1040, 0x2000, 8192 | kSof | kEof);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  std::vector<uint64_t> at;
  for (const Handshake& h : b.mm2s.reads) at.push_back(h.cycle);
  EXPECT_EQ(Period(at, 32), 37.0);
}

// A long descriptor at latency 20 keeps the 64-bit stream full.
TEST(Calibration, FullRate) {
  Bench<Vdma64> b;
  b.latency(20, 20, 15, 15);
  b.Descriptor(0x1000, 0x1040, 0, 0x40000 | kSof | kEof);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s, 60000));
  const double words = 0x40000 / 8;
  const double rate =
      words / static_cast<double>(b.received.back().cycle + 1 - b.received.front().cycle);
  std::printf("[ table ] 64 bit, 256 KB, L = 20: %.2f %% of the stream\n", 100 * rate);
  EXPECT_GT(rate, 0.995);
}

}  // namespace
}  // namespace nve::dma_test
