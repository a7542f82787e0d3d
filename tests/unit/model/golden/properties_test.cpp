// SPDX-License-Identifier: Apache-2.0
// Properties that hold for any program and any inputs, checked on random ones: Evaluate changes
// nothing and Commit does not need it, and the probe's events are what the memories and FIFOs do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "model/golden/decode.hpp"
#include "model/golden/operations.hpp"
#include "tests/unit/model/golden/test_core.hpp"

namespace nve::golden {
namespace {

constexpr int kCycles = 20'000;

// Random register accesses, stream handshakes and words. Writes mostly hit settings with values
// that are allowed, so that the core runs most of the time.
class RandomInputs {
 public:
  explicit RandomInputs(unsigned seed) : random_(seed) {}

  arch::ProbeInputs Next() {
    arch::ProbeInputs in{};
    in.s_tvalid = Below(4) != 0;
    in.m_tready = Below(3) != 0;
    for (uint32_t& half : in.s_tdata) half = random_();
    in.reg_raddr = Below(40) * 4;
    in.reg_write = Below(3) == 0;
    PresentWrite(in);
    return in;
  }

 private:
  uint32_t Below(uint32_t limit) { return random_() % limit; }

  void PresentWrite(arch::ProbeInputs& in) {
    switch (Below(16)) {
      case 0:
        in.reg_waddr = Below(2048) * 4;
        in.reg_wdata = random_() >> Below(32);
        break;
      case 1:
        in.reg_waddr = arch::kActTableOffset + 4 * Below(arch::kActEntries);
        in.reg_wdata = Below(256);
        break;
      case 2:
        in.reg_waddr = arch::kRegControl.offset;
        in.reg_wdata = Below(20) == 0 ? Below(16) : arch::kControlStart;
        break;
      case 3:
        in.reg_waddr = arch::kRegControl.offset;
        in.reg_wdata =
            arch::kControlStart | arch::kControlLoad | (Below(8) == 0 ? arch::kControlTable : 0);
        break;
      case 4:
        in.reg_waddr = arch::kRegIrq.offset;
        in.reg_wdata = Below(2);
        break;
      case 5:
        in.reg_waddr = arch::kRegIrqEnable.offset;
        in.reg_wdata = Below(2);
        break;
      case 6:
        in.reg_waddr = arch::kRegAguInc1.offset + 4 * Below(6);
        in.reg_wdata = Below(16);
        break;
      default:
        PresentSetting(in);
    }
  }

  void PresentSetting(arch::ProbeInputs& in) {
    const struct {
      arch::Register reg;
      uint32_t first;
      uint32_t count;
    } choices[] = {{arch::kRegProgramSize, 6, 20},
                   {arch::kRegRepeatFirst, 0, 3},
                   {arch::kRegRepeatLast, 3, 3},
                   {arch::kRegIterations, 1, 5},
                   {arch::kRegExtra, 0, 3},
                   {arch::kRegRuns, 1, 3},
                   {arch::kRegStride, 1, arch::kMaxStride},
                   {arch::kRegBiasShift, 0, 17},
                   {arch::kRegActShift, 0, 32},
                   {arch::kRegPacketWords, 0, 4}};
    const auto& choice = choices[Below(std::size(choices))];
    in.reg_waddr = choice.reg.offset;
    in.reg_wdata = choice.first + Below(choice.count);
  }

