// SPDX-License-Identifier: Apache-2.0
// Errors only the mover has: descriptors of rows that cannot be run, lists that cannot be loaded,
// bus errors inside a descriptor of many rows. What every error causes is that of error_test.cpp.
#include "mover_bench.hpp"

namespace nve::dma_test {
namespace {

constexpr uint32_t kGood = 0x1000, kFailing = 0x1040, kNext = 0x1080;
const Rows kRows{.buffer = 0x40,
                 .bytes = 24,
                 .columns = 3,
                 .stride = 64,
                 .steps = 2,
                 .step_stride = 0x1000,
                 .maps = 4};

// Good rows, the failing descriptor, good rows elsewhere; the list has four maps at 0x10000.
void Chain(MoverBench& b) {
  b.target.bytes.assign(kDataSize, 0xee);
  b.list(0x800, kGood, 0x20000, {0x10000, 0x20000, 0x30000, 0x40000});
  b.rows(kGood, kFailing, kRows);
  b.rows(kFailing, kNext, kRows);
  Rows next = kRows;
  next.buffer = 0x80040;
  b.rows(kNext, kNext + 0x40, next);
}

void RunTransfer(MoverBench& b, Channel ch, uint32_t error, uint32_t status) {
  const Channel other = ch == kMm2s ? kS2mm : kMm2s;
  b.Start(ch, 0x800, kErr);
  b.Start(other, 0x6000);
  for (unsigned i = 0; i < 3 && ch == kS2mm; i++) b.send(b.RandomBytes(kRows.total()));
  b.Write(ch, kTail, kNext);
  ASSERT_TRUE(b.wait(ch, kSr, kHalted, kHalted));
  ASSERT_TRUE(b.wait(other, kSr, kHalted, kHalted));
  EXPECT_EQ(b.Read(ch, kSr) & (kAllErrors | kErr | kIdle), error | kErr);
  EXPECT_EQ(b.Read(other, kSr) & (kAllErrors | kErr | kIdle), 0u);
  EXPECT_EQ(b.Read(ch, kCur), kFailing);
  // The status of S2MM says how many bytes came before the error.
  EXPECT_EQ(b.status(kFailing) & ~(kByteMask | kSof | kEof), status);
  EXPECT_EQ(b.status(kNext), 0u);
  EXPECT_TRUE(b.sg_checker.quiet() && b.mm2s_checker.quiet() && b.s2mm_checker.quiet());
}

// An error that is found before the descriptor runs: its predecessor is complete, and no data goes
// to the buffers of its successor.
void ExpectInOrder(const MoverBench& b) {
  EXPECT_EQ(b.status(kGood) & (kCmplt | kByteMask), kCmplt | kRows.total());
  for (uint32_t a = 0x90000; a < 0xc2000; a++) ASSERT_EQ(b.target.bytes[a], 0xee);
}

// After the reset the same chain runs when its fault is gone.
void Recover(MoverBench& b, Channel ch) {
  b.sg.faults.clear();
  b.mm2s.faults.clear();
  b.s2mm.faults.clear();
  b.SoftReset();
  Chain(b);
  b.Start(ch, 0x800);
  for (unsigned i = 0; i < 3 && ch == kS2mm; i++) b.send(b.RandomBytes(kRows.total()));
  b.Write(ch, kTail, kNext);
  ASSERT_TRUE(b.WaitIdle(ch));
  EXPECT_EQ(b.status(kFailing) & (kCmplt | kByteMask), kCmplt | kRows.total());
  EXPECT_EQ(b.status(kNext) & (kCmplt | kByteMask), kCmplt | kRows.total());
}

struct BadRows {
  const char* name;
  Rows rows;
};

Rows With(void (*change)(Rows&)) {
  Rows r = kRows;
  change(r);
  return r;
}

TEST(MoverErrors, RowsThatCannotBeRun) {
  const BadRows all[] = {
      {"HSIZE 0", With([](Rows& r) { r.bytes = 0; })},
      {"HSIZE no multiple of 8", With([](Rows& r) { r.bytes = 20; })},
      {"buffer misaligned", With([](Rows& r) { r.buffer += 4; })},
      {"stride misaligned", With([](Rows& r) { r.stride += 2; })},
      {"step stride misaligned", With([](Rows& r) { r.step_stride += 1; })},
      {"list behind the end", With([](Rows& r) { r.first = 509; })},
      {"entry 512", With([](Rows& r) { r.first = 512; })},
      {"entry 1023", With([](Rows& r) { r.first = 1023; })},
  };
  for (const BadRows& bad : all) {
    SCOPED_TRACE(bad.name);
    for (const Channel ch : {kMm2s, kS2mm}) {
      MoverBench b;
      b.latency(3, 3, 100, 100);
      Chain(b);
      b.rows(kFailing, kNext, bad.rows);
      RunTransfer(b, ch, kDmaInt, kCmplt | kDescInt);
      ExpectInOrder(b);
      EXPECT_EQ(b.status(kFailing) & kByteMask, 0u);
      Recover(b, ch);
    }
  }
}

// The last entries of the list are good, and so is any first entry without maps.
TEST(MoverErrors, EndOfTheListIsGood) {
  MoverBench b;
  b.list(0x800, 0x840, 0x20000, std::vector<uint32_t>(512, 0x100));
  b.rows(0x840, 0x880, With([](Rows& r) { r.first = 508; }));
  b.rows(0x880, 0x8c0, With([](Rows& r) { r.first = 1023, r.maps = 0; }));
  b.Start(kMm2s, 0x800);
  b.Write(kMm2s, kTail, 0x880);
  ASSERT_TRUE(b.WaitIdle(kMm2s));
  EXPECT_EQ(b.packets().size(), 2u);
}

TEST(MoverErrors, MisalignedMap) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    MoverBench b;
    Chain(b);
    b.list(0x800, kGood, 0x20000, {0x10000, 0x20000, 0x30000, 0x40000, 0x50004});
    b.desc.SetWord(0x818, 24 | kList);
    b.desc.SetWord(0x20014, 0);
    b.rows(kFailing, kNext, With([](Rows& r) { r.maps = 5; }));
    RunTransfer(b, ch, kDmaInt, kCmplt | kDescInt);
    ExpectInOrder(b);
    Recover(b, ch);
  }
}

