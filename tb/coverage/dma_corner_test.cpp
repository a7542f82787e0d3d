// SPDX-License-Identifier: Apache-2.0
// The DMA in a whole tile with descriptors and buffers anywhere in 2^32 bytes, in both profiles.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "arch/build_machine.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"
#include "tb/coverage/driven_tile.hpp"
#include "tb/coverage/wrong_tile.hpp"

namespace nve {
namespace {

using namespace dma;

class DmaCorner : public testing::TestWithParam<bool> {};

TEST_P(DmaCorner, TransfersAnywhereInTheAddressSpace) {
  DrivenTile tile(GetParam(), 5);
  tile.Configure();
  for (int k = 0; k < 90; ++k) {
    tile.bench().stall_percent = k % 3 == 0 ? 0 : k % 3 == 1 ? 20 : 80;
    const uint32_t words = 1 + tile.bench().draw().Below(k % 8 == 0 ? 200 : 24);
    tile.bench().sg_write_stall_percent = k % 7 == 3 ? 97 : 0;
    tile.EndTransfersByReset(k % 11 == 5);
    tile.Transfer(words, k == 0, k % 9 == 8 ? kControlKeyhole : k % 9 == 4 ? kControlCyclic : 0);
    if (testing::Test::HasFailure()) break;
  }
}

TEST(DmaCornerMover, RowsOfListsAnywhereInTheAddressSpace) {
  DrivenTile tile(true, 6);
  tile.Configure();
  tile.Transfer(3, true, 0);
  for (int k = 0; k < 60 && !testing::Test::HasFailure(); ++k) tile.Rows(tile.AnyRows());
}

// Each of the four numbers of a descriptor at its largest, the others small, and the whole list.
TEST(DmaCornerMover, MostRowsOfEveryKind) {
  constexpr uint32_t kWholeList = 4 * kListEntries;
  DrivenTile tile(true, 21);
  tile.Configure();
  tile.Transfer(3, true, 0);
  tile.bench().stall_percent = 0;
  for (const RowShape& shape :
       {RowShape{.columns = (1 << 13) - 1}, RowShape{.steps = kStepsMax, .maps = 1},
        RowShape{.maps = kListEntries, .list_bytes = kWholeList},
        RowShape{.maps = 1, .row_words = kColumnBytesMax / 8},
        RowShape{.columns = 20, .steps = 20, .maps = 20, .list_bytes = 80},
        RowShape{.maps = 2, .row_words = 16, .list_bytes = 128},
        RowShape{.maps = 2, .row_words = 17, .list_bytes = 136},
        RowShape{.maps = 2, .row_words = 512}}) {
    tile.Rows(shape);
    if (testing::Test::HasFailure()) break;
  }
}

// Every reason for which a descriptor of rows cannot be run, alone.
TEST(DmaCornerMover, RowsThatCannotBeRun) {
  struct Case {
    const char* reason;
    uint32_t buffer, control, columns, maps;
  };
  constexpr uint32_t kEntry = 1u << kFirstMapLsb, kPacket = kStartOfFrame | kEndOfFrame;
  DrivenTile tile(true, 22);
  tile.Configure();
  tile.Transfer(3, true, 0);
  for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
    for (const Case& bad :
         {Case{"list of no bytes", 64, kLoadsList, 0, 0},
          Case{"list of a part of a word", 64, kLoadsList | 12, 0, 0},
          Case{"list inside a word", 68, kLoadsList | 8, 0, 0},
          Case{"list from an odd entry", 64, kLoadsList | 8, 0, kEntry},
          Case{"list beyond the last entry", 64, kLoadsList | 16, 0, 510 * kEntry},
          Case{"row of no bytes", 64, kPacket, 1, 0},
          Case{"row of a part of a word", 64, kPacket | 12, 1, 0},
          Case{"maps beyond the last entry", 64, kPacket | 8, 1, 511 * kEntry | 2}}) {
      EXPECT_EQ(tile.StatusOf(base, bad.buffer, bad.control, bad.columns, bad.maps) & kErrorBits,
                kInternalError)
          << bad.reason;
      tile.Recover();
    }
  }
}

// Pin reset at every time of a list and its rows.
TEST(DmaCornerMover, PinResetOfRowsAtAnyTime) {
  DrivenTile tile(true, 23);
  for (int delay = 0; delay < 160; ++delay) {
    TileBench& bench = tile.bench();
    bench.stall_percent = delay % 2 == 0 ? 0 : 30;
    tile.BeginRows({.columns = 3, .list_bytes = 64});
    bench.Cycles(delay);
    bench.Reset();
    EXPECT_EQ(bench.ReadDma(kMm2sBase + kStatus), 0x00010009u);
    EXPECT_EQ(bench.ReadDma(kS2mmBase + kCurrent), 0u);
  }
  tile.Configure();
  tile.Transfer(9, true, 0);
  tile.Rows(tile.AnyRows());
}

// Words that change places with those of another burst (A9) break no rule of the pins, as WLAST is
// where it was. They are found where they were written.
TEST(DmaCornerAxiDma, DataOfAnotherBurstAreFoundInMemory) {
  constexpr uint64_t kSeed = 30;
  constexpr uint32_t kWords = 40;  // of three bursts at least
  const auto transfer = [](DrivenTile& tile) {
    tile.Configure();
    tile.AtMostPieces(1);
    tile.Transfer(kWords, true, 0);
  };
  DrivenTile right(false, kSeed);
  transfer(right);
  const std::vector<uint64_t>& words = right.bench().core_output;
  const uint64_t first = words.front();
  const uint64_t last = words.back();
  ASSERT_NE(first, last);
  DrivenTile wrong(
      false,
      std::make_unique<WrongTile>(MakeTile(),
                                  [first, last](TileOutputs& outputs) {
                                    uint64_t& data = outputs.ports[2].wdata;
                                    data = data == first ? last : data == last ? first : data;
                                  }),
      kSeed);
  testing::TestPartResultArray failures;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    transfer(wrong);
  }
  const auto swapped =
      std::count(words.begin(), words.end(), first) + std::count(words.begin(), words.end(), last);
  EXPECT_EQ(failures.size(), swapped);
}

