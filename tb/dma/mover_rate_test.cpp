// SPDX-License-Identifier: Apache-2.0
// What the mover reaches: words per cycle by length of the row, start-up, gap between descriptors.
// Memory as behind a 64-bit HP port: read latency 20, write latency 15, 32 open reads accepted.
#include <cstdio>

#include "mover_bench.hpp"

namespace nve::dma_test {
namespace {

// 16 maps of 3 columns, 24 steps; a column of the next step lies behind that of the step before.
Rows Strip(uint32_t bytes) {
  return Rows{.buffer = 0x100,
              .bytes = bytes,
              .columns = 3,
              .stride = 0x200,
              .steps = 24,
              .step_stride = 0x600,
              .maps = 16};
}

std::vector<uint32_t> Planes() {
  std::vector<uint32_t> bases;
  for (uint32_t i = 0; i < 16; i++) bases.push_back(i * 0xa000);
  return bases;
}

void memory(MoverBench& b) {
  b.latency(20, 20, 15, 15);
  b.sg.acceptance = b.mm2s.acceptance = b.s2mm.acceptance = 32;
}

double Mm2sRate(uint32_t bytes) {
  MoverBench b;
  memory(b);
  b.list(0x1000, 0x1040, 0x10000, Planes());
  b.rows(0x1040, 0x1080, Strip(bytes));
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1040);
  EXPECT_TRUE(b.WaitIdle(kMm2s, 100000));
  EXPECT_EQ(b.packets().at(0), b.Gathered(Strip(bytes), Planes()));
  return static_cast<double>(b.received.size()) /
         static_cast<double>(b.received.back().cycle + 1 - b.received.front().cycle);
}

// From the first AW to the last word.
double S2mmRate(uint32_t bytes) {
  MoverBench b;
  memory(b);
  b.list(0x1000, 0x1040, 0x10000, Planes());
  b.rows(0x1040, 0x1080, Strip(bytes));
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, 0x1040);
  b.Run(200);
  const Bytes data = b.RandomBytes(Strip(bytes).total());
  Bytes expected = b.target.bytes;
  MoverBench::Scatter(Strip(bytes), Planes(), data, expected);
  b.send(data);
  EXPECT_TRUE(b.WaitIdle(kS2mm, 100000));
  EXPECT_TRUE(b.target.bytes == expected);
  return static_cast<double>(data.size() / 8) /
         static_cast<double>(b.s2mm.write_ends.back() + 1 - b.first_s2mm_aw);
}

TEST(MoverRate, WordsPerCycle) {
  // As docs/dma.md has them, in thousandths
  struct Least {
    uint32_t bytes;
    double mm2s, s2mm;
  };
  constexpr double kRounded = 0.0005;
  std::printf("[ table ] words per cycle, %u rows, L = 20\n", Strip(8).rows());
  std::printf("[ table ] row bytes |   MM2S |   S2MM\n");
  for (const Least& least :
       {Least{8, 1, 0.942}, Least{16, 1, 1}, Least{24, 1, 1}, Least{40, 1, 1}, Least{160, 1, 1}}) {
    const double read = Mm2sRate(least.bytes), written = S2mmRate(least.bytes);
    std::printf("[ table ] %9u | %6.3f | %6.3f\n", least.bytes, read, written);
    EXPECT_NEAR(read, least.mm2s, kRounded) << least.bytes;
    EXPECT_NEAR(written, least.s2mm, kRounded) << least.bytes;
  }
}

// Both directions of one tile at once, each with descriptors of its own.
TEST(MoverRate, BothDirections) {
  MoverBench b;
  memory(b);
  for (const uint32_t at : {0x1000u, 0x3000u}) {
    b.list(at, at + 0x40, 0x10000, Planes());
    b.rows(at + 0x40, at + 0x80, Strip(24));
  }
  b.Start(kMm2s, 0x1000);
  b.Start(kS2mm, 0x3000);
  b.send(b.RandomBytes(Strip(24).total()));
  b.Write(kMm2s, kTail, 0x1040);
  b.Write(kS2mm, kTail, 0x3040);
  ASSERT_TRUE(b.WaitIdle(kMm2s, 100000));
  ASSERT_TRUE(b.WaitIdle(kS2mm, 100000));
  const double words = Strip(24).total() / 8;
  EXPECT_GE(words / static_cast<double>(b.received.back().cycle + 1 - b.received.front().cycle),
            0.95);
  EXPECT_GE(words / static_cast<double>(b.s2mm.write_ends.back() + 1 - b.first_s2mm_aw), 0.95);
}

