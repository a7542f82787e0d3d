// SPDX-License-Identifier: Apache-2.0
// Descriptors of many rows in both directions, the list of maps, and how they stop. The expected
// bytes come from the loop nest of mover_bench.hpp. The PG021 rules are those of rules_test.cpp.
#include "mover_bench.hpp"

namespace nve::dma_test {
namespace {

std::vector<uint32_t> RandomBases(MoverBench& b, size_t n) {
  std::vector<uint32_t> bases(n);
  for (uint32_t& base : bases) base = b.rng() % 0x10000 * 8;
  return bases;
}

// One packet out of one descriptor; its status counts all bytes.
void ExpectGathered(MoverBench& b, const Rows& r, const std::vector<uint32_t>& list) {
  b.received.clear();
  b.rows(0x1000, 0x1040, r);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.packets().size(), 1u);
  EXPECT_EQ(b.packets()[0], b.Gathered(r, list));
  EXPECT_EQ(b.status(0x1000), kCmplt | r.total());
  EXPECT_EQ(b.mm2s.reads.size(), r.rows());
}

void LoadList(MoverBench& b, Channel ch, const std::vector<uint32_t>& bases, uint32_t first = 0) {
  b.list(0x800, 0x840, 0x10000, bases, first);
  b.Start(ch, 0x800);
  b.Write(ch, kTail, 0x800);
  ASSERT_TRUE(b.WaitIdle(ch));
  EXPECT_EQ(b.status(0x800), kCmplt | 4 * static_cast<uint32_t>(bases.size()));
  b.Write(ch, kCr, 0x10000);
  ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
}

TEST(Mover, Columns) {
  // PG021's two-dimensional descriptor: no steps, no list.
  MoverBench b;
  ExpectGathered(b, Rows{.buffer = 0x2000, .bytes = 24, .columns = 7, .stride = 0x108}, {});
}

TEST(Mover, ColumnsAndSteps) {
  MoverBench b;
  ExpectGathered(b,
                 Rows{.buffer = 0x8000,
                      .bytes = 16,
                      .columns = 3,
                      .stride = 0xffe8,
                      .steps = 5,
                      .step_stride = 0u - 0x1010},
                 {});
}

TEST(Mover, AllLoops) {
  MoverBench b;
  const auto bases = RandomBases(b, 12);
  LoadList(b, kMm2s, bases);
  // An odd first entry, and a list that does not begin with the entries used.
  ExpectGathered(b,
                 Rows{.buffer = 0x40,
                      .bytes = 40,
                      .columns = 2,
                      .stride = 0x400,
                      .steps = 3,
                      .step_stride = 0x1800,
                      .maps = 5,
                      .first = 3},
                 bases);
}

TEST(Mover, OneColumnOfManyMaps) {
  // Another base for every row.
  MoverBench b;
  const auto bases = RandomBases(b, 512);
  LoadList(b, kMm2s, bases);
  ExpectGathered(b, Rows{.buffer = 0x40, .bytes = 8, .maps = 512}, bases);
}

TEST(Mover, AddressesWrap) {
  // Bases that are as good as negative; as list words they look like descriptors done.
  MoverBench b;
  std::vector<uint32_t> bases;
  for (uint32_t i = 1; i <= 32; i++) bases.push_back(0u - i * 0x1000);
  LoadList(b, kMm2s, bases);
  ExpectGathered(b, Rows{.buffer = 0x40000, .bytes = 24, .columns = 2, .stride = 64, .maps = 32},
                 bases);
}

// Rows, list and its entries anywhere in the 4 GB: every sum is modulo 2^32, and every bit of it is
// on the port.
TEST(Mover, RowsAnywhere) {
  std::minstd_rand random(11);
  const auto any = [&] {
    return static_cast<uint32_t>(random() << 3) ^ static_cast<uint32_t>(random()) << 16;
  };
  for (int round = 0; round < 12; round++) {
    for (const Channel ch : {kMm2s, kS2mm}) {
      MoverBench b;
      b.sg.base = any() & 0xfff00000;
      b.mm2s.base = any() & 0xfff00000;
      b.s2mm.base = any() & 0xfff00000;
      const uint32_t window = ch == kMm2s ? b.mm2s.base : b.s2mm.base;
      // Where the rows lie inside the window, and the same with a buffer anywhere outside of it.
      const auto places = RandomBases(b, 4 + 2 * (b.rng() % 8));
      const Rows inside{.buffer = 0x8000,
                        .bytes = 8 + 8 * static_cast<uint32_t>(b.rng() % 6),
                        .columns = 3,
                        .stride = static_cast<uint32_t>(b.rng() % 0x400 * 8),
                        .steps = 3,
                        .step_stride = static_cast<uint32_t>(round % 2 ? 0u - 0x2008 : 0x2008),
                        .maps = static_cast<uint32_t>(places.size())};
      Rows rows = inside;
      rows.buffer = any() & ~7u;
      auto bases = places;
      for (uint32_t& base : bases) base += window + inside.buffer - rows.buffer;
      const uint32_t first = b.rng() % 0x100 * 64, second = 0x4000 + b.rng() % 0x100 * 64;
      const uint32_t memory = 0xc0000 + b.rng() % 0x1000 * 8;
      b.list(first, b.sg.base + second, memory, bases);
      b.desc.SetWord(first + 0x08, b.sg.base + memory);
      b.rows(second, b.sg.base, rows);
      b.target.bytes.assign(kDataSize, 0xee);
      Bytes expected = b.target.bytes;
      const Bytes data = b.RandomBytes(rows.total());
      b.Start(ch, b.sg.base + first);
      if (ch == kS2mm) b.send(data);
      b.Write(ch, kTail, b.sg.base + second);
      ASSERT_TRUE(b.WaitIdle(ch)) << round;
      EXPECT_EQ(b.status(first), kCmplt | static_cast<uint32_t>(4 * bases.size()));
      EXPECT_EQ(b.status(second) & (kCmplt | kByteMask), kCmplt | rows.total());
      if (ch == kMm2s) {
        ASSERT_EQ(b.packets().size(), 1u);
        EXPECT_EQ(b.packets()[0], b.Gathered(inside, places)) << round;
      } else {
        MoverBench::Scatter(inside, places, data, expected);
        EXPECT_TRUE(b.target.bytes == expected) << round;
      }
    }
  }
}

TEST(Mover, LongestLoops) {
  MoverBench b;
  ExpectGathered(b, Rows{.buffer = 0, .bytes = 8, .columns = 8191, .stride = 8}, {});
  b.Write(kMm2s, kCr, 0x10000);
  ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
  b.mm2s.reads.clear();
  const Rows r{.buffer = 0, .bytes = 8, .columns = 1, .steps = 65535, .step_stride = 8};
  b.rows(0x1000, 0x1040, r);
  b.received.clear();
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s, 100000));
  ASSERT_EQ(b.packets().size(), 1u);
  EXPECT_EQ(b.packets()[0], b.Gathered(r, {}));
  EXPECT_EQ(b.status(0x1000), kCmplt | r.total());
}

