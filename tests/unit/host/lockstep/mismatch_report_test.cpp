// SPDX-License-Identifier: Apache-2.0
// The report of a lockstep mismatch: its length, and the instruction it blames.
#include "host/lockstep/mismatch_report.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "program/instruction.hpp"

namespace nve {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

uint64_t Word(const std::string& text) {
  std::string problem;
  const auto instruction = ParseInstruction(text, problem, kCodesOfAnyMachine);
  EXPECT_TRUE(instruction.has_value()) << problem;
  return Encode(*instruction);
}

// A mismatch in cycle 100 after the given instructions, the last one in cycle 99. "stall" stalls.
Mismatch After(const std::vector<std::string>& texts) {
  Mismatch mismatch;
  mismatch.cycle = 100;
  mismatch.expected.state = mismatch.got.state = static_cast<uint32_t>(arch::State::kRepeat);
  for (size_t i = 0; i < texts.size(); ++i) {
    CycleRecord record;
    record.cycle = 100 - texts.size() + i;
    record.pc = static_cast<uint32_t>(i);
    record.state = mismatch.expected.state;
    record.advance = texts[i] == "stall" ? 0 : 1;
    record.instruction = texts[i] == "stall" ? 0 : Word(texts[i]);
    mismatch.history.push_back(record);
  }
  return mismatch;
}

uint64_t ProducerCycle(const Mismatch& mismatch, const char* field) {
  Difference difference;
  difference.field = field;
  const CycleRecord* producer = ProducerOf(mismatch, difference);
  return producer == nullptr ? 0 : producer->cycle;
}

TEST(MismatchReport, BlamesTheInstructionThatWrote) {
  const Mismatch mismatch = After({
      "rd 1 | - | - | - | set rb | -",          // 94
      "- | rd 2 | - | set ri | - | -",          // 95
      "- | - | set rw | - | mac | act lo",      // 96
      "stall",                                  // 97
      "rd 3 | rd 4 | - | - | set rb | act hi",  // 98
      "- | - | sh rw | - | - | -",              // 99
  });
  EXPECT_EQ(ProducerCycle(mismatch, "rw"), 99U);
  EXPECT_EQ(ProducerCycle(mismatch, "ri"), 95U);
  EXPECT_EQ(ProducerCycle(mismatch, "accu"), 98U);
  EXPECT_EQ(ProducerCycle(mismatch, "act_out"), 98U);
  // Two executed instructions between `rd` and its word: the `rd` of 98 shows now, in 100.
  EXPECT_EQ(ProducerCycle(mismatch, "port_a"), 98U);
  EXPECT_EQ(ProducerCycle(mismatch, "port_b"), 98U);
  // Three executed ones: the sums of 98 are still on their way.
  EXPECT_EQ(ProducerCycle(mismatch, "result"), 94U);
  EXPECT_EQ(ProducerCycle(mismatch, "read_a"), 98U);
  EXPECT_EQ(ProducerCycle(mismatch, "stage1"), 98U);
  EXPECT_EQ(ProducerCycle(mismatch, "stage2"), 98U);
  EXPECT_EQ(ProducerCycle(mismatch, "pc"), 99U);
  // Settings are written by the host, whatever they are called.
  for (const char* setting : {"act_shift", "runs", "packet_words", "agu_inc2"}) {
    EXPECT_EQ(ProducerCycle(mismatch, setting), 0U) << setting;
  }
}

TEST(MismatchReport, SaysSoIfNoInstructionWrote) {
  Mismatch mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.rw[1] = 5;
  const std::string text = FormatMismatch(mismatch, {});
  EXPECT_THAT(text,
              HasSubstr("first: rw[1] (WREG), which no instruction of the last 1 cycles wrote"));
  mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.write_a = 1;
  EXPECT_THAT(FormatMismatch(mismatch, {}), HasSubstr("(MEMA), driven by this instruction"));
  mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.reg_rdata = 1;
  EXPECT_THAT(FormatMismatch(mismatch, {}), HasSubstr("(registers), which no instruction writes"));
}

TEST(MismatchReport, NamesStripAndIteration) {
  Mismatch mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.accu[3] = 7;
  mismatch.expected.run = mismatch.got.run = 2;
  mismatch.expected.pass = mismatch.got.pass = 4;
  MismatchContext context{
      .core = "core 0", .layer = "L1", .program = "L1.p0", .reproduce = "run it"};
  context.seed = "9";
  context.strips = 8;
  context.iterations = 5;
  EXPECT_THAT(FormatMismatch(mismatch, context),
              HasSubstr("  layer L1, program L1.p0, run 2, pass 4: strip 3 of 8, iteration 5 of 5; "
                        "seed 9\n"));
  mismatch.expected.pass = 6;
  EXPECT_THAT(FormatMismatch(mismatch, context), HasSubstr("strip 3 of 8, after iteration 5; "));
}

TEST(MismatchReport, HasAtMostFortyLinesWithThoseOfTheWaves) {
  Mismatch mismatch = After(std::vector<std::string>(LockstepChecker::kHistory,
                                                     "rd 1 | rd 2 | sh rw | sh ri | mac | act lo"));
  for (size_t i = 0; i < LockstepChecker::kBeats; ++i) mismatch.beats.push_back({i, true, true, i});
  std::memset(&mismatch.got, 0x55, sizeof(mismatch.got));
  MismatchContext context{
      .core = "core 0", .layer = "L1", .program = "L1.p0", .reproduce = "run it"};
  context.strips = 1;
  const std::string all = FormatMismatch(mismatch, context);
  EXPECT_LE(std::count(all.begin(), all.end(), '\n'), 38);
  EXPECT_THAT(all, HasSubstr(" more\n"));

  // All lanes of a register fit.
  mismatch.got = mismatch.expected;
  for (uint32_t& accu : mismatch.got.accu) accu = 1;
  const std::string lanes = FormatMismatch(mismatch, context);
  EXPECT_LE(std::count(lanes.begin(), lanes.end(), '\n'), 38);
  EXPECT_THAT(lanes, Not(HasSubstr(" more\n")));
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_THAT(lanes, HasSubstr("accu[" + std::to_string(lane) + "] "));
  }
}

TEST(MismatchReport, CutsTheOldestCyclesToFit) {
  Mismatch mismatch = After(std::vector<std::string>(3, "rd 1 | - | - | - | - | -"));
  mismatch.got.pc = 1;
  MismatchContext context;
  const std::string all = FormatMismatch(mismatch, context);
  EXPECT_THAT(all, HasSubstr("the 3 cycles before it:"));
  const auto lines = static_cast<size_t>(std::count(all.begin(), all.end(), '\n'));
  context.most_lines = lines - 1;
  const std::string cut = FormatMismatch(mismatch, context);
  EXPECT_THAT(cut, HasSubstr("the 2 cycles before it:"));
  EXPECT_THAT(cut, AllOf(Not(HasSubstr("  97 repeat")), HasSubstr("  98 repeat"),
                         HasSubstr("  99 repeat")));
  for (const size_t few : {lines - 3, size_t{0}}) {
    context.most_lines = few;
    EXPECT_THAT(FormatMismatch(mismatch, context), Not(HasSubstr("before it:")));
  }
}

}  // namespace
}  // namespace nve