// A descriptor of nearly 2^26 bytes is under way; the soft reset ends it.
TEST_P(DmaCorner, ResetEndsTheLongestDescriptor) {
  DrivenTile tile(GetParam(), 9);
  tile.Configure();
  tile.Transfer(5, true, 0);
  tile.StartLongest();
  TileBench& bench = tile.bench();
  bench.stall_percent = 0;
  for (int k = 0; k < 3000; ++k) bench.Cycle();
  EXPECT_EQ(bench.ReadDma(kMm2sBase + kStatus) & (kStatusHalted | kStatusIdle), 0u);
  bench.WriteDma(kMm2sBase + kControl, 1u << 2);
  for (int k = 0; k < 500; ++k) bench.Cycle();
  EXPECT_EQ(bench.ReadDma(kMm2sBase + kControl), 0x00010002u);
  EXPECT_EQ(bench.ReadDma(kMm2sBase + kStatus) & 0xFFFF, kStatusHalted | 8u);
}

// So many bytes that a status shows what a program of one frame needs.
TEST_P(DmaCorner, LongTransfer) {
  DrivenTile tile(GetParam(), 16);
  tile.Configure();
  tile.bench().stall_percent = 0;
  tile.AtMostPieces(1);
  tile.Transfer(1, true, 0);
  tile.Transfer(65'535, false, 0);
  tile.Transfer(1, false, 0);
}

// The core counts the words of a packet beyond 2^18; a soft reset begins anew.
TEST(DmaCornerAxiDma, LongPacket) {
  DrivenTile tile(false, 17);
  TileBench& bench = tile.bench();
  bench.stall_percent = 0;
  constexpr uint32_t kRuns = 5;
  tile.StartGiving(kRuns);
  for (int k = 0; k < 1000 && bench.ReadCore(arch::kRegIrq.offset) == 0; ++k) bench.Cycles(1000);
  EXPECT_EQ(bench.ReadCore(arch::kRegIrq.offset), arch::kIrqDone);
  bench.Cycles(1000);
  EXPECT_EQ(bench.core_output.size(), kRuns * kIterations);
  tile.Stop();
  bench.WriteCore(arch::kRegIrq.offset, arch::kIrqDone);
  tile.Configure();
  tile.Transfer(9, true, 0);
}

// The delay timer runs to its end after the last packet, masked: no interrupt, but its bit.
TEST_P(DmaCorner, LongestInterruptDelay) {
  DrivenTile tile(GetParam(), 10);
  tile.Configure();
  tile.Transfer(4, true, 0);
  tile.Transfer(4, false, kDelay, 3);
}

// Pin reset at every time of a transfer.
TEST_P(DmaCorner, PinResetAtAnyTime) {
  DrivenTile tile(GetParam(), 11);
  for (int delay = 0; delay < 120; ++delay) {
    TileBench& bench = tile.bench();
    bench.stall_percent = delay % 2 == 0 ? 0 : 30;
    tile.Begin(256 | kStartOfFrame | kEndOfFrame, false);
    bench.Cycles(delay);
    bench.Reset();
    EXPECT_EQ(bench.ReadDma(kMm2sBase + kStatus), 0x00010009u);
    EXPECT_EQ(bench.ReadDma(kS2mmBase + kCurrent), 0u);
  }
  tile.Configure();
  tile.Transfer(9, true, 0);
}

// And the soft reset.
TEST_P(DmaCorner, SoftResetAtAnyTime) {
  DrivenTile tile(GetParam(), 24);
  for (int delay = 0; delay < 120; ++delay) {
    TileBench& bench = tile.bench();
    bench.stall_percent = delay % 2 == 0 ? 0 : 30;
    tile.Begin(256 | kStartOfFrame | kEndOfFrame, false);
    bench.Cycles(delay);
    tile.Stop();
    EXPECT_EQ(bench.ReadDma(kMm2sBase + kStatus), 0x00010009u);
    EXPECT_EQ(bench.ReadDma(kS2mmBase + kControl), 0x00010002u);
  }
  tile.Configure();
  tile.Transfer(9, true, 0);
}

// And when both have done all there was to do, but are not stopped.
TEST_P(DmaCorner, PinResetWhileIdle) {
  constexpr uint32_t kWords = 32;
  DrivenTile tile(GetParam(), 25);
  TileBench& bench = tile.bench();
  tile.Configure();
  tile.Transfer(kWords, true, 0);
  bench.WriteCore(arch::kRegControl.offset, arch::kControlStart);
  tile.Begin(8 * kWords | kStartOfFrame | kEndOfFrame, false);
  bench.Cycles(3000);
  for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
    EXPECT_EQ(bench.ReadDma(base + kStatus) & (kStatusHalted | kStatusIdle), kStatusIdle);
  }
  bench.Reset();
  EXPECT_EQ(bench.ReadDma(kS2mmBase + kStatus), 0x00010009u);
  tile.Configure();
  tile.Transfer(9, true, 0);
}

