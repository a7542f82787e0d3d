// SPDX-License-Identifier: Apache-2.0
// Fields of the mover's descriptors bit by bit, at any pace of the port they come from, and which
// of their sums must be aligned. Mutants of nve_dma_rows and nve_dma_fetch asked for it
// (docs/mutation.md).
#include "mover_bench.hpp"

namespace nve::dma_test {
namespace {

// MM2S runs one more descriptor, at `at`, and sends what it says in one packet.
void ExpectNext(MoverBench& b, uint32_t at, const Rows& rows, const std::vector<uint32_t>& list,
                unsigned cycles) {
  b.received.clear();
  b.rows(at, at + 0x40, rows);
  b.Write(kMm2s, kTail, at);
  ASSERT_TRUE(b.WaitIdle(kMm2s, cycles)) << std::hex << at;
  EXPECT_EQ(b.status(at), kCmplt | rows.total()) << std::hex << at;
  ASSERT_EQ(b.packets().size(), 1u) << std::hex << at;
  EXPECT_TRUE(b.packets()[0] == b.Gathered(rows, list)) << std::hex << at;
}

// Only the address of a row must be a multiple of 8: entries of the list and BUFFER_ADDRESS may
// make up for each other.
TEST(MoverRows, OnlyTheirAddressesMustBeAligned) {
  constexpr uint32_t kWindow = 0x12300000;
  for (uint32_t odd = 1; odd < 8; odd++) {
    for (const Channel ch : {kMm2s, kS2mm}) {
      MoverBench b;
      b.mm2s.base = b.s2mm.base = kWindow;
      const Rows inside{.buffer = 0x8000,
                        .bytes = 24,
                        .columns = 2,
                        .stride = 0x48,
                        .steps = 3,
                        .step_stride = 0x1008,
                        .maps = 4};
      const std::vector<uint32_t> places{0x40, 0x10000, 0x20008, 0x30010};
      Rows rows = inside;
      rows.buffer += kWindow + odd;
      auto bases = places;
      for (uint32_t& base : bases) base -= odd;
      b.list(0x1000, 0x1040, 0x10000, bases);
      b.rows(0x1040, 0x1080, rows);
      b.target.bytes.assign(kDataSize, 0xee);
      Bytes expected = b.target.bytes;
      const Bytes data = b.RandomBytes(rows.total());
      b.Start(ch, 0x1000);
      if (ch == kS2mm) b.send(data);
      b.Write(ch, kTail, 0x1040);
      ASSERT_TRUE(b.WaitIdle(ch)) << odd;
      EXPECT_EQ(b.status(0x1040) & (kCmplt | kByteMask), kCmplt | rows.total()) << odd;
      if (ch == kMm2s) {
        ASSERT_EQ(b.packets().size(), 1u);
        EXPECT_EQ(b.packets()[0], b.Gathered(inside, places)) << odd;
      } else {
        MoverBench::Scatter(inside, places, data, expected);
        EXPECT_TRUE(b.target.bytes == expected) << odd;
      }
    }
  }
}

// A stride between columns or steps of which there is one is never added.
TEST(MoverRows, StridesWithoutASecondRowMayBeAnything) {
  const std::vector<uint32_t> list{0x10000, 0x20000};
  const Rows all[] = {{.buffer = 0x40, .columns = 1, .stride = 0xffff, .maps = 2},
                      {.buffer = 0x40, .columns = 1, .steps = 1, .step_stride = ~0u, .maps = 2},
                      {.buffer = 0x40, .columns = 3, .stride = 8, .step_stride = 0x80000001}};
  MoverBench b;
  b.list(0x1000, 0x1040, 0x10000, list);
  b.Start(kMm2s, 0x1000);
  uint32_t at = 0x1040;
  for (const Rows& rows : all) {
    ExpectNext(b, at, rows, list, 20000);
    at += 0x40;
  }
}

// The words of a descriptor come with pauses of any length between them. Every bit of every field,
// alone; the list has all its entries.
TEST(MoverRows, EveryBitOfSlowDescriptors) {
  constexpr unsigned kLongestLoop = 12, kStall = 70;
  MoverBench b;
  b.sg.stall_percent = kStall;
  std::vector<uint32_t> list(kListEntries);
  for (uint32_t& base : list) base = b.rng() % 0x4000 * 8;
  std::vector<Rows> all;
  const Rows small{.buffer = 0x40, .bytes = 8, .columns = 2, .stride = 0x10};
  const auto each = [&](uint32_t Rows::*field, unsigned first, unsigned last, Rows r = {}) {
    for (unsigned bit = first; bit <= last; bit++) {
      r.*field = 1u << bit;
      all.push_back(r);
    }
  };
  each(&Rows::bytes, 3, 15, {.buffer = 0x40});
  each(&Rows::columns, 0, kLongestLoop, {.buffer = 0x40, .stride = 8});
  each(&Rows::stride, 3, 15, {.buffer = 0x40, .columns = 3});
  each(&Rows::steps, 0, kLongestLoop, {.buffer = 0x40, .step_stride = 8});
  each(&Rows::step_stride, 3, 18, {.buffer = 0x40, .steps = 3});
  each(&Rows::maps, 0, 9, small);
  each(&Rows::first, 0, 8, {.buffer = 0x40, .maps = 2});
  b.list(0x1000, 0x1040, 0x10000, list);
  b.Start(kMm2s, 0x1000);
  uint32_t at = 0x1040;
  for (const Rows& rows : all) {
    ExpectNext(b, at, rows, list, 100000);
    at += 0x40;
  }
}

// Without rows the length field has more bits than HSIZE: one buffer of many bursts, whole.
TEST(MoverRows, BuffersLongerThanAnyRow) {
  MoverBench b;
  uint32_t at = 0x1000;
  b.Start(kMm2s, at);
  for (const uint32_t length : {0x10000u, 0x20000u, 0x40008u, 0x1fff8u}) {
    const Rows buffer{.buffer = 0x1040, .bytes = length, .columns = 0};
    EXPECT_EQ(buffer.total(), length);
    ExpectNext(b, at, buffer, {}, 100000);
    at += 0x40;
  }
}

// What is left of a buffer stays so while its next burst waits: the port and the stream pause.
TEST(MoverRows, LongBuffersAtAnyPace) {
  constexpr unsigned kStall = 40;
  MoverBench b;
  b.stalls(kStall);
  uint32_t at = 0x1000;
  b.Start(kMm2s, at);
  for (const uint32_t length : {0x4008u, 0x7ff0u, 0xc018u, 0xfff8u, 0x14010u, 0x1fff0u}) {
    ExpectNext(b, at, {.buffer = 0x1040, .bytes = length, .columns = 0}, {}, 200000);
    at += 0x40;
  }
}

// Lengths have 26 bits, and so have the counts of what is left and of what has been moved. Both
// channels at once, through keyholes, so that the memories need not be as long. Two lengths have no
// bit in common; the third lets all bits fall.
TEST(MoverRows, BuffersOfManyMegabytes) {
  constexpr uint32_t kBurst = 128, kLengths[] = {0x5b5a50, 0xa4a5a8, 8};
  MoverBench b;
  uint32_t at = 0x1000, total = 0, bursts = 0;
  for (const uint32_t length : kLengths) {
    b.Descriptor(at, at + 0x40, 0x8000, length | kSof | kEof);
    b.Descriptor(at + 0x1000, at + 0x1040, 0x8000, length);
    at += 0x40;
    total += length;
    bursts += (length + kBurst - 1) / kBurst;
  }
  b.Start(kMm2s, 0x1000, kKeyhole);
  b.Start(kS2mm, 0x2000, kKeyhole);
  b.Write(kMm2s, kTail, at - 0x40);
  b.Write(kS2mm, kTail, at - 0x40 + 0x1000);
  for (const uint32_t length : kLengths) b.send(Bytes(length));
  ASSERT_TRUE(b.WaitIdle(kMm2s, 2 * total / b.kBytes));
  ASSERT_TRUE(b.WaitIdle(kS2mm, 20000));
  at = 0x1000;
  for (const uint32_t length : kLengths) {
    EXPECT_EQ(b.status(at), kCmplt | length);
    EXPECT_EQ(b.status(at + 0x1000), kCmplt | kSof | kEof | length);
    at += 0x40;
  }
  for (const auto* log : {&b.mm2s.reads, &b.s2mm.writes}) EXPECT_EQ(log->size(), bursts);
  ASSERT_EQ(b.received.size(), total / b.kBytes);
  EXPECT_TRUE(b.received.back().last);
}

}  // namespace
}  // namespace nve::dma_test
