// SPDX-License-Identifier: Apache-2.0
// Every rule from descriptor to status, broken once on purpose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/unit/host/axi/broken_rule.hpp"
#include "tests/unit/host/axi/dma_buffers.hpp"

namespace nve {
namespace {

using namespace dma;
using namespace testing;
using ::testing::HasSubstr;

struct Breach {
  const char* name;
  const char* rule;
  const char* found;
  std::function<void(PlayedDma&)> run;
  bool mover = false;
};

std::ostream& operator<<(std::ostream& out, const Breach& breach) { return out << breach.name; }

const std::vector<Breach>& Breaches() {
  static const std::vector<Breach> kBreaches = {
      {"UnalignedFetch", "D1", "a read of 8 words at 0x00001004",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Fetch(0x1004, kBuffer);
       }},
      {"FetchOfAnother", "D1", "at 0x00001080",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         dma.Fetch(0x1080, kBuffer);
       }},
      {"FetchBehindTail", "D1", "at 0x00001040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Fetch(0x1040, kBuffer);
       }},
      {"FetchBehindTailWrittenAgain", "D1", "at 0x00001040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.WriteRegister(kMm2sBase + kTail, 0x1000);
         dma.Fetch(0x1040, kBuffer);
       }},
      {"FetchBehindTailWrittenWithItsStatus", "D1", "at 0x00001040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.OfferStatus(0x1000, kCompleted | 64, 0xF);
         dma.WriteRegister(kMm2sBase + kTail, 0x1000);
         dma.EndStatus();
         dma.Fetch(0x1040, kBuffer);
       }},
      {"FetchBehindTailWrittenInTheFetch", "D1", "at 0x00001040",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1080);
         dma.OfferRegister(kMm2sBase + kTail, 0x1000);
         dma.Fetch(0x1000, kBuffer);
         dma.AnswerRegister();
         dma.Fetch(0x1040, kBuffer);
       }},
      {"FetchBeforeTail", "D1", "at 0x00001000",
       [](PlayedDma& dma) {
         dma.WriteRegister(kMm2sBase + kCurrent, 0x1000);
         dma.WriteRegister(kMm2sCr, kControlRun);
         dma.Fetch(0x1000, kBuffer);
       }},
      {"FetchInHalt", "D1", "at 0x00000000",
       [](PlayedDma& dma) {
         dma.WriteRegister(kMm2sBase + kTail, 0x1000);
         dma.Fetch(0, kBuffer);
       }},
      {"SecondFetchOfAStoppedChannel", "D1", "at 0x00001080",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x2000);
         dma.Fetch(0x1000, kBuffer);
         dma.WriteRegister(kMm2sCr, 0);
         dma.Fetch(0x1040, With(kBuffer, &PlayedDescriptor::next, 0x1080));
         dma.Fetch(0x1080, kBuffer);
       }},
      {"ListElsewhere", "D1", "at 0x00006008",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Fetch(0x1000, kList);
         dma.FetchList(0x6008, {1, 2});
       },
       true},
      {"ListTooLong", "D1", "a read of 2 words",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Fetch(0x1000, kList);
         dma.FetchList(0x6000, {1, 2, 3, 4});
       },
       true},
      {"ListOfBothReadThrice", "D1", "at 0x00006000",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Start(kS2mmBase, 0x2000, 0x2000);
         dma.Fetch(0x1000, kList);
         dma.Fetch(0x2000, kList);
         for (int k = 0; k < 3; ++k) dma.FetchList(0x6000, {1, 2});
       },
       true},
      {"DataOfAStaleDescriptor", "D2", "a read of 8 words",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::status, kCompleted));
         dma.Ask(0x8000, 8);
       }},
      {"StatusOfAStaleDescriptor", "D2", "status 0x90000000",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::status, kCompleted));
         dma.Status(0x1000, kCompleted | kInternalError);
       }},
      {"StatusOfAStaleDescriptorBehindAnother", "D2", "status 0x80000040",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         dma.Fetch(0x1040, With(kBuffer, &PlayedDescriptor::status, kCompleted));
         dma.Status(0x1040, kCompleted | 64);
       }},
      {"DataOfLengthZero", "D3", "a read of 1 words",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, kWhole));
         dma.Ask(0x8000, 1);
       }},
      {"LengthZeroWithoutError", "D3", "status 0x80000000",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, kWhole));
         dma.Status(0x1000, kCompleted);
       }},
      {"WordForLengthZero", "D3", "a word taken from the stream",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::control, kWhole));
         dma.Take(1);
       }},
      {"RowsOfOddSize", "D3", "a read of 2 words",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kRows, &PlayedDescriptor::control, 12 | kWhole));
         dma.Ask(0x20010, 2);
       },
       true},
      {"MapsBeyondTheList", "D3", "a read of 2 words",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kRows, &PlayedDescriptor::maps, 511U << 16 | 2));
         dma.Ask(0x20010, 2);
       },
       true},
      {"DataOfAMisalignedBuffer", "D4", "a read of 8 words at 0x00008004",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::buffer, 0x8004));
         dma.Ask(0x8004, 8);
       }},
      {"MisalignedBufferWithoutError", "D4", "status 0x80000040",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::buffer, 0x8001));
         dma.Status(0x1000, kCompleted | 64);
       }},
      {"MisalignedRow", "D4", "a read of 2 words",
       [](PlayedDma& dma) {
         PlayedDescriptor rows = With(kRows, &PlayedDescriptor::maps, 0);
         rows.shape = 2U << 19 | 0x104;
         BeginRead(dma, rows);
         dma.Read(0x10, 2);
         dma.Ask(0x114, 2);
       },
       true},
      {"StatusTwice", "D5", "status 0x80000040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.Status(0x1000, kCompleted | 64);
       }},
      {"StatusOfNoDescriptor", "D5", "of a descriptor at 0x00002000",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x2000, kCompleted | 64);
       }},
      {"StatusOutOfOrder", "D5", "of a descriptor at 0x00001040",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         dma.Fetch(0x1040, kBuffer);
         MoveIn(dma);
         MoveIn(dma);
         dma.Status(0x1040, kCompleted | 64);
       }},
      {"NoCmplt", "D5", "status 0x00000040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, 64);
       }},
      {"BytesOfMm2s", "D5", "status 0x80000038",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 56);
       }},
      {"BytesOfRows", "D5", "status 0x80000010",
       [](PlayedDma& dma) {
         BeginRows(dma, kMm2sBase);
         for (const uint32_t address : RowAddresses()) dma.Read(address, 2);
         dma.Send(16, true);
         dma.Status(0x1040, kCompleted | 16);
       },
       true},
      {"BytesOfAList", "D5", "status 0x80000004",
       [](PlayedDma& dma) {
         BeginRead(dma, kList);
         dma.FetchList(0x6000, {1, 2});
         dma.Status(0x1000, kCompleted | 4);
       },
       true},
      {"StatusOfAListNotRead", "D5", "status 0x80000008",
       [](PlayedDma& dma) {
         BeginRead(dma, kList);
         dma.Status(0x1000, kCompleted | 8);
       },
       true},
      {"FlagsOfS2mm", "D5", "status 0x84000040",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         MoveOut(dma);
         dma.Status(0x1000, kCompleted | kEndOfFrame | 64);
       }},
      {"StatusBeforeTheStream", "D5", "a status of the descriptor at 0x00001000",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(2);
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"StatusBeforeTheWrite", "D5", "a status of the descriptor at 0x00001000",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"StatusBeforeTheResponse", "D5", "a status of the descriptor at 0x00001000",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Announce(0x8000, 8);
         dma.Put(8);
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"ErrorNotReported", "D5", "status 0x80000040",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Read(0x8000, 8, kAxiSlaveError);
         dma.Status(0x1000, kCompleted | 64);
       }},
      {"ErrorOfAnotherKind", "D5", "status 0xac000040",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Write(0x8000, 8, 0xFF, kAxiDecodeError);
         dma.Status(0x1000, kCompleted | kWhole | kSlaveError | 64);
       }},
      {"ErrorWithoutCause", "D5", "status 0xa0000000",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | kSlaveError);
       }},
      {"StatusBehindAnError", "D5", "of the descriptor at 0x00001040",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         dma.Fetch(0x1040, kBuffer);
         dma.Ask(0x8000, 8);
         dma.Ask(0x8000, 8);
         dma.Return(8, kAxiSlaveError);
         dma.Return(8);
         dma.Status(0x1000, kCompleted | kSlaveError);
         dma.Status(0x1040, kCompleted | 64);
       }},
      {"ReadElsewhere", "D6", "a read of 8 words at 0x00008008",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Ask(0x8008, 8);
       }},
      {"ReadTooLong", "D6", "a read of 9 words at 0x00008000",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Ask(0x8000, 9);
       }},
      {"ReadTwice", "D6", "a read of 16 words at 0x00008000",
       [](PlayedDma& dma) {
         BeginRead(dma, kLongBuffer);
         dma.Read(0x8000, 16);
         dma.Read(0x8000, 16);
       }},
      {"ReadOfNothing", "D6", "a read of 1 words",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Ask(0x8040, 1);
       }},
      {"FixedWithoutKeyhole", "D6", "a FIXED burst",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Ask(0x8000, 8, true);
       }},
      {"IncrementWithKeyhole", "D6", "a INCR burst",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000, kKeyhole);
         dma.Fetch(0x1000, kBuffer);
         dma.Ask(0x8000, 8);
       }},
      {"RowsInAnotherOrder", "D6", "a read of 2 words at 0x00030010",
       [](PlayedDma& dma) {
         BeginRows(dma, kMm2sBase);
         dma.Read(0x20010, 2);
         dma.Read(0x30010, 2);
       },
       true},
      {"RowsBeforeTheirList", "D6", "a read of 2 words",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kList);
         dma.Fetch(0x1040, kRows);
         dma.Ask(0x20010, 2);
       },
       true},
      {"WriteElsewhere", "D6", "a write of 8 words at 0x00008040",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Announce(0x8040, 8);
       }},
      {"WriteBehindTheRow", "D6", "a write of 3 words at 0x00020010",
       [](PlayedDma& dma) {
         BeginRows(dma, kS2mmBase);
         dma.Take(3);
         dma.Announce(0x20010, 3);
       },
       true},
      {"WriteOfNoWord", "D6", "a write of 2 words",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(1);
         dma.Announce(0x8000, 2);
       }},
      {"WriteBeforeAnyWord", "D6", "a write of 1 words",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Announce(0x8000, 1);
       }},
      {"BytesBehindTheBuffer", "D6", "a burst that writes 64 bytes",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::control, 60));
         dma.Take(8, true, 4);
         dma.Write(0x8000, 8);
       }},
      {"GapInTheBytes", "D6", "WSTRB 0xfe",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true, 7);
         dma.Write(0x8000, 8, 0xFE);
       }},
      {"PartialWordInsideABurst", "D6", "WSTRB 0x0f with WLAST 0",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Announce(0x8000, 8);
         dma.Put(8, 0xFF, 0x0F);
       }},
      {"StrobesOfAStatus", "D6", "WSTRB 0xff",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::shape, 0));
         MoveIn(dma);
         dma.StatusStrobes(0x1000, kCompleted | 64, 0xFF);
       },
       true},
      {"StatusInTheWrongWord", "D6", "of a descriptor at 0x00001004",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1004, kCompleted | 64);
       }},
      {"IdleBeforeTheStatus", "D7", "Idle",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle);
       }},
      {"IdleBeforeTheResponse", "D7", "Idle",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.BeginStatus(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle);
       }},
      {"IdleBeforeTheTail", "D7", "Idle",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       }},
      {"PacketNotCounted", "D8", "IOC_Irq 0",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle);
       }},
      {"InterruptWithoutPacket", "D8", "IOC_Irq 1",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, 64 | kStartOfFrame));
         dma.Read(0x8000, 8);
         dma.Send(8);
         dma.Status(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       }},
      {"InterruptAfterItWasCleared", "D8", "IOC_Irq 1",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.WriteRegister(kMm2sSr, kStatusIocIrq);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       }},
      {"CountOfPackets", "D8", "3 packets left",
       [](PlayedDma& dma) {
         dma.Start(kS2mmBase, 0x1000, 0x1000, 3U << kControlThresholdLsb);
         dma.Fetch(0x1000, kBuffer);
         MoveOut(dma);
         dma.Status(0x1000, kCompleted | kWhole | 64);
         dma.ReadRegister(kS2mmBase + kStatus, 0x00030008 | kStatusIdle);
       }},
      {"HaltedWhileItRuns", "D9", "Halted",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted);
       }},
      {"NotHaltedAfterReset", "D9", "not Halted",
       [](PlayedDma& dma) {
         dma.Idle(1);
         dma.ReadRegister(kMm2sSr, kRunning);
       }},
      {"HaltedAndIdle", "D9", "Halted and Idle",
       [](PlayedDma& dma) { dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted | kStatusIdle); }},
      {"HaltedWithAnOpenRead", "D9", "Halted",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Ask(0x8000, 8);
         dma.WriteRegister(kMm2sCr, 0);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted);
       }},
      {"HaltedWithAnOpenStatus", "D9", "Halted",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.BeginStatus(0x1000, kCompleted | 64);
         dma.WriteRegister(kMm2sCr, 0);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted);
       }},
      {"IdleWithoutWork", "D9", "Idle",
       [](PlayedDma& dma) {
         dma.WriteRegister(kMm2sCr, kControlRun);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle);
       }},
      {"IdleInAStop", "D9", "Idle",
       [](PlayedDma& dma) {
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.WriteRegister(kMm2sCr, 0);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       }},
      {"RunWithoutRs", "D9", "RS 1",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.WriteRegister(kMm2sCr, 0x10000);
         dma.ReadRegister(kMm2sCr, 0x10003);
       }},
      {"NoRunWithRs", "D9", "RS 0",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.ReadRegister(kMm2sCr, 0x10002);
       }},
      {"RunAfterAnError", "D9", "RS 1",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, 0));
         dma.Status(0x1000, kCompleted | kInternalError);
         dma.Idle(2);
         dma.ReadRegister(kMm2sCr, 0x10003);
       }},
      {"RunOfTheOtherChannelAfterAnError", "D9", "RS 1",
       [](PlayedDma& dma) {
         dma.Start(kS2mmBase, 0x2000, 0x2000);
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Fetch(0x1000, kBuffer, kAxiDecodeError);
         dma.Idle(3);
         dma.ReadRegister(kS2mmBase + kControl, 0x10003);
       }},
      {"ReadOneWordShort", "D10", "a read of 15 words at 0x00008000",
       [](PlayedDma& dma) {
         BeginRead(dma, kLongBuffer);
         dma.Ask(0x8000, 15);
       }},
      {"ReadEndsAtHalfAPage", "D10", "a read of 8 words at 0x000087c0",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kLongBuffer, &PlayedDescriptor::buffer, 0x87C0));
         dma.Ask(0x87C0, 8);
       }},
      {"ReadEndsBeforeItsPage", "D10", "a read of 4 words at 0x00008fc0",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kLongBuffer, &PlayedDescriptor::buffer, 0x8FC0));
         dma.Ask(0x8FC0, 4);
       }},
      {"RestInTwoReads", "D10", "a read of 2 words at 0x00008080",
       [](PlayedDma& dma) {
         BeginRead(dma, kLongBuffer);
         dma.Ask(0x8000, 16);
         dma.Ask(0x8080, 2);
       }},
      {"ShortReadWithKeyhole", "D10", "a read of 8 words at 0x00008000",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000, kKeyhole);
         dma.Fetch(0x1000, kLongBuffer);
         dma.Ask(0x8000, 8, true);
       }},
      {"RowInTwoReads", "D10", "a read of 1 words at 0x00020010",
       [](PlayedDma& dma) {
         BeginRows(dma, kMm2sBase);
         dma.Ask(0x20010, 1);
       },
       true},
      {"WriteEndsAtHalfAPage", "D10", "a write of 8 words at 0x000087c0",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kLongBuffer, &PlayedDescriptor::buffer, 0x87C0));
         dma.Take(20, true);
         dma.Announce(0x87C0, 8);
       }},
      {"WriteBeforeThePacketEnds", "D10", "a write of 8 words at 0x00008000",
       [](PlayedDma& dma) {
         BeginWrite(dma, kLongBuffer);
         dma.Take(8);
         dma.Announce(0x8000, 8);
       }},
      {"RowInTwoWrites", "D10", "a write of 1 words at 0x00020010",
       [](PlayedDma& dma) {
         BeginRows(dma, kS2mmBase);
         dma.Take(2);
         dma.Announce(0x20010, 1);
       },
       true},
      {"WordNotRead", "S6", "a word on the stream",
       [](PlayedDma& dma) {
         BeginRead(dma, kLongBuffer);
         dma.Read(0x8000, 16);
         dma.Send(17);
       }},
      {"NoTlast", "S6", "a word of 8 bytes with TLAST 0",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Read(0x8000, 8);
         dma.Send(8);
       }},
      {"EarlyTlast", "S6", "a word of 8 bytes with TLAST 1",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Read(0x8000, 8);
         dma.Send(7, true);
       }},
      {"TlastWithoutEof", "S6", "a word of 8 bytes with TLAST 1",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, 64));
         MoveIn(dma);
       }},
      {"BytesOfTheLastWord", "S6", "a word of 8 bytes",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, 60 | kWhole));
         MoveIn(dma);
       }},
      {"StatusBeforeItsWords", "S6", "56 bytes on the stream",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Read(0x8000, 8);
         dma.Send(7);
         dma.Status(0x1000, kCompleted | 64);
       }},
      {"BytesOfS2mm", "S6", "status 0x8c000040",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(7, true);
         dma.Write(0x8000, 7);
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"WordBehindTheBuffer", "S6", "a word taken from the stream",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(9);
       }},
  };
  return kBreaches;
}