// Statuses wait for the descriptor port, and responses for them.
TEST_P(DmaCorner, ResponsesWaitForStatuses) {
  DrivenTile tile(GetParam(), 26);
  tile.Configure();
  tile.AtMostPieces(24);
  for (int k = 0; k < 60 && !testing::Test::HasFailure(); ++k) {
    tile.bench().stall_percent = k % 4 * 20;
    tile.bench().sg_write_stall_percent = k % 3 == 0 ? 97 : k % 3 == 1 ? 90 : 70;
    tile.Transfer(24 + tile.bench().draw().Below(12), k == 0, 0);
  }
}

// The pin reset clears the status that was written last.
TEST_P(DmaCorner, PinResetBehindAStatus) {
  DrivenTile tile(GetParam(), 18);
  TileBench& bench = tile.bench();
  const auto status = [&] { return bench.outputs().ports[0].wdata; };
  tile.Configure();
  tile.Transfer(3, true, 0);
  EXPECT_NE(status() & kCompleted, 0u);
  bench.Reset();
  EXPECT_EQ(status(), 0u);
  tile.Configure();
  tile.Transfer(3, true, 0);
}

// The status has the bytes, though the core takes whole words.
TEST_P(DmaCorner, LengthsThatAreNoWholeWords) {
  DrivenTile tile(GetParam(), 19);
  tile.Configure();
  tile.Transfer(3, true, 0);
  for (const uint32_t bytes : {1u, 2u, 4u, 7u, 8u, 13u, 16u}) {
    EXPECT_EQ(tile.Take(bytes), kCompleted | bytes);
    tile.Recover();
  }
}