// Rows longer than a burst and over 4 KB boundaries.
TEST(Mover, LongRows) {
  MoverBench b;
  const Rows r{.buffer = 0x2f88, .bytes = 4104, .columns = 3, .stride = 0x2008};
  b.rows(0x1000, 0x1040, r);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.packets().size(), 1u);
  EXPECT_EQ(b.packets()[0], b.Gathered(r, {}));

  b.target.bytes.assign(kDataSize, 0xee);
  Bytes expected = b.target.bytes;
  b.rows(0x3000, 0x3040, r);
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, 0x3000);
  const Bytes data = b.RandomBytes(r.total());
  b.send(data);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  MoverBench::Scatter(r, {}, data, expected);
  EXPECT_TRUE(b.target.bytes == expected);
  EXPECT_EQ(b.status(0x3000), kCmplt | kSof | kEof | r.total());
}

TEST(Mover, ReceiveAllLoops) {
  MoverBench b;
  const auto bases = RandomBases(b, 6);
  LoadList(b, kS2mm, bases);
  b.target.bytes.assign(kDataSize, 0xee);
  Bytes expected = b.target.bytes;
  const Rows r{.buffer = 0x40,
               .bytes = 16,
               .columns = 4,
               .stride = 0x400,
               .steps = 3,
               .step_stride = 0x1800,
               .maps = 5,
               .first = 1};
  b.rows(0x1000, 0x1040, r);
  b.Start(kS2mm, 0x1000);
  b.Write(kS2mm, kTail, 0x1000);
  const Bytes data = b.RandomBytes(r.total());
  b.send(data);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  MoverBench::Scatter(r, bases, data, expected);
  EXPECT_TRUE(b.target.bytes == expected);
  EXPECT_EQ(b.status(0x1000), kCmplt | kSof | kEof | r.total());
}