TEST(MoverRate, StartUp) {
  struct Expected {
    unsigned latency, tail_to_ar, ar_to_ar, ar_to_word;
  };
  for (const Expected& e : {Expected{20, 3, 31, 21}, Expected{3, 3, 14, 4}}) {
    MoverBench b;
    b.latency(e.latency, e.latency, 3, 3);
    b.rows(0x1000, 0x1040, Strip(24));
    b.desc.SetWord(0x1028, 0);
    b.Start(kMm2s, 0x1000);
    const uint64_t written = b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.WaitIdle(kMm2s, 100000));
    std::printf("[ table ] latency %2u: TAILDESC-SG AR %d, SG AR-MM2S AR %d, AR-TVALID %d: %d\n",
                e.latency, static_cast<int>(b.first_sg_ar - written),
                static_cast<int>(b.first_mm2s_ar - b.first_sg_ar),
                static_cast<int>(b.first_tvalid - b.first_mm2s_ar),
                static_cast<int>(b.first_tvalid - written));
    EXPECT_EQ(b.first_sg_ar - written, e.tail_to_ar);
    EXPECT_EQ(b.first_mm2s_ar - b.first_sg_ar, e.ar_to_ar);
    EXPECT_EQ(b.first_tvalid - b.first_mm2s_ar, e.ar_to_word);
  }
}

// Cycles without a word between descriptors whose fetch is hidden behind their predecessors, and
// the cycles per descriptor when it is not.
TEST(MoverRate, GapBetweenDescriptors) {
  for (const auto& [columns, gap, period] :
       {std::tuple{20u, 0u, 60u}, std::tuple{10u, 0u, 30u}, std::tuple{3u, 19u, 28u}}) {
    MoverBench b;
    memory(b);
    const unsigned count = 24;
    for (uint32_t i = 0; i < count; i++) {
      b.rows(0x1000 + 64 * i, 0x1040 + 64 * i,
             Rows{.buffer = 0x1000 * i, .bytes = 24, .columns = columns, .stride = 0x80});
    }
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000 + 64 * (count - 1));
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    uint64_t longest = 0;
    std::vector<uint64_t> ends;
    for (size_t i = 0; i + 1 < b.received.size(); i++) {
      if (!b.received[i].last) continue;
      ends.push_back(b.received[i].cycle);
      longest = std::max(longest, b.received[i + 1].cycle - b.received[i].cycle - 1);
    }
    const double measured =
        static_cast<double>(ends.back() - ends[10]) / static_cast<double>(ends.size() - 11);
    std::printf("[ table ] descriptors of %u words: longest gap %u, %.1f cycles each\n",
                columns * 3, static_cast<unsigned>(longest), measured);
    EXPECT_EQ(longest, gap);
    EXPECT_EQ(measured, period);
  }
}

// The list is read one burst after the other.
TEST(MoverRate, ListLoad) {
  for (const auto& [entries, cycles] : {std::pair{16u, 115u}, std::pair{340u, 497u}}) {
    MoverBench b;
    memory(b);
    b.list(0x1000, 0x1040, 0x10000, std::vector<uint32_t>(entries, 0x40));
    b.rows(0x1040, 0x1080, Rows{.buffer = 0, .bytes = 24, .maps = 2});
    b.Start(kMm2s, 0x1000);
    const uint64_t written = b.Write(kMm2s, kTail, 0x1040);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    std::printf("[ table ] list of %u entries: first word %u cycles after TAILDESC\n", entries,
                static_cast<unsigned>(b.first_tvalid - written));
    EXPECT_EQ(b.first_tvalid - written, cycles);
  }
}

}  // namespace
}  // namespace nve::dma_test