// Bus errors on every port: the status bit of the channel, and the way back.
TEST_P(DmaCorner, BusErrorsOfEveryPort) {
  DrivenTile tile(GetParam(), 12);
  tile.Configure();
  TileBench& bench = tile.bench();
  for (size_t port = 0; port < kTilePorts; ++port) {
    for (const uint8_t code : {kAxiSlaveError, kAxiDecodeError}) {
      for (const bool write : {false, true}) {
        if (port == static_cast<size_t>(TilePort::kMm2s) && write) continue;
        if (port == static_cast<size_t>(TilePort::kS2mm) && !write) continue;
        (write ? bench.write_answer : bench.read_answer)[port] = code;
        bench.WriteCore(arch::kRegIterations.offset, 40);
        bench.WriteCore(arch::kRegControl.offset, arch::kControlStart);
        tile.Begin(256 | kStartOfFrame | kEndOfFrame, false);
        bench.Cycles(3000);
        const uint32_t status =
            bench.ReadDma(kMm2sBase + kStatus) | bench.ReadDma(kS2mmBase + kStatus);
        const uint32_t slave = port == 0 ? kStatusSgSlaveError : kStatusSlaveError;
        const uint32_t decode = port == 0 ? kStatusSgDecodeError : kStatusDecodeError;
        EXPECT_EQ(status & kStatusAllErrors, code == kAxiSlaveError ? slave : decode)
            << port << ' ' << int{code} << write;
        bench.write_answer = bench.read_answer = {};
        tile.Recover();
      }
    }
  }
}

// Descriptors without sense end in an error or run until the soft reset; a clean transfer follows.
TEST_P(DmaCorner, DescriptorsOfRandomBits) {
  DrivenTile tile(GetParam(), 13);
  tile.Configure();
  tile.Transfer(3, true, 0);
  for (int k = 0; k < 60 && !testing::Test::HasFailure(); ++k) {
    tile.Begin(static_cast<uint32_t>(tile.bench().draw().Bits()), true);
    tile.bench().Cycles(250);
    tile.Recover();
  }
}

// All bits of the core's registers and of the addresses on its AXI4-Lite port.
TEST_P(DmaCorner, CoreRegistersThroughTheBus) {
  DrivenTile tile(GetParam(), 14);
  TileBench& bench = tile.bench();
  for (const arch::Register& reg : arch::kRegisters) {
    if (reg.access != arch::Access::kRw) continue;
    const uint32_t all = reg.bits == 32 ? UINT32_MAX : (1u << reg.bits) - 1;
    for (const uint32_t pattern : {0xFFFFFFFFu, 0u, 0x55555555u, 0xAAAAAAAAu, 0u}) {
      bench.WriteCore(reg.offset, pattern & all);
      EXPECT_EQ(bench.ReadCore(reg.offset), pattern & all) << reg.name;
    }
  }
  // Zeros are no settings; a soft reset forgets that START was refused for them.
  bench.WriteCore(arch::kRegControl.offset, arch::kControlStart);
  EXPECT_NE(bench.ReadCore(arch::kRegStatus.offset) & arch::kStatusConfigError, 0u);
  bench.WriteCore(arch::kRegControl.offset, arch::kControlReset);
  EXPECT_EQ(bench.ReadCore(arch::kRegStatus.offset) & arch::kStatusConfigError, 0u);
  bench.registers_keep_rules = false;  // of addresses, L4
  for (uint32_t offset = 0; offset < 1u << arch::kRegisterSpaceBits; offset += 37) {
    bench.WriteCore(offset, 0xFFFFFFFF);
    bench.ReadCore(offset);
    bench.WriteDma(offset & 0x3FF, 0);
    bench.ReadDma(offset & 0x3FF);
  }
  EXPECT_EQ(bench.ReadCore(arch::kRegId.offset), arch::kRegId.reset);
}

