// SPDX-License-Identifier: Apache-2.0
// Legal runs of a DMA, in which no rule from descriptor to status is broken.
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

struct Legal {
  const char* name;
  std::function<void(PlayedDma&)> run;
  bool mover = false;
};

std::ostream& operator<<(std::ostream& out, const Legal& legal) { return out << legal.name; }

const std::vector<Legal>& LegalRuns() {
  static const std::vector<Legal> kRuns = {
      {"BothChannelsWithOneDescriptor",
       [](PlayedDma& dma) {
         dma.Start(kS2mmBase, 0x2000, 0x2000);
         dma.Fetch(0x2000, kBuffer);
         BeginRead(dma);
         dma.ReadRegister(kMm2sSr, kRunning);
         MoveIn(dma);
         MoveOut(dma);
         dma.Status(0x2000, kCompleted | kWhole | 64);
         dma.Status(0x1000, kCompleted | 64);
         for (const uint32_t base : {kMm2sBase, kS2mmBase}) {
           dma.ReadRegister(base + kStatus, kRunning | kStatusIdle | kStatusIocIrq);
           dma.WriteRegister(base + kStatus, kStatusAllIrqs);
           dma.ReadRegister(base + kStatus, kRunning | kStatusIdle);
           dma.ReadRegister(base + kControl, 0x10003);
         }
       }},
      {"PacketsOverDescriptors",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1080, 2U << kControlThresholdLsb);
         dma.Fetch(0x1000, With(kBuffer, &PlayedDescriptor::control, 64 | kStartOfFrame));
         dma.Read(0x8000, 8);
         dma.Fetch(0x1040, {.next = 0x1080, .buffer = 0x9000, .control = 5 | kEndOfFrame});
         dma.Fetch(0x1080, {.next = 0, .buffer = 0xA000, .control = 8 | kWhole});
         dma.Read(0x9000, 1);
         dma.Send(8);
         dma.Status(0x1000, kCompleted | 64);
         dma.Send(1, true, 5);
         dma.Status(0x1040, kCompleted | 5);
         dma.ReadRegister(kMm2sSr, kRunning);
         dma.Read(0xA000, 1);
         dma.Send(1, true);
         dma.Status(0x1080, kCompleted | 8);
         dma.ReadRegister(kMm2sSr, 0x00020008 | kStatusIdle | kStatusIocIrq);
       }},
      {"ReceivedPackets",
       [](PlayedDma& dma) {
         dma.Start(kS2mmBase, 0x1000, 0x1080);
         dma.Fetch(0x1000, kBuffer);
         dma.Fetch(0x1040, With(kBuffer, &PlayedDescriptor::next, 0x1080));
         dma.Fetch(0x1080, kBuffer);
         dma.Take(11, true, 3);
         dma.Write(0x8000, 8);
         dma.Status(0x1000, kCompleted | kStartOfFrame | 64);
         dma.Write(0x8000, 3, 0x07);
         dma.Status(0x1040, kCompleted | kEndOfFrame | 19);
         dma.Take(1, true, 1);
         dma.Write(0x8000, 1, 0x01);
         dma.Status(0x1080, kCompleted | kWhole | 1);
       }},
      {"RingOfOneRefilledBeforeTheResponse",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         for (int round = 0; round < 2; ++round) {
           dma.Fetch(0x1000, With(kBuffer, &PlayedDescriptor::next, 0x1000));
           MoveIn(dma);
           dma.BeginStatus(0x1000, kCompleted | 64);
           dma.WriteRegister(kMm2sBase + kTail, 0x1000);
           dma.EndStatus();
         }
         dma.Fetch(0x1000, kBuffer);
       }},
      {"TailMovesBehindTheFetchUnderWay",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.OfferRegister(kMm2sBase + kTail, 0x1040);
         dma.Fetch(0x1000, kBuffer);
         dma.AnswerRegister();
         dma.Fetch(0x1040, kBuffer);
         dma.WriteRegister(kMm2sBase + kTail, 0x1080);
         dma.Fetch(0x1040, kBuffer);
       }},
      {"DataBeforeTheirAddress",
       [](PlayedDma& dma) {
         BeginWrite(dma);
         dma.Take(8, true);
         dma.Put(8);
         dma.Announce(0x8000, 8);
         dma.Answer();
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"Keyhole",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000, kKeyhole);
         dma.Fetch(0x1000, kLongBuffer);
         dma.Ask(0x8000, 16, true);
         dma.Ask(0x8000, 4, true);
         dma.Return(16);
         dma.Return(4);
         dma.Send(20, true);
         dma.Status(0x1000, kCompleted | 160);
       }},
      {"BurstsUpToPagesAndEnds",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kLongBuffer, &PlayedDescriptor::buffer, 0x8FC0));
         dma.Read(0x8FC0, 8);
         dma.Read(0x9000, 12);
         dma.Send(20, true);
         dma.Status(0x1000, kCompleted | 160);
         dma.Start(kS2mmBase, 0x2000, 0x2040);
         dma.Fetch(0x2000, With(kLongBuffer, &PlayedDescriptor::next, 0x2040));
         dma.Fetch(0x2040, With(kLongBuffer, &PlayedDescriptor::buffer, 0x8FC0));
         dma.Take(18, true);
         dma.Write(0x8000, 16);
         dma.Write(0x8080, 2);
         dma.Status(0x2000, kCompleted | kWhole | 144);
         dma.Take(20, true);
         dma.Write(0x8FC0, 8);
         dma.Write(0x9000, 12);
         dma.Status(0x2040, kCompleted | kWhole | 160);
       }},
      {"CyclicRing",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x40, kCyclic);
         for (int k = 0; k < 3; ++k) {
           PlayedDescriptor descriptor = With(kBuffer, &PlayedDescriptor::next, 0x1000);
           if (k > 0) descriptor.status = kCompleted | 64;
           dma.Fetch(0x1000, descriptor);
           MoveIn(dma);
           dma.Status(0x1000, kCompleted | 64);
         }
       }},
      {"ListAndRowsIn",
       [](PlayedDma& dma) {
         BeginRows(dma, kMm2sBase);
         for (const uint32_t address : RowAddresses()) dma.Read(address, 2);
         dma.Send(16, true);
         dma.Status(0x1040, kCompleted | 128);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       },
       true},
      {"ListAndRowsOut",
       [](PlayedDma& dma) {
         BeginRows(dma, kS2mmBase);
         dma.Take(5, true);
         dma.Write(0x20010, 2);
         dma.Write(0x20110, 2);
         dma.Write(0x30010, 1);
         dma.Status(0x1040, kCompleted | kWhole | 40);
       },
       true},
      {"OneListOfBothChannels",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000);
         dma.Start(kS2mmBase, 0x2000, 0x2000);
         dma.Fetch(0x1000, kList);
         dma.Fetch(0x2000, kList);
         dma.FetchList(0x6000, {1, 2});
         dma.FetchList(0x6000, {1, 2});
         dma.Status(0x2000, kCompleted | 8);
         dma.Status(0x1000, kCompleted | 8);
       },
       true},
      {"ListInTwoBursts",
       [](PlayedDma& dma) {
         PlayedDescriptor list = With(kList, &PlayedDescriptor::buffer, 0x6078);
         list.control = 16 | kLoadsList;
         BeginRead(dma, list);
         dma.FetchList(0x6078, {1, 2});
         dma.FetchList(0x6080, {3, 4});
         dma.Status(0x1000, kCompleted | 16);
       },
       true},
      {"RowsOfUnknownMaps",
       [](PlayedDma& dma) {
         BeginRead(dma, kRows);
         for (const uint32_t address : RowAddresses()) dma.Read(address, 2);
       },
       true},
      {"ErrorsOfDescriptors",
       [](PlayedDma& dma) {
         BeginRead(dma, With(kBuffer, &PlayedDescriptor::control, 0));
         dma.Status(0x1000, kCompleted | kInternalError);
         dma.ReadRegister(kMm2sSr, 0x00014019);
         dma.WriteRegister(kMm2sCr, kControlReset);
         dma.Idle(20);
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::buffer, 1));
         dma.Status(0x1000, kCompleted | kInternalError);
       }},
      {"MisalignedRowBehindOthers",
       [](PlayedDma& dma) {
         PlayedDescriptor rows = With(kRows, &PlayedDescriptor::maps, 0);
         rows.shape = 2U << 19 | 0x104;
         BeginRead(dma, rows);
         dma.Read(0x10, 2);
         dma.Send(2);
         dma.Status(0x1000, kCompleted | kInternalError);
       },
       true},
      {"ErrorsOfTheBus",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Read(0x8000, 8, kAxiDecodeError);
         dma.Status(0x1000, kCompleted | kDecodeError);
         dma.WriteRegister(kMm2sCr, kControlReset);
         dma.Idle(20);
         BeginWrite(dma, kLongBuffer);
         dma.Take(16);
         dma.Write(0x8000, 16, 0xFF, kAxiSlaveError);
         dma.Status(0x1000, kCompleted | kStartOfFrame | kSlaveError | 128);
       }},
      {"WordLargerThanTheRest",
       [](PlayedDma& dma) {
         BeginWrite(dma, With(kBuffer, &PlayedDescriptor::control, 12));
         dma.Take(2, true, 6);
         dma.Write(0x8000, 2, 0x0F);
         dma.Status(0x1000, kCompleted | kWhole | kInternalError | 12);
       }},
      {"StopAndRestart",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1080);
         dma.Fetch(0x1000, kLongBuffer);
         dma.Read(0x8000, 16);
         dma.WriteRegister(kMm2sCr, 0x10000);
         dma.Fetch(0x1040, kBuffer);
         dma.Send(16);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted);
         BeginRead(dma);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusIdle | kStatusIocIrq);
       }},
      {"SoftResetCutsAll",
       [](PlayedDma& dma) {
         dma.Start(kS2mmBase, 0x2000, 0x2000);
         dma.Fetch(0x2000, kBuffer);
         BeginRead(dma);
         dma.Take(5);
         dma.Ask(0x8000, 8);
         dma.WriteRegister(kMm2sCr, kControlReset);
         dma.Return(8);
         dma.ReadRegister(kMm2sCr, 0x10002);
         dma.ReadRegister(kMm2sSr, kRunning | kStatusHalted);
         BeginRead(dma);
         MoveIn(dma);
       }},
      {"PinResetCutsAll",
       [](PlayedDma& dma) {
         BeginRead(dma);
         dma.Ask(0x8000, 8);
         dma.rules().Reset();
         BeginWrite(dma);
         MoveOut(dma);
         dma.Status(0x1000, kCompleted | kWhole | 64);
       }},
      {"DelayTimerHidesTheCount",
       [](PlayedDma& dma) {
         dma.Start(kMm2sBase, 0x1000, 0x1000, 2U << kControlThresholdLsb | 1U << 24);
         dma.Fetch(0x1000, kBuffer);
         MoveIn(dma);
         dma.Status(0x1000, kCompleted | 64);
         dma.ReadRegister(kMm2sSr, 0x00030008 | kStatusIdle | kStatusDelayIrq);
       }},
  };
  return kRuns;
}