// TLAST ends the descriptor wherever it comes; the rows that are left are not written, and the next
// packet goes to the next descriptor.
TEST(Mover, PacketEndsInsideADescriptor) {
  const Rows r{
      .buffer = 0x2000, .bytes = 24, .columns = 5, .stride = 64, .steps = 2, .step_stride = 0x1000};
  Rows next = r;
  next.buffer = 0x8000;
  for (unsigned n = 1; n <= r.total(); n++) {
    MoverBench b;
    b.target.bytes.assign(kDataSize, 0xee);
    Bytes expected = b.target.bytes;
    b.rows(0x1000, 0x1040, r);
    b.rows(0x1040, 0x1080, next);
    b.Start(kS2mm, 0x1000);
    b.Write(kS2mm, kTail, 0x1040);
    const Bytes data = b.RandomBytes(n), following = b.RandomBytes(next.total());
    b.send(data);
    b.send(following);
    ASSERT_TRUE(b.WaitIdle(kS2mm)) << n;
    MoverBench::Scatter(r, {}, data, expected);
    MoverBench::Scatter(next, {}, following, expected);
    ASSERT_TRUE(b.target.bytes == expected) << n;
    EXPECT_EQ(b.status(0x1000), kCmplt | kSof | kEof | n);
    EXPECT_EQ(b.status(0x1040), kCmplt | kSof | kEof | next.total());
  }
}

TEST(Mover, PacketOverDescriptors) {
  MoverBench b;
  const Rows a{.buffer = 0x2000, .bytes = 24, .columns = 3, .stride = 64};
  const Rows c{.buffer = 0x4000, .bytes = 8, .columns = 5, .stride = 128};
  for (const uint32_t at : {0x1000u, 0x3000u}) {
    b.rows(at, at + 0x40, a, kSof);
    b.rows(at + 0x40, at + 0x80, c, 0);
    b.Descriptor(at + 0x80, at + 0xc0, 0x6000, 21 | kEof);
  }
  b.Start(kMm2s, 0x1000);
  b.Start(kS2mm, 0x3000);
  b.Write(kMm2s, kTail, 0x1080);
  b.Write(kS2mm, kTail, 0x3080);
  const Bytes data = b.RandomBytes(a.total() + c.total() + 21);
  b.send(data);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  ASSERT_EQ(b.packets().size(), 1u);
  EXPECT_EQ(b.packets()[0].size(), data.size());
  EXPECT_EQ(b.status(0x1000), kCmplt | a.total());
  EXPECT_EQ(b.status(0x1040), kCmplt | c.total());
  EXPECT_EQ(b.status(0x3000), kCmplt | kSof | a.total());
  EXPECT_EQ(b.status(0x3040), kCmplt | c.total());
  EXPECT_EQ(b.status(0x3080), kCmplt | kEof | 21);
}