// No bit of a length makes a list short that is longer than 512 entries.
TEST(MoverErrors, ListLengthOfEveryBit) {
  for (unsigned bit = 12; bit < 26; bit++) {
    MoverBench b;
    b.Descriptor(0x1000, 0x1040, 0x20000, 1u << bit | kList);
    b.desc.SetWord(0x1028, 0);
    b.Start(kMm2s, 0x1000);
    b.Write(kMm2s, kTail, 0x1000);
    ASSERT_TRUE(b.wait(kMm2s, kSr, kHalted, kHalted)) << bit;
    EXPECT_EQ(b.status(0x1000), kCmplt | kDescInt) << bit;
    EXPECT_EQ(b.sg.reads.size(), 1u) << bit;
  }
}

TEST(MoverErrors, ListsThatCannotBeLoaded) {
  struct Bad {
    const char* name;
    uint32_t memory, length, first;
  };
  const Bad all[] = {
      {"length 0", 0x20100, 0, 0},          {"length 12", 0x20100, 12, 0},
      {"address", 0x20104, 16, 0},          {"odd entry", 0x20100, 16, 1},
      {"behind the end", 0x20100, 16, 510}, {"too long", 0x20100, 2056, 0},
      {"entry 1022", 0x20100, 8, 1022},     {"length bits", 0x20100, 1u << 24, 0},
  };
  for (const Bad& bad : all) {
    SCOPED_TRACE(bad.name);
    for (const Channel ch : {kMm2s, kS2mm}) {
      MoverBench b;
      Chain(b);
      b.Descriptor(kFailing, kNext, bad.memory, bad.length | kList | kEof);
      b.desc.SetWord(kFailing + AtWord(dma::kWordMaps), bad.first << dma::kFirstMapLsb);
      RunTransfer(b, ch, kDmaInt, kCmplt | kDescInt);
      ExpectInOrder(b);
      EXPECT_EQ(b.status(kFailing), kCmplt | kDescInt);
      for (const Handshake& h : b.sg.reads) EXPECT_NE(h.addr & ~0xfu, 0x20100u);
      Recover(b, ch);
    }
  }
}