  std::mt19937 random_;
};

bool Same(const arch::Probe& a, const arch::Probe& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

void ExpectSameMemories(const GoldenCore& a, const GoldenCore& b) {
  for (int i = 0; i < arch::kLocalWords; ++i) ASSERT_EQ(a.LocalWord(i), b.LocalWord(i)) << i;
  for (int i = 0; i < arch::kActEntries; ++i) ASSERT_EQ(a.TableEntry(i), b.TableEntry(i)) << i;
  for (int i = 0; i < arch::kInstructionWords; ++i) {
    ASSERT_EQ(a.InstructionWord(i), b.InstructionWord(i)) << i;
    ASSERT_EQ(a.RotatedUpdate(i, 0), b.RotatedUpdate(i, 0)) << i;
    ASSERT_EQ(a.RotatedUpdate(i, 1), b.RotatedUpdate(i, 1)) << i;
  }
}

class RandomTest : public testing::TestWithParam<unsigned> {};

TEST_P(RandomTest, EvaluateChangesNothingAndCommitDoesNotNeedIt) {
  RandomInputs inputs(GetParam());
  GoldenCore evaluated;
  GoldenCore committed;
  int advances = 0;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const arch::ProbeInputs in = inputs.Next();
    const arch::Probe first = evaluated.Evaluate(in);
    ASSERT_TRUE(Same(first, evaluated.Evaluate(in))) << cycle;
    advances += first.agu_write != 0;
    evaluated.Commit(in);
    committed.Commit(in);
  }
  const arch::ProbeInputs in{};
  EXPECT_TRUE(Same(evaluated.Evaluate(in), committed.Evaluate(in)));
  ExpectSameMemories(evaluated, committed);
  EXPECT_GT(advances, kCycles / 10) << "the core hardly ran";
}

bool IsSoftReset(const arch::Probe& probe, const arch::ProbeInputs& in) {
  return in.reg_write != 0 && in.reg_waddr == arch::kRegControl.offset &&
         (in.reg_wdata & arch::kControlReset) != 0 && probe.reg_werror == 0;
}

void ExpectMemoriesFollow(const arch::Probe& probe, const GoldenCore& core) {
  if (probe.agu_write != 0) {
    EXPECT_EQ(core.RotatedUpdate(probe.pc, 0), static_cast<int>(probe.agu_mema));
    EXPECT_EQ(core.RotatedUpdate(probe.pc, 1), static_cast<int>(probe.agu_memb));
  }
  if (probe.write_a != 0) {
    EXPECT_EQ(core.LocalWord(probe.write_a_address), Word(probe.write_a_data));
  }
  if (arch::kSplit == 0 && probe.write_a != 0) {
    EXPECT_EQ(Word(probe.write_a_data), Word(probe.in_word));
  }
  const bool overruled = probe.write_a != 0 && probe.write_a_address == probe.write_b_address;
  if (probe.write_b != 0 && !overruled) {
    EXPECT_EQ(core.LocalWord(probe.write_b_address), Word(probe.write_b_data));
  }
}

// Entries that a register write or a word of the stream changes.
void ExpectTableFollows(const arch::Probe& probe, const arch::ProbeInputs& in,
                        const GoldenCore& core) {
  if (probe.table_write == 0) return;
  const auto first = static_cast<int>(probe.table_address);
  if (!In(probe, arch::State::kTable)) {
    EXPECT_EQ(core.TableEntry(first), in.reg_wdata);
    return;
  }
  EXPECT_EQ(probe.table_address, arch::kWordPixels * probe.load_count);
  for (int k = 0; k < arch::kWordPixels; ++k) {
    EXPECT_EQ(core.TableEntry(first + k), Word(probe.in_word) >> (8 * k) & 0xFF) << k;
  }
}

void ExpectFifosFollow(const arch::Probe& now, const arch::ProbeInputs& in,
                       const arch::Probe& next) {
  const bool loads = In(now, arch::State::kLoad) && next.load_count == now.load_count + 1;
  const bool loads_table = In(now, arch::State::kTable) && now.table_write != 0;
  const bool taken = now.write_a != 0 || loads || loads_table;
  const bool entered = in.s_tvalid != 0 && now.s_tready != 0;
  EXPECT_EQ(next.in_level, now.in_level + entered - taken);
  EXPECT_EQ(next.in_enter, (now.in_enter + entered) % arch::kInputFifoWords);
  EXPECT_EQ(next.in_leave, (now.in_leave + taken) % arch::kInputFifoWords);
  EXPECT_EQ(now.s_tready, now.in_level < arch::kInputFifoWords ? 1u : 0u);
  const bool sent = in.m_tready != 0 && now.m_tvalid != 0;
  EXPECT_EQ(next.out_level, now.out_level + now.act_push - sent);
  EXPECT_EQ(next.out_enter, (now.out_enter + now.act_push) % arch::kOutputFifoWords);
  EXPECT_EQ(next.out_leave, (now.out_leave + sent) % arch::kOutputFifoWords);
  EXPECT_EQ(now.m_tvalid, now.out_level > 0 ? 1u : 0u);
  EXPECT_LE(now.out_level + now.act_push, static_cast<uint32_t>(arch::kOutputFifoWords));
}

// The words of a FIFO lie from the place of the oldest one on.
void ExpectPlacesSpanLevels(const arch::Probe& probe) {
  constexpr uint32_t kIn = arch::kInputFifoWords;
  constexpr uint32_t kOut = arch::kOutputFifoWords;
  EXPECT_LT(probe.in_enter, kIn);
  EXPECT_EQ(probe.in_leave, (probe.in_enter + kIn - probe.in_level) % kIn);
  EXPECT_LT(probe.out_enter, kOut);
  EXPECT_EQ(probe.out_leave, (probe.out_enter + kOut - probe.out_level) % kOut);
}

bool Running(const arch::Probe& probe) {
  return In(probe, arch::State::kInitial) || In(probe, arch::State::kRepeat) ||
         In(probe, arch::State::kFinal);
}

// A stalled cycle already shows what the advancing one will write back.
void ExpectUpdatesWait(const arch::Probe& now, const arch::Probe& next) {
  if (!Running(now)) {
    EXPECT_EQ(now.agu_mema + now.agu_memb, 0u);
  } else if (now.agu_write == 0) {
    EXPECT_EQ(next.agu_mema, now.agu_mema);
    EXPECT_EQ(next.agu_memb, now.agu_memb);
  }
}

// Everything between the local buffer and the result register lies together.
void ExpectDatapathHolds(const arch::Probe& now, const arch::Probe& next) {
  const auto* first = reinterpret_cast<const uint8_t*>(&now.read_a);
  const auto* last = reinterpret_cast<const uint8_t*>(&now.table_write);
  EXPECT_TRUE(std::equal(first, last, reinterpret_cast<const uint8_t*>(&next.read_a)));
  EXPECT_EQ(Word(next.act_out), Word(now.act_out));
  EXPECT_EQ(next.odd, now.odd);
}

// What an advancing cycle does to the reads and sums on their way.
void ExpectPipelinesMove(const arch::Probe& now, const arch::Probe& next) {
  const DecodedInstruction instruction = DecodeInstruction(Word(now.instruction));
  EXPECT_EQ(next.read_a != 0, instruction.mema.op == arch::MemOp::kRd);
  EXPECT_EQ(next.read_b != 0, instruction.memb.op == arch::MemOp::kRd);
  EXPECT_EQ(Word(next.port_a), Word(now.read_a != 0 ? now.read_a_data : now.port_a));
  EXPECT_EQ(Word(next.port_b), Word(now.read_b != 0 ? now.read_b_data : now.port_b));
  EXPECT_TRUE(std::equal(now.stage2, now.stage2 + arch::kLanes, next.result));
  const bool hands_over = instruction.vmac == arch::VmacOp::kSetrb;
  EXPECT_EQ(next.stage1_set, hands_over ? 1u : 0u);
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    const uint16_t sum = TableAddress(now.accu[lane], now.act_shift);
    EXPECT_EQ(next.stage1[lane], hands_over ? sum : 0);
  }
}

void ExpectPacketFollows(const arch::Probe& now, const arch::Probe& next) {
  const bool starts = In(now, arch::State::kIdle) &&
                      (In(next, arch::State::kLoad) || In(next, arch::State::kTable));
  const uint32_t count = now.packet + now.act_push;
  const bool ends = now.act_push != 0 && now.packet_words != 0 && count == now.packet_words;
  EXPECT_EQ(next.packet, starts || ends ? 0 : count);
}

// Data is 0 without what it belongs to.
void ExpectZeroData(const arch::Probe& probe) {
  EXPECT_TRUE(probe.read_a != 0 || Word(probe.read_a_data) == 0);
  EXPECT_TRUE(probe.read_b != 0 || Word(probe.read_b_data) == 0);
  EXPECT_TRUE(probe.table_write != 0 || probe.table_address == 0);
  EXPECT_TRUE(probe.in_level != 0 || Word(probe.in_word) == 0);
}

// Only a `wr even` that writes changes odd, and leaves a word that is still in the FIFO.
void ExpectOddFollows(const arch::Probe& now, const arch::Probe& next) {
  const bool even = arch::kSplit != 0 && now.write_a != 0 && Word(now.instruction) >> 62 == 1;
  if (even) {
    EXPECT_GE(now.in_level, 2u);
  } else {
    EXPECT_EQ(next.odd, now.odd);
  }
  EXPECT_TRUE(arch::kSplit != 0 || next.odd == 0);
}

TEST_P(RandomTest, EventsOfTheProbeAreWhatHappens) {
  RandomInputs inputs(GetParam() + 1000);
  GoldenCore core;
  arch::ProbeInputs in = inputs.Next();
  for (int cycle = 0; cycle < kCycles && !HasFailure(); ++cycle) {
    const arch::Probe now = core.Evaluate(in);
    core.Commit(in);
    const arch::ProbeInputs next_in = inputs.Next();
    const arch::Probe next = core.Evaluate(next_in);
    SCOPED_TRACE(cycle);
    ExpectMemoriesFollow(now, core);
    ExpectTableFollows(now, in, core);
    ExpectZeroData(now);
    ExpectPlacesSpanLevels(now);
    if (!IsSoftReset(now, in)) {
      ExpectFifosFollow(now, in, next);
      ExpectUpdatesWait(now, next);
      ExpectOddFollows(now, next);
      ExpectPacketFollows(now, next);
      if (now.agu_write == 0) ExpectDatapathHolds(now, next);
      if (now.agu_write != 0) ExpectPipelinesMove(now, next);
    }
    in = next_in;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTest, testing::Range(1u, 6u));

}  // namespace
}  // namespace nve::golden
