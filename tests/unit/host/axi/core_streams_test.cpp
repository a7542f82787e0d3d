// SPDX-License-Identifier: Apache-2.0
// The streams of a core: what it has must be offered, whether the sink is ready or not (S3).
#include "host/axi/core_streams.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::HasSubstr;
using testing::kTimeout;

class CoreStreamsTest : public ::testing::Test {
 protected:
  CoreStreamsTest() { Step(); }

  void Step(bool due = false) { streams_.Step(in_, out_, now_++, {due, flags_}); }
  void Steps(uint64_t count) {
    for (uint64_t k = 0; k < count; ++k) Step(true);
  }

  CoreStreams streams_{"the core", kTimeout};
  arch::ProbeInputs in_{};
  arch::Probe out_{};
  AxiStreamFlags flags_ = {.keep = kWholeWord};
  uint64_t now_ = 0;
};

TEST_F(CoreStreamsTest, WordInTheOutputFifoIsOnOffer) {
  out_.out_level = 1;
  out_.m_tvalid = 1;
  EXPECT_EQ(BrokenRule([&] { Step(); }), "");
  in_.m_tready = 1;
  Step();
  out_.out_level = out_.m_tvalid = in_.m_tready = 0;
  EXPECT_EQ(BrokenRule([&] { Step(); }), "");
  out_.out_level = 1;
  EXPECT_THAT(BrokenRule([&] { Step(); }),
              HasSubstr("rule S3 broken at the core stream out of the core in cycle 4: found no "
                        "TVALID for 1 cycles with TREADY low"));
}

TEST_F(CoreStreamsTest, WordOfTheSourceComesInTime) {
  EXPECT_EQ(BrokenRule([&] { Steps(kTimeout); }), "");
  in_.s_tvalid = 1;
  Step(true);
  out_.s_tready = 1;
  Step(true);
  in_.s_tvalid = 0;
  // A source may take its time while TREADY is high, and waits for none without a word.
  EXPECT_EQ(BrokenRule([&] { Steps(2 * kTimeout); }), "");
  out_.s_tready = 0;
  Steps(kTimeout);
  Step(false);
  EXPECT_EQ(BrokenRule([&] { Steps(kTimeout); }), "");
  EXPECT_THAT(BrokenRule([&] { Steps(1); }),
              HasSubstr("rule S3 broken at the core stream into the core"));
}

// TLAST and TKEEP of the input, which the core's probe does not show.
TEST_F(CoreStreamsTest, FlagsOfTheSourceStayUntilTheWordIsTaken) {
  in_.s_tvalid = 1;
  flags_ = {.keep = kWholeWord, .last = false};
  Step();
  out_.s_tready = 1;
  Step();
  flags_.last = true;
  out_.s_tready = 0;
  Step();
  flags_.last = false;
  EXPECT_THAT(BrokenRule([&] { Step(); }),
              HasSubstr("rule S2 broken at the core stream into the core in cycle 4"));
}

TEST_F(CoreStreamsTest, NullBytesOfTheSourceAreBehindAPacketOnly) {
  in_.s_tvalid = out_.s_tready = 1;
  flags_ = {.keep = kWholeWord >> 1, .last = true};
  EXPECT_EQ(BrokenRule([&] { Step(); }), "");
  flags_.last = false;
  EXPECT_THAT(BrokenRule([&] { Step(); }),
              HasSubstr("rule S5 broken at the core stream into the core"));
}

// Software may give a descriptor in the midst of a packet no whole number of words.
TEST_F(CoreStreamsTest, NullBytesOfADmaMayBeBehindDescriptors) {
  streams_ = CoreStreams("the core", kTimeout, NullBytes::kBehindDescriptors);
  Step();
  in_.s_tvalid = out_.s_tready = 1;
  flags_ = {.keep = kWholeWord >> 1, .last = false};
  EXPECT_EQ(BrokenRule([&] { Step(); }), "");
  flags_.keep = kWholeWord ^ 2;
  EXPECT_THAT(BrokenRule([&] { Step(); }),
              HasSubstr("rule S5 broken at the core stream into the core"));
}

TEST_F(CoreStreamsTest, ResetOfTheSourceEndsWhatItOwes) {
  Steps(kTimeout);
  streams_.SourceReset();
  EXPECT_EQ(BrokenRule([&] { Steps(kTimeout); }), "");
}

}  // namespace
}  // namespace nve