// One status write, one fetch of 48 bytes, one interrupt for a whole packet of rows.
TEST(Mover, OneStatusPerDescriptor) {
  MoverBench b;
  b.rows(0x1000, 0x1040, Rows{.buffer = 0x2000, .bytes = 24, .columns = 100, .stride = 64});
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1000);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  ASSERT_EQ(b.sg.reads.size(), 1u);
  EXPECT_EQ(b.sg.reads[0].addr, 0x1000u);
  EXPECT_EQ(b.sg.reads[0].len, 5u);
  EXPECT_EQ(b.sg.writes.size(), 1u);
  EXPECT_EQ(b.Read(kMm2s, kSr) & kIoc, kIoc);
  EXPECT_EQ(b.Read(kMm2s, kSr) >> 16 & 0xff, 1u);
}

// The list is read in bursts that stay inside 128 bytes, hence inside 4 KB.
TEST(Mover, ListAcrossPages) {
  for (const uint32_t memory : {0x10000u, 0x10f78u, 0x10ff8u}) {
    MoverBench b;
    auto bases = RandomBases(b, 340);
    b.list(0x1000, 0x1040, memory, bases, 172);
    const Rows r{.buffer = 0x40, .bytes = 8, .columns = 1, .maps = 340, .first = 172};
    b.rows(0x1040, 0x1080, r);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1040);
    ASSERT_TRUE(b.WaitIdle(kMm2s));
    bases.insert(bases.begin(), 172, 0);
    ASSERT_EQ(b.packets().size(), 1u);
    EXPECT_EQ(b.packets()[0], b.Gathered(r, bases));
    unsigned beats = 0;
    for (const Handshake& h : b.sg.reads) {
      if (h.addr >= memory) beats += h.len + 1;
    }
    EXPECT_EQ(beats, 170u);
    EXPECT_EQ(b.status(0x1000), kCmplt | 4 * 340);
  }
}

// A list is not changed under the rows of the descriptors in front of it. Its own EOF bit has no
// effect: neither TLAST nor a packet that counts for the interrupt.
TEST(Mover, ListWaitsForEarlierRows) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    MoverBench b;
    b.target.bytes.assign(kDataSize, 0xee);
    Bytes expected = b.target.bytes, sent, received;
    std::vector<uint32_t> list(4);
    std::vector<Rows> all;
    uint32_t at = 0x1000;
    for (unsigned i = 0; i < 3; i++) {
      const auto bases = RandomBases(b, 4);
      list = bases;
      b.list(at, at + 0x40, 0x10000 + 0x100 * i, bases);
      b.desc.SetWord(at + AtWord(dma::kWordControl),
                     b.desc.word(at + AtWord(dma::kWordControl)) | kEof | kSof);
      const Rows r{.buffer = 0x40, .bytes = 24, .columns = 20, .stride = 128, .maps = 4};
      b.rows(at + 0x40, at + 0x80, r, i == 2 ? kEof : 0);
      const Bytes part = b.Gathered(r, list);
      received.insert(received.end(), part.begin(), part.end());
      const Bytes data = b.RandomBytes(r.total());
      MoverBench::Scatter(r, list, data, expected);
      sent.insert(sent.end(), data.begin(), data.end());
      at += 0x80;
    }
    b.sink_stall = b.source_stall = 80;
    b.Start(ch, 0x1000, 9u << 16);
    if (ch == kS2mm) b.send(sent);
    b.Write(ch, kTail, at - 0x40);
    ASSERT_TRUE(b.WaitIdle(ch));
    if (ch == kMm2s) {
      ASSERT_EQ(b.packets().size(), 1u);
      EXPECT_EQ(b.packets()[0], received);
    } else {
      EXPECT_TRUE(b.target.bytes == expected);
    }
    EXPECT_EQ(b.Read(ch, kCur), at - 0x40);
    EXPECT_EQ(b.Read(ch, kSr) >> 16 & 0xff, 8u) << "one packet";
    for (uint32_t a = 0x1000; a < at; a += 0x80) EXPECT_EQ(b.status(a), kCmplt | 16);
    // Statuses in the order of the descriptors.
    ASSERT_EQ(b.sg.writes.size(), 6u);
    for (unsigned i = 0; i < 6; i++) EXPECT_EQ(b.sg.writes[i].addr, 0x1018u + 0x40 * i);
  }
}