// The failing descriptor is not written back, like one whose own fetch fails.
TEST(MoverErrors, ListResponse) {
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (const unsigned resp : {kSlvErr, kDecErr}) {
      for (const uint32_t at : {0x0u, 0x80u, 0xf8u}) {
        MoverBench b;
        Chain(b);
        b.list(kFailing, kNext, 0x20100, std::vector<uint32_t>(64, 0x10000));
        b.sg.faults.push_back({0x20100 + at, 0x20100 + at, resp, true, false});
        RunTransfer(b, ch, resp == kSlvErr ? kSgSlv : kSgDec, 0);
        EXPECT_EQ(b.status(kFailing), 0u);
        Recover(b, ch);
      }
    }
  }
}

// A bad response in any row: the rows before it are moved, the status names the error.
TEST(MoverErrors, DataResponse) {
  const Rows failing = With([](Rows& r) { r.buffer = 0x8040; });
  const std::vector<uint32_t> list{0x10000, 0x20000, 0x30000, 0x40000};
  const auto addresses = failing.Addresses(list);
  for (const Channel ch : {kMm2s, kS2mm}) {
    for (size_t row = 0; row < addresses.size(); row++) {
      for (const unsigned resp : {kSlvErr, kDecErr}) {
        MoverBench b(static_cast<uint32_t>(row));
        b.stalls(row % 3 * 20);
        Chain(b);
        b.rows(kFailing, kNext, failing);
        auto& port = ch == kMm2s ? b.mm2s : b.s2mm;
        port.faults.push_back({addresses[row] + 8, addresses[row] + 8, resp, true, true});
        const bool slave = resp == kSlvErr;
        RunTransfer(b, ch, slave ? kDmaSlv : kDmaDec, kCmplt | (slave ? kDescSlv : kDescDec));
        if (ch == kMm2s) {
          EXPECT_EQ(b.status(kFailing) & kByteMask, 0u);
          // The good packet, then all words before the failing one.
          ASSERT_EQ(b.received.size(), 72u + 3 * row + 1);
          const Bytes expected = b.Gathered(failing, list);
          for (size_t i = 72; i < b.received.size(); i++) {
            uint64_t word = 0;
            for (size_t k = 8; k-- > 0;) word = word << 8 | expected[8 * (i - 72) + k];
            EXPECT_EQ(b.received[i].data, word);
          }
        } else {
          EXPECT_EQ(b.status(kFailing) & kByteMask, 24 * (row + 1));
        }
        b.stalls(0);
        Recover(b, ch);
      }
    }
  }
}

// A fetch that fails in one of the words only the mover reads.
TEST(MoverErrors, FetchResponse) {
  for (const uint32_t offset : {0x14u, 0x20u, 0x28u}) {
    MoverBench b;
    Chain(b);
    b.sg.faults.push_back({kFailing + offset, kFailing + offset, kSlvErr, true, false});
    RunTransfer(b, kMm2s, kSgSlv, 0);
    Recover(b, kMm2s);
  }
}

// A list that has been loaded already is stale like any descriptor.
TEST(MoverErrors, StaleList) {
  MoverBench b;
  Chain(b);
  b.list(kFailing, kNext, 0x20000, {0, 0});
  b.desc.SetWord(kFailing + AtWord(dma::kWordStatus), kCmplt | 8);
  RunTransfer(b, kMm2s, kSgInt, kCmplt);
  Recover(b, kMm2s);
}

}  // namespace
}  // namespace nve::dma_test