class DmaLegalTest : public ::testing::TestWithParam<Legal> {};

TEST_P(DmaLegalTest, BreaksNothing) {
  PlayedDma dma(GetParam().mover);
  EXPECT_EQ(BrokenRule([&] { GetParam().run(dma); }), "");
  EXPECT_TRUE(dma.rules().watches());
}

INSTANTIATE_TEST_SUITE_P(All, DmaLegalTest, ::testing::ValuesIn(LegalRuns()),
                         [](const auto& test) { return std::string(test.param.name); });

// What has no certain outcome ends what is expected; a soft reset begins anew.
TEST(DmaRules, UncertainSoftwareEndsWhatIsExpected) {
  const auto after = [](const std::function<void(PlayedDma&)>& run) {
    PlayedDma dma;
    EXPECT_EQ(BrokenRule([&] { run(dma); }), "");
    EXPECT_FALSE(dma.rules().watches());
    EXPECT_EQ(BrokenRule([&] {
                dma.Fetch(0x7004, kBuffer);
                dma.Status(0x7004, 0);
                dma.WriteRegister(kMm2sCr, kControlReset);
                dma.Idle(20);
              }),
              "");
    EXPECT_TRUE(dma.rules().watches());
    EXPECT_THAT(BrokenRule([&] { dma.Fetch(0x1000, kBuffer); }), HasSubstr("rule D1"));
  };
  after([](PlayedDma& dma) {  // RS = 1 without a look at Halted
    dma.Start(kMm2sBase, 0x1000, 0x1000);
    dma.WriteRegister(kMm2sCr, 0);
    dma.WriteRegister(kMm2sCr, kControlRun);
  });
  after([](PlayedDma& dma) {  // one descriptor for both
    dma.Start(kMm2sBase, 0x1000, 0x1000);
    dma.Start(kS2mmBase, 0x1000, 0x1000);
    dma.Fetch(0x1000, kBuffer);
  });
  after([](PlayedDma& dma) {  // registers written in a soft reset
    dma.WriteRegister(kMm2sCr, kControlReset);
    dma.WriteRegister(kMm2sBase + kCurrent, 0x1000);
    dma.Idle(20);
  });
}

}  // namespace
}  // namespace nve