// A list that waits in one channel holds up neither the fetches nor the lists of the other.
TEST(Mover, ListsOfBothChannels) {
  MoverBench b;
  b.sink_stall = 100;
  const auto bases = RandomBases(b, 8);
  const Rows many{.buffer = 0x40, .bytes = 24, .columns = 200, .stride = 64};
  b.rows(0x1000, 0x1040, many);
  b.list(0x1040, 0x1080, 0x10000, bases);
  b.Start(kMm2s, 0x1000);
  b.Write(kMm2s, kTail, 0x1040);
  b.Run(500);
  EXPECT_EQ(b.status(0x1040), 0u);
  const Rows r{.buffer = 0x40, .bytes = 24, .columns = 2, .stride = 64, .maps = 8};
  b.list(0x3000, 0x3040, 0x10000, bases);
  b.rows(0x3040, 0x3080, r);
  b.target.bytes.assign(kDataSize, 0xee);
  Bytes expected = b.target.bytes;
  b.Start(kS2mm, 0x3000);
  b.Write(kS2mm, kTail, 0x3040);
  const Bytes data = b.RandomBytes(r.total());
  b.send(data);
  ASSERT_TRUE(b.WaitIdle(kS2mm));
  MoverBench::Scatter(r, bases, data, expected);
  EXPECT_TRUE(b.target.bytes == expected);
  EXPECT_EQ(b.status(0x1040), 0u);
  b.sink_stall = 0;
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.status(0x1040), kCmplt | 32);
}

// A ring in which every turn loads its list and moves a packet.
TEST(Mover, CyclicRingWithList) {
  MoverBench b;
  const auto one = RandomBases(b, 2), two = RandomBases(b, 2);
  const Rows r{.buffer = 0x40, .bytes = 16, .columns = 3, .stride = 64, .maps = 2};
  b.list(0x1000, 0x1040, 0x10000, one);
  b.rows(0x1040, 0x1080, r);
  b.list(0x1080, 0x10c0, 0x10040, two);
  b.rows(0x10c0, 0x1000, r);
  b.Start(kMm2s, 0x1000, kCyclic);
  b.Write(kMm2s, kTail, 0x50);
  ASSERT_TRUE(b.RunUntil([&] { return b.packets().size() >= 21; }));
  b.Write(kMm2s, kCr, 0x10000 | kCyclic);
  ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted));
  const auto packets = b.packets();
  for (size_t i = 0; i < packets.size(); i++) {
    ASSERT_EQ(packets[i], b.Gathered(r, i % 2 ? two : one)) << i;
  }
}

// A stop or a soft reset in any cycle leaves no burst open and nothing behind: the second run is
// that of a fresh channel.
class MoverStop : public ::testing::TestWithParam<bool> {};