class DmaBreachTest : public ::testing::TestWithParam<Breach> {};

TEST_P(DmaBreachTest, IsFound) {
  const Breach& breach = GetParam();
  PlayedDma dma(breach.mover);
  const std::string broken = BrokenRule([&] { breach.run(dma); });
  EXPECT_THAT(broken, HasSubstr(std::string("DMA rule ") + breach.rule + " broken at the DMA "));
  EXPECT_THAT(broken, HasSubstr(breach.found));
}

INSTANTIATE_TEST_SUITE_P(All, DmaBreachTest, ::testing::ValuesIn(Breaches()),
                         [](const auto& test) { return std::string(test.param.name); });

// S3 is a rule of the stream; the rules of the DMA know when a word is due.
class OwedWordTest : public ::testing::Test {
 protected:
  OwedWordTest() {
    dma_.sink_ready = false;
    BeginRead(dma_, With(kBuffer, &PlayedDescriptor::control, 32 | kStartOfFrame));
    dma_.Read(0x8000, 4);  // three cycles without the first word
  }

  std::string BrokenIn(uint64_t cycles) {
    return BrokenRule([&] { dma_.Idle(static_cast<int>(cycles)); });
  }

  PlayedDma dma_;
};

TEST_F(OwedWordTest, IsFoundWhenItDoesNotCome) {
  EXPECT_EQ(BrokenIn(kTimeout - 3), "");
  EXPECT_THAT(BrokenIn(1), HasSubstr("AXI rule S3 broken at the MM2S stream"));
}

TEST_F(OwedWordTest, MayComeInTheLastCycle) {
  EXPECT_EQ(BrokenIn(kTimeout - 3), "");
  EXPECT_EQ(BrokenRule([&] { dma_.Send(4); }), "");
  EXPECT_EQ(BrokenIn(2 * kTimeout), "") << "all that was read has been taken";
}

TEST_F(OwedWordTest, IsCutByAStop) {
  dma_.WriteRegister(kMm2sCr, 0);
  EXPECT_EQ(BrokenIn(2 * kTimeout), "");
}

TEST_F(OwedWordTest, IsCutByAReset) {
  dma_.WriteRegister(kMm2sCr, kControlReset);
  EXPECT_EQ(BrokenIn(2 * kTimeout), "");
}

}  // namespace
}  // namespace nve