// A program of random bits, fed by the longest descriptors: lockstep compares what the core makes
// of it, and the longest runs.
TEST_P(DmaCorner, RandomInstructionsInTheTile) {
  DrivenTile tile(GetParam(), 15);
  TileBench& bench = tile.bench();
  Draw& draw = bench.draw();
  bench.stall_percent = 0;
  tile.Configure();
  for (int k = 0; k < 10; ++k) {
    const uint32_t last = draw.Below(arch::BuildSizes().instruction_words);
    for (const arch::Register& reg : arch::kRegisters) {
      if (reg.access != arch::Access::kRw || reg.offset == arch::kRegIrqEnable.offset) continue;
      const uint32_t span =
          arch::BuildMachine().RangeOf(reg).max - arch::BuildMachine().RangeOf(reg).min;
      const auto bits = static_cast<uint32_t>(draw.Bits());
      bench.WriteCore(reg.offset, span == UINT32_MAX
                                      ? bits
                                      : arch::BuildMachine().RangeOf(reg).min + bits % (span + 1));
    }
    bench.WriteCore(arch::kRegProgramSize.offset, k < 2 ? 1 : arch::BuildSizes().instruction_words);
    bench.WriteCore(arch::kRegRepeatFirst.offset, k < 2 ? 0 : draw.Below(last + 1));
    bench.WriteCore(arch::kRegRepeatLast.offset, k < 2 ? 0 : last);
    bench.WriteCore(arch::kRegIterations.offset, k == 1 ? 1 : k == 0 ? 65535 : 1 + draw.Below(9));
    bench.WriteCore(arch::kRegExtra.offset, k == 1 ? 0 : 15);
    bench.WriteCore(arch::kRegRuns.offset, k == 0 ? 1 : 65535);
    bench.WriteCore(arch::kRegControl.offset, arch::kControlStart | arch::kControlLoad);
    tile.Begin(kLongest | kStartOfFrame | kEndOfFrame, false);
    // With one instruction, which takes nothing, the run comes to its end.
    bench.Cycles(k < 2 ? 70'000 : 8000);
    tile.Stop();
    tile.Configure();
    tile.Transfer(3, true, 0);
    EXPECT_FALSE(bench.lockstep().mismatch().has_value());
  }
}

TEST_P(DmaCorner, RegistersOfNoChannelReadZero) {
  DrivenTile tile(GetParam(), 7);
  for (uint32_t offset = 0; offset < 1024; offset += 4) {
    const uint32_t channel = offset % 0x30;
    const bool known = offset < 0x60 && (channel <= kCurrent || channel == kTail);
    tile.bench().WriteDma(offset, known ? 0 : 0xFFFFFFFF);
    if (known) continue;
    EXPECT_EQ(tile.bench().ReadDma(offset), 0u) << offset;
  }
  EXPECT_EQ(tile.bench().ReadDma(kControl), 0x00010002u);
}

TEST_P(DmaCorner, EveryBitOfTheRegisters) {
  DrivenTile tile(GetParam(), 8);
  TileBench& bench = tile.bench();
  for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
    for (const uint32_t value : {0xFFFFFFFFu, 0u, 0xAAAAAAAAu, 0x55555555u, 0u}) {
      bench.WriteDma(base + kCurrent, value);
      EXPECT_EQ(bench.ReadDma(base + kCurrent), value & ~63u);
      bench.WriteDma(base + kTail, value);
      EXPECT_EQ(bench.ReadDma(base + kTail), value & ~63u);
      const uint32_t control = value & 0xFFFF7018;  // neither RS nor Reset
      bench.WriteDma(base + kControl, control);
      const uint32_t threshold = control >> 16 & 0xFF;
      EXPECT_EQ(bench.ReadDma(base + kControl),
                (control & 0xFF007018) | 2 | (threshold == 0 ? 1u : threshold) << 16);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, DmaCorner, testing::Bool(), [](const auto& parameter) {
  return parameter.param ? "mover" : "axi_dma";
});

}  // namespace
}  // namespace nve