TEST_P(MoverStop, InTheMiddle) {
  const bool reset = GetParam();
  for (unsigned delay = 0; delay < 400; delay += 3) {
    MoverBench b(delay);
    b.latency(8, 12, 6, 6);
    b.stalls(delay % 3 * 20);
    if (delay % 4 == 3) b.sink_stall = 100;
    const auto bases = RandomBases(b, 20);
    const Rows r{.buffer = 0x40,
                 .bytes = 24,
                 .columns = 3,
                 .stride = 64,
                 .steps = 2,
                 .step_stride = 0x400,
                 .maps = 6,
                 .first = 13};
    for (const uint32_t at : {0x1000u, 0x3000u}) {
      for (unsigned i = 0; i < 4; i++) {
        b.list(at + 0x80 * i, at + 0x80 * i + 0x40, 0x10000, bases);
        b.rows(at + 0x80 * i + 0x40, at + 0x80 * i + 0x80, r, i % 2 ? kEof : 0);
      }
    }
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x3000);
    for (unsigned i = 0; i < 4; i++) b.send(b.RandomBytes(r.total() - 50 * (i % 2)));
    b.Write(kMm2s, kTail, 0x11c0);
    b.Write(kS2mm, kTail, 0x31c0);
    b.Run(delay);
    if (reset) {
      b.SoftReset();
      EXPECT_EQ(b.Read(kMm2s, kSr), 0x00010009u);
      EXPECT_EQ(b.Read(kS2mm, kSr), 0x00010009u);
    } else {
      for (const Channel ch : {kMm2s, kS2mm}) b.Write(ch, kCr, 0x10000);
      if (b.sink_stall == 100) b.sink_stall = 0;
      for (const Channel ch : {kMm2s, kS2mm}) {
        ASSERT_TRUE(b.wait(ch, kSr, kHalted | kIdle, kHalted)) << delay;
      }
      b.received.clear();
      b.Withdraw();
      b.Step();
    }
    EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet()) << delay;
    b.stalls(0);
    const Rows plain{.buffer = 0x90000, .bytes = 16, .columns = 3, .stride = 64};
    for (const uint32_t at : {0x5000u, 0x7000u}) {
      b.rows(at, at + 0x40, plain, 0);
      b.list(at + 0x40, at + 0x80, 0x10000, bases);
      b.rows(at + 0x80, at + 0xc0, r);
    }
    b.target.bytes.assign(kDataSize, 0xee);
    Bytes expected = b.target.bytes;
    b.Start(kMm2s, 0x5000);
    b.Start(kS2mm, 0x7000);
    b.Write(kMm2s, kTail, 0x5080);
    b.Write(kS2mm, kTail, 0x7080);
    const Bytes head = b.RandomBytes(plain.total()), rest = b.RandomBytes(r.total());
    b.send(head, false);
    b.send(rest);
    ASSERT_TRUE(b.WaitIdle(kMm2s)) << delay;
    ASSERT_TRUE(b.WaitIdle(kS2mm)) << delay;
    ASSERT_EQ(b.packets().size(), 1u) << delay;
    Bytes sent = b.Gathered(plain, {});
    const Bytes second = b.Gathered(r, bases);
    sent.insert(sent.end(), second.begin(), second.end());
    EXPECT_EQ(b.packets()[0], sent) << delay;
    MoverBench::Scatter(plain, {}, head, expected);
    MoverBench::Scatter(r, bases, rest, expected);
    EXPECT_TRUE(b.target.bytes == expected) << delay;
    EXPECT_EQ(b.status(0x5000), kCmplt | plain.total()) << delay;
    EXPECT_EQ(b.status(0x5080), kCmplt | r.total());
    EXPECT_EQ(b.status(0x7000), kCmplt | kSof | plain.total());
    EXPECT_EQ(b.status(0x7080), kCmplt | kEof | r.total());
  }
}
INSTANTIATE_TEST_SUITE_P(Mover, MoverStop, ::testing::Bool(), [](const auto& tested) {
  return tested.param ? "SoftReset" : "RunCleared";
});

