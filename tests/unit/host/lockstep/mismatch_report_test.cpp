// SPDX-License-Identifier: Apache-2.0
// The report of a lockstep mismatch: its words and its length.
#include "host/lockstep/mismatch_report.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "tests/unit/host/lockstep/made_mismatch.hpp"

namespace nve {
namespace {

using testing::After;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string TextOf(const Mismatch& mismatch, const MismatchContext& context = {}) {
  return FormatMismatch(ResultOf(mismatch, context));
}

TEST(MismatchReport, SaysSoIfNoInstructionWrote) {
  Mismatch mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.rw[1] = 5;
  const std::string text = TextOf(mismatch);
  EXPECT_THAT(text,
              HasSubstr("first: rw[1] (WREG), which no instruction of the last 1 cycles wrote"));
  mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.write_a = 1;
  EXPECT_THAT(TextOf(mismatch), HasSubstr("(MEMA), driven by this instruction"));
  mismatch = After({"- | - | - | - | mac | -"});
  mismatch.got.reg_rdata = 1;
  EXPECT_THAT(TextOf(mismatch), HasSubstr("(registers), which no instruction writes"));
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
  EXPECT_THAT(TextOf(mismatch, context),
              HasSubstr("  layer L1, program L1.p0, run 2, pass 4: strip 3 of 8, iteration 5 of 5; "
                        "seed 9\n"));
  mismatch.expected.pass = 6;
  EXPECT_THAT(TextOf(mismatch, context), HasSubstr("strip 3 of 8, after iteration 5; "));
}

TEST(MismatchReport, HasAtMostFortyLinesWithThoseOfTheWaves) {
  Mismatch mismatch = After(std::vector<std::string>(LockstepChecker::kHistory,
                                                     "rd 1 | rd 2 | sh rw | sh ri | mac | act lo"));
  for (size_t i = 0; i < LockstepChecker::kBeats; ++i) mismatch.beats.push_back({i, true, true, i});
  std::memset(&mismatch.got, 0x55, sizeof(mismatch.got));
  MismatchContext context{
      .core = "core 0", .layer = "L1", .program = "L1.p0", .reproduce = "run it"};
  context.strips = 1;
  const std::string all = TextOf(mismatch, context);
  EXPECT_LE(std::count(all.begin(), all.end(), '\n'), 38);
  EXPECT_THAT(all, HasSubstr(" more\n"));

  // All lanes of a register fit.
  mismatch.got = mismatch.expected;
  for (uint32_t& accu : mismatch.got.accu) accu = 1;
  const std::string lanes = TextOf(mismatch, context);
  EXPECT_LE(std::count(lanes.begin(), lanes.end(), '\n'), 38);
  EXPECT_THAT(lanes, Not(HasSubstr(" more\n")));
  for (int lane = 0; lane < arch::kLanes; ++lane) {
    EXPECT_THAT(lanes, HasSubstr("accu[" + std::to_string(lane) + "] "));
  }
}

TEST(MismatchReport, CutsTheOldestCyclesToFit) {
  Mismatch mismatch = After(std::vector<std::string>(3, "rd 1 | - | - | - | - | -"));
  mismatch.got.pc = 1;
  const MismatchContext context;
  const std::string all = TextOf(mismatch, context);
  EXPECT_THAT(all, HasSubstr("the 3 cycles before it:"));
  const auto lines = static_cast<size_t>(std::count(all.begin(), all.end(), '\n'));
  const MismatchOfRun result = ResultOf(mismatch, context);
  const std::string cut = FormatMismatch(result, lines - 1);
  EXPECT_THAT(cut, HasSubstr("the 2 cycles before it:"));
  EXPECT_THAT(cut, AllOf(Not(HasSubstr("  97 repeat")), HasSubstr("  98 repeat"),
                         HasSubstr("  99 repeat")));
  for (const size_t few : {lines - 3, size_t{0}}) {
    EXPECT_THAT(FormatMismatch(result, few), Not(HasSubstr("before it:")));
  }
}

}  // namespace
}  // namespace nve
