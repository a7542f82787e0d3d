// SPDX-License-Identifier: Apache-2.0
// Every operation of docs/isa.md, section 6, on its own registers, with values worked out by hand.
#include "model/golden/operations.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <ostream>
#include <vector>

#include "model/golden/decode.hpp"
#include "model/golden/slots.hpp"

namespace nve::golden {
namespace {

constexpr int kLastRi = arch::kRiEntries - 1;

// ri[k] = k, port A holds pixels 100-107, port B 200-207.
arch::Probe ImageRegisters() {
  arch::Probe reg{};
  std::iota(reg.ri, reg.ri + arch::kRiEntries, uint8_t{0});
  StoreWord(reg.port_a, 0x6B6A'6968'6766'6564);
  StoreWord(reg.port_b, 0xCFCE'CDCC'CBCA'C9C8);
  return reg;
}

std::vector<int> Ri(const arch::Probe& reg, int first, int last) {
  return {reg.ri + first, reg.ri + last + 1};
}

std::vector<int> Count(int first, int last) {
  std::vector<int> values(last - first + 1);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(MemaTest, EverySecondPixelKeepsTheOrder) {
  EXPECT_EQ(EverySecondPixel(0xF7F6'F5F4'F3F2'F1F0, 0), 0xF6F4'F2F0u);
  EXPECT_EQ(EverySecondPixel(0xF7F6'F5F4'F3F2'F1F0, 1), 0xF7F5'F3F1u);
}

// W has the pixels 10-17, N the pixels 20-27, odd[k] the pixels A0-A3. A part has no effect in an
// machine without column separation.
TEST(MemaTest, WordOfEveryPart) {
  constexpr uint64_t kW = 0x1716'1514'1312'1110;
  constexpr bool kSplit = arch::kSplit != 0;
  Registers reg;
  reg.input.Push(kW);
  reg.input.Push(0x2726'2524'2322'2120);
  reg.probe.odd = 0xA3A2'A1A0;
  EXPECT_EQ(WordToWrite(reg, arch::WrPart::kPlain), kW);
  EXPECT_EQ(WordToWrite(reg, arch::WrPart::kEven), kSplit ? 0x2624'2220'1614'1210u : kW);
  EXPECT_EQ(WordToWrite(reg, arch::WrPart::kOdd), kSplit ? 0x1715'1311'A3A2'A1A0u : kW);
  EXPECT_EQ(WordToWrite(reg, arch::WrPart::kBoth), kSplit ? 0x1715'1311'1614'1210u : kW);
}

TEST(WregTest, SetTakesTheCoefficientsOfPortALowestFirst) {
  arch::Probe reg{};
  StoreWord(reg.port_a, 0xFFFF'8000'7FFF'0001);
  StoreWord(reg.port_b, 0x1111'1111'1111'1111);
  WregSet(reg);
  EXPECT_EQ(reg.rw[0], 0x0001);
  EXPECT_EQ(reg.rw[1], 0x7FFF);
  EXPECT_EQ(reg.rw[2], 0x8000);
  EXPECT_EQ(reg.rw[3], 0xFFFF);
}

TEST(WregTest, ShiftMovesDownAndFillsWithZero) {
  arch::Probe reg{};
  StoreWord(reg.port_a, 0x0004'0003'0002'0001);
  WregSet(reg);
  WregShift(reg);
  EXPECT_EQ(reg.rw[0], 2);
  EXPECT_EQ(reg.rw[1], 3);
  EXPECT_EQ(reg.rw[2], 4);
  EXPECT_EQ(reg.rw[3], 0);
}

TEST(IregStride1Test, SetTakesBothPortsAndHoldsTheRest) {
  arch::Probe reg = ImageRegisters();
  IregSet1(reg);
  EXPECT_EQ(Ri(reg, 0, 7), Count(100, 107));
  EXPECT_EQ(Ri(reg, 8, 15), Count(200, 207));
  EXPECT_EQ(Ri(reg, 16, kLastRi), Count(16, kLastRi));
}

TEST(IregStride1Test, SetshShiftsTheVectorAndAppendsPortB) {
  arch::Probe reg = ImageRegisters();
  IregSetShift<kRiUsedStride1>(reg);
  EXPECT_EQ(Ri(reg, 0, 14), Count(1, 15));
  EXPECT_EQ(Ri(reg, 15, 22), Count(200, 207));
  EXPECT_EQ(Ri(reg, 23, kLastRi), Count(23, kLastRi));
}

TEST(IregStride1Test, ShShiftsTwentyThreeEntries) {
  arch::Probe reg = ImageRegisters();
  IregShift<kRiUsedStride1>(reg);
  EXPECT_EQ(Ri(reg, 0, 21), Count(1, 22));
  EXPECT_EQ(reg.ri[22], 0);
  EXPECT_EQ(Ri(reg, 23, kLastRi), Count(23, kLastRi));
}

TEST(IregSplitTest, SetshHiAppendsTheUpperHalfOfPortBAndZeros) {
  arch::Probe reg = ImageRegisters();
  IregSetShiftHigh(reg);
  EXPECT_EQ(Ri(reg, 0, 14), Count(1, 15));
  EXPECT_EQ(Ri(reg, 15, 18), Count(204, 207));
  EXPECT_EQ(Ri(reg, 19, 22), (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(Ri(reg, 23, kLastRi), Count(23, kLastRi));
}

// The image operations one after the other: what lies behind ri is not touched.
TEST(IregTest, PaddingOfTheProbeStaysZero) {
  static_assert(sizeof(arch::Probe::ri) > arch::kRiEntries);
  arch::Probe reg = ImageRegisters();
  IregSet1(reg);
  IregSetShift<kRiUsedStride1>(reg);
  IregSetShiftHigh(reg);
  IregShift<kRiUsedStride1>(reg);
  EXPECT_EQ(reg.ri[arch::kRiEntries], 0);
}

TEST(VmacTest, MacMultipliesSignedWeightByUnsignedPixel) {
  arch::Probe reg{};
  reg.rw[0] = static_cast<uint16_t>(-3);
  reg.ri[0] = 255;
  reg.ri[1] = 128;
  reg.ri[15] = 1;
  reg.accu[0] = 1000;
  VmacMac<1>(reg);
  EXPECT_EQ(static_cast<int32_t>(reg.accu[0]), 1000 - 765);
  EXPECT_EQ(static_cast<int32_t>(reg.accu[1]), -384);
  EXPECT_EQ(static_cast<int32_t>(reg.accu[2]), 0);
  EXPECT_EQ(static_cast<int32_t>(reg.accu[15]), -3);
}

TEST(VmacTest, AccumulatorWraps) {
  arch::Probe reg{};
  reg.rw[0] = 0x7FFF;
  reg.ri[0] = 255;
  reg.accu[0] = 0x7FFF0000;
  VmacMac<1>(reg);
  EXPECT_EQ(reg.accu[0], 0x807E7F01u);  // 32767 * 255 = 0x7F7F01
  reg.rw[0] = 0x8000;
  reg.accu[0] = 0x80000000;
  VmacMac<1>(reg);
  EXPECT_EQ(reg.accu[0], 0x7F808000u);  // -32768 * 255 = -0x7F8000
}

TEST(VmacTest, BiasIsSignExtendedAndShifted) {
  EXPECT_EQ(AlignedBias(0x7FFF, 0), 0x00007FFFu);
  EXPECT_EQ(AlignedBias(0xFFFF, 0), 0xFFFFFFFFu);
  EXPECT_EQ(AlignedBias(0x8000, 0), 0xFFFF8000u);
  EXPECT_EQ(AlignedBias(0x7FFF, 3), 262136u);
  EXPECT_EQ(AlignedBias(0x7FFF, 16), 0x7FFF0000u);
  EXPECT_EQ(AlignedBias(0x8000, 16), 0x80000000u);
  EXPECT_EQ(AlignedBias(0xFFFF, 16), 0xFFFF0000u);
}

TEST(VmacTest, SetrbHandsOverAllLanesAndLoadsTheBias) {
  Registers reg;
  Settings settings;
  settings.bias_shift = 4;
  settings.act_shift = 2;
  reg.probe.rw[0] = static_cast<uint16_t>(-2);
  for (int lane = 0; lane < arch::kLanes; ++lane) reg.probe.accu[lane] = 8 * lane;
  VmacSetrb(reg, settings);
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_EQ(reg.stage1[lane], 512 + 2 * lane);
    EXPECT_EQ(static_cast<int32_t>(reg.probe.accu[lane]), -32);
  }
}

struct AddressCase {
  int64_t accu;
  uint32_t shift;
  int address;
};

void PrintTo(const AddressCase& c, std::ostream* out) { *out << c.accu << " >> " << c.shift; }

class TableAddressTest : public testing::TestWithParam<AddressCase> {};

TEST_P(TableAddressTest, RoundsShiftsAndSaturates) {
  const AddressCase& c = GetParam();
  EXPECT_EQ(TableAddress(static_cast<uint32_t>(c.accu), c.shift), c.address)
      << c.accu << " >> " << c.shift;
}

constexpr int64_t kMax = 0x7FFFFFFF;
constexpr int64_t kMin = -0x80000000LL;
constexpr int64_t kQuarter = 0x40000000;

INSTANTIATE_TEST_SUITE_P(NoShift, TableAddressTest,
                         testing::Values(AddressCase{0, 0, 512}, AddressCase{1, 0, 513},
                                         AddressCase{-1, 0, 511}, AddressCase{511, 0, 1023},
                                         AddressCase{512, 0, 1023}, AddressCase{-512, 0, 0},
                                         AddressCase{-513, 0, 0}, AddressCase{kMax, 0, 1023},
                                         AddressCase{kMin, 0, 0}));
// Halves go towards plus infinity: 0.5 -> 1, -0.5 -> 0, -1.5 -> -1.
INSTANTIATE_TEST_SUITE_P(Halves, TableAddressTest,
                         testing::Values(AddressCase{1, 1, 513}, AddressCase{-1, 1, 512},
                                         AddressCase{-3, 1, 511}, AddressCase{3, 1, 514},
                                         AddressCase{7, 4, 512}, AddressCase{8, 4, 513},
                                         AddressCase{-8, 4, 512}, AddressCase{-9, 4, 511}));
INSTANTIATE_TEST_SUITE_P(Saturation, TableAddressTest,
                         testing::Values(AddressCase{1021, 1, 1023}, AddressCase{1022, 1, 1023},
                                         AddressCase{1023, 1, 1023}, AddressCase{-1023, 1, 1},
                                         AddressCase{-1024, 1, 0}, AddressCase{-1026, 1, 0},
                                         AddressCase{kMax, 22, 1023}, AddressCase{kMin, 22, 0},
                                         AddressCase{kMax, 23, 768}, AddressCase{kMin, 23, 256}));
// The sum of accumulator and rounding term needs 33 bits.
INSTANTIATE_TEST_SUITE_P(LargestShift, TableAddressTest,
                         testing::Values(AddressCase{kMax, 31, 513}, AddressCase{kQuarter, 31, 513},
                                         AddressCase{kQuarter - 1, 31, 512},
                                         AddressCase{-kQuarter, 31, 512},
                                         AddressCase{-kQuarter - 1, 31, 511},
                                         AddressCase{kMin, 31, 511}, AddressCase{0, 31, 512}));

TEST(ActTest, LooksUpEitherHalf) {
  Machine machine;
  for (int i = 0; i < arch::kActEntries; ++i) machine.mem.table[i] = static_cast<uint8_t>(i / 4);
  for (int lane = 0; lane < arch::kLanes; ++lane) machine.reg.probe.result[lane] = 40 * lane;
  Act(machine, arch::ActHalf::kLo);
  EXPECT_EQ(LoadWord(machine.reg.probe.act_out), 0x463C'3228'1E14'0A00u);
  Act(machine, arch::ActHalf::kHi);
  EXPECT_EQ(LoadWord(machine.reg.probe.act_out), 0x968C'8278'6E64'5A50u);
}

TEST(DecodeTest, EveryFieldArrives) {
  const uint64_t word =
      Slots().MemaRd(2047, 1025, 3).MembWr(1, 2046, 2).ShRw().ShRi().Mac().ActHiHold().word();
  const DecodedInstruction instruction = DecodeInstruction(word);
  EXPECT_EQ(instruction.word, word);
  EXPECT_EQ(instruction.mema.op, arch::MemOp::kRd);
  EXPECT_EQ(instruction.mema.offset, 2047);
  EXPECT_EQ(instruction.mema.update, 1025);
  EXPECT_EQ(instruction.mema.mode, 3);
  EXPECT_EQ(instruction.memb.op, arch::MemOp::kWr);
  EXPECT_EQ(instruction.memb.offset, 1);
  EXPECT_EQ(instruction.memb.update, 2046);
  EXPECT_EQ(instruction.memb.mode, 2);
  EXPECT_EQ(instruction.wreg, arch::WregOp::kSh);
  EXPECT_EQ(instruction.ireg, arch::IregOp::kSh);
  EXPECT_EQ(instruction.vmac, arch::VmacOp::kMac);
  EXPECT_EQ(instruction.act, arch::ActOp::kAct);
  EXPECT_EQ(instruction.act_half, arch::ActHalf::kHi);
  EXPECT_EQ(instruction.act_to, arch::ActTo::kHold);
}

// The bit positions of docs/isa.md, section 11, written out once.
TEST(DecodeTest, WordOfThePage) {
  const DecodedInstruction instruction = DecodeInstruction(
      uint64_t{1} | uint64_t{5} << 2 | uint64_t{6} << 13 | uint64_t{1} << 24 | uint64_t{2} << 26 |
      uint64_t{7} << 28 | uint64_t{8} << 39 | uint64_t{2} << 50 | uint64_t{1} << 52 |
      uint64_t{2} << 54 | uint64_t{1} << 57 | uint64_t{1} << 59 | uint64_t{1} << 60);
  EXPECT_EQ(instruction.mema.op, arch::MemOp::kRd);
  EXPECT_EQ(instruction.mema.offset, 5);
  EXPECT_EQ(instruction.mema.update, 6);
  EXPECT_EQ(instruction.mema.mode, 1);
  EXPECT_EQ(instruction.memb.op, arch::MemOp::kWr);
  EXPECT_EQ(instruction.memb.offset, 7);
  EXPECT_EQ(instruction.memb.update, 8);
  EXPECT_EQ(instruction.memb.mode, 2);
  EXPECT_EQ(instruction.wreg, arch::WregOp::kSet);
  EXPECT_EQ(instruction.ireg, arch::IregOp::kSetsh);
  EXPECT_EQ(instruction.vmac, arch::VmacOp::kSetrb);
  EXPECT_EQ(instruction.act, arch::ActOp::kAct);
  EXPECT_EQ(instruction.act_half, arch::ActHalf::kHi);
  EXPECT_EQ(instruction.act_to, arch::ActTo::kStream);
}

// Code 4 of IREG and the parts of a `wr` exist in split machines only.
TEST(DecodeTest, CodesOfSplitMachines) {
  const auto part_of = [](int part) {
    return DecodeInstruction(uint64_t{2} | static_cast<uint64_t>(part) << 62).mema_part;
  };
  const auto ireg = DecodeInstruction(uint64_t{4} << 54).ireg;
  if (arch::kSplit != 0) {
    EXPECT_EQ(ireg, arch::IregOp::kSetshHi);
    EXPECT_EQ(part_of(0), arch::WrPart::kPlain);
    EXPECT_EQ(part_of(1), arch::WrPart::kEven);
    EXPECT_EQ(part_of(2), arch::WrPart::kOdd);
    EXPECT_EQ(part_of(3), arch::WrPart::kBoth);
  } else {
    EXPECT_EQ(ireg, arch::IregOp::kNop);
    for (int part = 0; part < 4; ++part) EXPECT_EQ(part_of(part), arch::WrPart::kPlain) << part;
  }
}

TEST(DecodeTest, UnnamedCodesAreNoOperation) {
  for (int code = 5; code < 8; ++code) {
    EXPECT_EQ(DecodeInstruction(Slots().Put(arch::kIregOp, code).word()).ireg, arch::IregOp::kNop);
  }
  const DecodedInstruction instruction = DecodeInstruction(Slots()
                                                               .Put(arch::kMemaOp, 3)
                                                               .Put(arch::kMembOp, 3)
                                                               .Put(arch::kWregOp, 3)
                                                               .Put(arch::kVmacOp, 3)
                                                               .word());
  EXPECT_EQ(instruction.mema.op, arch::MemOp::kNop);
  EXPECT_EQ(instruction.memb.op, arch::MemOp::kNop);
  EXPECT_EQ(instruction.wreg, arch::WregOp::kNop);
  EXPECT_EQ(instruction.vmac, arch::VmacOp::kNop);
}

// ---- STRIDE = 2 ---------------------------------------------------------------------------------

// The image register of a machine without stride 2 is too short for these operations. They are
// templates, and so are the checks: what is not run is not instantiated either.
template <int kMaxStride>
struct Stride2Checks {
  static void Set() {
    arch::Probe reg = ImageRegisters();
    IregSet2<kMaxStride>(reg);
    EXPECT_EQ(Ri(reg, 0, 15), Count(16, 31));
    EXPECT_EQ(Ri(reg, 16, 23), Count(100, 107));
    EXPECT_EQ(Ri(reg, 24, 31), Count(200, 207));
    EXPECT_EQ(Ri(reg, 32, 38), Count(32, 38));
  }
  static void SetShift() {
    arch::Probe reg = ImageRegisters();
    IregSetShift<kUsed>(reg);
    EXPECT_EQ(Ri(reg, 0, 30), Count(1, 31));
    EXPECT_EQ(Ri(reg, 31, 38), Count(200, 207));
  }
  static void Shift() {
    arch::Probe reg = ImageRegisters();
    IregShift<kUsed>(reg);
    EXPECT_EQ(Ri(reg, 0, 37), Count(1, 38));
    EXPECT_EQ(Ri(reg, 38, 38), Count(0, 0));
  }
  static void Padding() {
    arch::Probe reg = ImageRegisters();
    IregSet2<kMaxStride>(reg);
    IregSetShift<kUsed>(reg);
    IregShift<kUsed>(reg);
    EXPECT_EQ(reg.ri[arch::kRiEntries], 0);
  }
  static void Mac() {
    arch::Probe reg = ImageRegisters();
    reg.rw[0] = 10;
    VmacMac<kMaxStride>(reg);
    for (int lane = 0; lane < arch::kLanes; ++lane) EXPECT_EQ(reg.accu[lane], 20u * lane);
  }
  static constexpr int kUsed = kMaxStride * arch::kLanes - 1 + arch::kWordPixels;
};

class Stride2Test : public testing::Test {
 protected:
  void SetUp() override {
    if (arch::kMaxStride < 2)
      GTEST_SKIP() << "no stride 2; split_test.cpp has what takes its place";
  }
};

TEST_F(Stride2Test, SetMovesTheFormerVectorDown) {
  if constexpr (arch::kMaxStride == 2) Stride2Checks<arch::kMaxStride>::Set();
}

TEST_F(Stride2Test, SetshShiftsThirtyTwoAndAppendsPortB) {
  if constexpr (arch::kMaxStride == 2) Stride2Checks<arch::kMaxStride>::SetShift();
}

TEST_F(Stride2Test, ShShiftsAllEntries) {
  if constexpr (arch::kMaxStride == 2) Stride2Checks<arch::kMaxStride>::Shift();
}

TEST_F(Stride2Test, PaddingOfTheProbeStaysZero) {
  if constexpr (arch::kMaxStride == 2) Stride2Checks<arch::kMaxStride>::Padding();
}

TEST_F(Stride2Test, MacUsesEverySecondPixel) {
  if constexpr (arch::kMaxStride == 2) Stride2Checks<arch::kMaxStride>::Mac();
}

}  // namespace
}  // namespace nve::golden