// Both channels, chains of lists, rows of every shape and PG021 descriptors; stalls everywhere.
TEST(Mover, RandomChains) {
  for (unsigned seed = 0; seed < 60; seed++) {
    MoverBench b(seed * 977 + 5);
    b.stalls(seed % 5 * 18);
    if (seed % 7 == 3) b.sink_stall = 90;
    b.latency(3 + seed % 20, 3 + seed % 25, 2 + seed % 15, 2 + seed % 16);
    if (seed % 6 == 5) b.mm2s.acceptance = b.s2mm.acceptance = 2;
    b.target.bytes.assign(kDataSize, 0xee);
    Bytes expected = b.target.bytes, packet;
    std::vector<Bytes> packets(1);
    std::vector<uint32_t> read_list(kListEntries), write_list(kListEntries);
    std::vector<std::pair<uint32_t, uint32_t>> statuses;
    const unsigned count = 16;
    bool first = true;
    for (unsigned i = 0; i < count; i++) {
      const uint32_t out = 0x1000 + 64 * i, in = 0x8000 + 64 * i;
      if (i == 0 || b.rng() % 5 == 0) {
        const unsigned n = 2 + b.rng() % 16 * 2, entry = i == 0 ? 0 : b.rng() % 8 * 2;
        const auto bases = RandomBases(b, n);
        b.list(out, out + 64, 0x10000 + 256 * i, bases, entry);
        b.list(in, in + 64, 0x10000 + 256 * i, bases, entry);
        for (auto* list : {&read_list, &write_list}) {
          std::copy(bases.begin(), bases.end(), list->begin() + entry);
        }
        statuses.emplace_back(out, kCmplt | 4 * n);
        statuses.emplace_back(in, kCmplt | 4 * n);
        continue;
      }
      Rows r;
      r.bytes = 8 + b.rng() % 20 * 8;
      r.columns = b.rng() % 4 == 0 ? 0 : 1 + b.rng() % 12;
      r.stride = b.rng() % 0x200 * 8;
      r.steps = b.rng() % 4;
      r.step_stride = b.rng() % 0x800 * 8;
      r.maps = b.rng() % 3 == 0 ? 0 : b.rng() % 21;
      r.first = b.rng() % 20;
      r.buffer = b.rng() % 0x4000 * 8;
      const bool end = i == count - 1 || b.rng() % 2 != 0;
      Rows from = r;
      if (r.columns == 0 && end) from.bytes -= b.rng() % 8;
      b.rows(out, out + 64, from, end ? kEof : 0);
      const Bytes part = b.Gathered(from, read_list);
      packets.back().insert(packets.back().end(), part.begin(), part.end());
      if (end) packets.emplace_back();
      statuses.emplace_back(out, kCmplt | from.total());

      b.rows(in, in + 64, r);
      const uint32_t filled = end ? 1 + b.rng() % r.total() : r.total();
      const Bytes data = b.RandomBytes(filled);
      MoverBench::Scatter(r, write_list, data, expected);
      packet.insert(packet.end(), data.begin(), data.end());
      statuses.emplace_back(in, kCmplt | (first ? kSof : 0) | (end ? kEof : 0) | filled);
      first = end;
      if (end) {
        b.send(packet);
        packet.clear();
      }
    }
    if (packets.back().empty()) packets.pop_back();
    if (!packet.empty()) b.send(packet, false);
    b.Start(kMm2s, 0x1000);
    b.Start(kS2mm, 0x8000);
    for (unsigned i = 0; i < count;) {
      i = std::min<unsigned>(count, i + 1 + b.rng() % 8);
      b.Write(kMm2s, kTail, 0x1000 + 64 * (i - 1));
      b.Write(kS2mm, kTail, 0x8000 + 64 * (i - 1));
      b.Run(b.rng() % 300);
    }
    ASSERT_TRUE(b.WaitIdle(kMm2s, 600000)) << seed;
    ASSERT_TRUE(b.WaitIdle(kS2mm, 600000)) << seed;
    auto sent = b.packets();
    Bytes open;
    for (size_t i = b.received.size(); i > 0 && !b.received[i - 1].last; i--) {
      for (unsigned k = 8; k > 0; k--) {
        open.insert(open.begin(), static_cast<uint8_t>(b.received[i - 1].data >> (8 * (k - 1))));
      }
    }
    if (!open.empty()) sent.push_back(open);
    ASSERT_EQ(sent, packets) << seed;
    ASSERT_TRUE(b.target.bytes == expected) << seed;
    for (const auto& [at, status] : statuses) ASSERT_EQ(b.status(at), status) << seed;
    EXPECT_EQ(b.Read(kMm2s, kSr) & kAllErrors, 0u);
    EXPECT_EQ(b.Read(kS2mm, kSr) & kAllErrors, 0u);
  }
}

}  // namespace
}  // namespace nve::dma_test
