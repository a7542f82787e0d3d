// SPDX-License-Identifier: Apache-2.0
// A lockstep mismatch as data: the instruction it blames, and all that was kept.
#include "host/lockstep/mismatch_data.hpp"

#include <gtest/gtest.h>

#include "tests/unit/host/lockstep/made_mismatch.hpp"

namespace nve {
namespace {

using testing::After;

uint64_t ProducerCycle(const Mismatch& mismatch, const char* field) {
  Difference difference;
  difference.field = field;
  const CycleRecord* producer = ProducerOf(mismatch, difference);
  return producer == nullptr ? 0 : producer->cycle;
}

TEST(MismatchData, BlamesTheInstructionThatWrote) {
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

TEST(MismatchData, NamesTheWriterOfTheFirstDifference) {
  const auto writer = [](auto change) {
    Mismatch mismatch = After({"- | - | - | - | mac | -", "- | - | set rw | - | - | -"});
    change(mismatch.got);
    return ResultOf(mismatch, {}).writer;
  };
  EXPECT_EQ(writer([](arch::Probe& got) { got.rw[1] = 5; }), kWriterProducer);
  EXPECT_EQ(writer([](arch::Probe& got) { got.ri[1] = 5; }), kWriterUnknown);
  EXPECT_EQ(writer([](arch::Probe& got) { got.write_a = 1; }), kWriterNow);
  EXPECT_EQ(writer([](arch::Probe& got) { got.reg_rdata = 1; }), kWriterNever);
}

TEST(MismatchData, HasWhatWasKept) {
  Mismatch mismatch = After({"- | - | set rw | - | - | -", "stall"});
  mismatch.got.rw[1] = 5;
  mismatch.expected.run = mismatch.got.run = 2;
  mismatch.inputs.s_tdata[1] = 0xAB;
  mismatch.beats = {{98, true, true, 7}};
  const MismatchOfRun result =
      ResultOf(mismatch, {.core = "core 3", .layer = "L1", .program = "p", .reproduce = "run it"});
  EXPECT_EQ(result.core, "core 3");
  EXPECT_EQ(result.cycle, 100U);
  EXPECT_EQ(result.run, 2U);
  EXPECT_EQ(result.state, "repeat");
  EXPECT_EQ(result.inputs.s_tdata, "0x000000ab00000000");
  ASSERT_EQ(result.differences.size(), 1U);
  EXPECT_EQ(result.differences[0].signal, "rw");
  EXPECT_EQ(result.differences[0].element, 1);
  ASSERT_TRUE(result.producer.value);
  EXPECT_EQ(result.producer.value->cycle, 98U);
  ASSERT_EQ(result.history.size(), 2U);
  EXPECT_EQ(result.history[0].instruction, "- | - | set rw | - | - | -");
  ASSERT_EQ(result.beats.size(), 1U);
  EXPECT_EQ(result.beats[0].stream, "out");
  EXPECT_EQ(result.reproduce, "run it");
}

}  // namespace
}  // namespace nve
