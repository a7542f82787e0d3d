// SPDX-License-Identifier: Apache-2.0
// DMA driver: descriptor rings, start order, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/driver/dma_channel.hpp"
#include "host/driver/dma_registers.hpp"
#include "tests/unit/host/driver/fake_tile.hpp"

namespace nve::dma {
namespace {

constexpr uint64_t kRing = 0x40;  // address of a ring

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The message of the DriverError `action` throws, or "" if it throws none.
template <typename Action>
std::string ErrorOf(Action action) {
  try {
    action();
  } catch (const DriverError& error) {
    return error.what();
  }
  return "";
}

TEST(DescriptorRing, WritesWhatTheHardwareReads) {
  FakeBus bus;
  DescriptorRing ring(bus, kRing, 4);
  const std::vector<Block> blocks = {{0x1000, 64}, {0x2000, 8}};
  ring.Fill(Direction::kMm2s, MovesOf(blocks));
  EXPECT_EQ(ring.first() % kDescriptorBytes, 0U);
  EXPECT_EQ(ring.last(), ring.first() + kDescriptorBytes);
  EXPECT_EQ(bus.Word(ring.first()), ring.last());
  EXPECT_EQ(bus.Word(ring.last()), ring.first()) << "driver, descriptors: the ring is closed";
  EXPECT_EQ(bus.Word(ring.last() + 8), 0x2000U);
  EXPECT_EQ(bus.Word(ring.first() + 0x18), kStartOfFrame | 64);
  EXPECT_EQ(bus.Word(ring.last() + 0x18), kEndOfFrame | 8);
  EXPECT_EQ(ring.bytes(), 72U);
}

TEST(DescriptorRing, RefusesWhatTheHardwareWouldChokeOn) {
  FakeBus bus;
  DescriptorRing ring(bus, kRing, 2);
  const auto fill = [&](std::vector<Block> blocks) {
    return ErrorOf([&] { ring.Fill(Direction::kS2mm, MovesOf(blocks)); });
  };
  EXPECT_EQ(fill({{8, 8}, {16, 0}}), "S2MM descriptor 1: length 0, must be at least 8 bytes");
  EXPECT_THAT(fill({{8, 12}}), HasSubstr("length 12 is not a multiple of 8 bytes"));
  EXPECT_THAT(fill({{9, 8}}),
              HasSubstr("buffer address 0x00000009 is misaligned, must be a multiple of 8"));
  EXPECT_THAT(fill({{0, uint64_t{1} << 26}}), HasSubstr("does not fit 26 bits"));
  EXPECT_THAT(fill({{0xFFFFFFF8, 16}}), HasSubstr("above 32 bits"));
  EXPECT_THAT(fill({}), HasSubstr("0 descriptors, must be 1 to 2"));
  EXPECT_THAT(fill({{0, 8}, {8, 8}, {16, 8}}), HasSubstr("3 descriptors, must be 1 to 2"));
}

TEST(DescriptorRing, ChecksTheStatusWrittenBack) {
  FakeBus bus;
  DescriptorRing ring(bus, kRing, 2);
  const std::vector<Block> blocks = {{0x1000, 64}, {0x2000, 8}};
  const auto check = [&](uint32_t first, uint32_t last) {
    ring.Fill(Direction::kS2mm, MovesOf(blocks));
    bus.SetWord(ring.first() + 0x1C, first);
    bus.SetWord(ring.last() + 0x1C, last);
    return ErrorOf([&] { ring.CheckCompleted("DMA 3"); });
  };
  constexpr uint32_t kFirst = kCompleted | kStartOfFrame | 64;
  constexpr uint32_t kLast = kCompleted | kEndOfFrame | 8;
  EXPECT_EQ(check(kFirst, kLast), "");
  EXPECT_THAT(check(kFirst, 0), HasSubstr("DMA 3 S2MM: descriptor 1 of 2"));
  EXPECT_THAT(check(kFirst, 0), HasSubstr("was not completed"));
  EXPECT_THAT(check(kFirst | kSlaveError, kLast), HasSubstr("completed with an error"));
  EXPECT_THAT(check(kFirst - 8, kLast), HasSubstr("56 bytes were moved"))
      << "driver, descriptors: too few bytes";
  EXPECT_THAT(check(kFirst | kEndOfFrame, kLast), HasSubstr("the packet ended early"));
  EXPECT_THAT(check(kFirst, kLast & ~kEndOfFrame), HasSubstr("longer than the descriptors"));
  EXPECT_THAT(check(kFirst & ~kStartOfFrame, kLast), HasSubstr("lacks RXSOF"));
}

TEST(Channel, StartsInTheOrderOfTheGuide) {
  FakeBus bus;
  Engine engine(bus, FakeBus::AddressOf(0).dma_base, "DMA 0", {1, 2});
  DescriptorRing ring(bus, kRing, 2);
  const std::vector<Block> blocks = {{0x1000, 64}, {0x2000, 8}};
  ring.Fill(Direction::kS2mm, MovesOf(blocks));
  engine.channel(Direction::kS2mm).Start(ring);
  // CURDESC while halted, run, interrupt enables, TAILDESC.
  EXPECT_THAT(bus.log, ElementsAre("DMA0+0x38=0x40", "DMA0+0x30=0x10001", "DMA0+0x30=0x15001",
                                   "DMA0+0x40=0x80"));
  EXPECT_FALSE(engine.channel(Direction::kS2mm).PollDone());
  // A second start halts the running channel first.
  bus.log.clear();
  engine.channel(Direction::kS2mm).Start(ring);
  EXPECT_EQ(bus.log.front(), "DMA0+0x30=0x10000");
}

TEST(Engine, NamesTheErrorAndTheDescriptor) {
  FakeBus bus;
  Engine engine(bus, FakeBus::AddressOf(0).dma_base, "DMA 0", {1, 2});
  EXPECT_EQ(ErrorOf([&] { engine.CheckErrors(); }), "");
  EXPECT_EQ(DescribeStatus(0), "running");
  EXPECT_EQ(DescribeStatus(0x3), "halted, idle");
  for (const auto& [bit, name] : {std::pair{4, "DMAIntErr"},
                                  {5, "DMASlvErr"},
                                  {6, "DMADecErr"},
                                  {8, "SGIntErr"},
                                  {9, "SGSlvErr"},
                                  {10, "SGDecErr"},
                                  {14, "Err_Irq"}}) {
    EXPECT_THAT(DescribeStatus(1u << bit), HasSubstr(name));
  }
  EXPECT_THAT(ErrorOf([&] { engine.channel(Direction::kMm2s).Fail(0x4101); }),
              HasSubstr("DMA 0 MM2S: SGIntErr (descriptor already completed), DMASR 0x00004101"));
}

TEST(Engine, BusErrorsNameTheRegister) {
  FakeBus bus;
  Engine engine(bus, FakeBus::AddressOf(0).dma_base, "DMA 0", {1, 2});
  bus.responses["DMA0+0x0"] = BusResponse::kSlaveError;
  EXPECT_EQ(ErrorOf([&] { engine.Reset(); }),
            "DMA 0: write of 0x4 to DMACR at 0x10000000 was answered with SLVERR");
}

}  // namespace
}  // namespace nve::dma
