// SPDX-License-Identifier: Apache-2.0
// The rules of both streams in runs of the core alone, with a core that breaks them.
#include "host/core/lockstep_core.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "host/core/core_model.hpp"
#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::HasSubstr;

// What the core of the test shows.
arch::Probe shown{};

class ShowingCore : public CoreModel {
 public:
  ShowingCore() {
    probe_ = reinterpret_cast<const uint32_t*>(&shown);
    probe_inputs_ = reinterpret_cast<const uint32_t*>(&inputs_);
  }
  void Drive(const CorePins& pins) override {
    inputs_.s_tvalid = pins.stream_valid ? 1 : 0;
    inputs_.s_tdata[0] = static_cast<uint32_t>(pins.stream_data);
    inputs_.m_tready = pins.output_ready ? 1 : 0;
  }
  void Clock() override {}

 protected:
  void HoldReset(const InReset& in_reset) override { in_reset(); }

 private:
  arch::ProbeInputs inputs_{};
};

class IdealStreams : public ::testing::Test {
 protected:
  IdealStreams() {
    shown = {};
    Cycle({});  // nothing is VALID in the first one
  }
  void Cycle(const arch::ProbeInputs& in) {
    core_->Evaluate(in);
    core_->Commit(in);
  }

 private:
  // What it shows is no golden model's.
  IdealCoreOptions options_ = {.lockstep = false};
  IdealStatistics statistics_;
  std::unique_ptr<SteppedCore> core_ = MakeIdealCore(options_, statistics_);
};

TEST_F(IdealStreams, AWordOnOfferStays) {
  arch::ProbeInputs in{};
  in.s_tvalid = 1;
  in.s_tdata[0] = 7;
  Cycle(in);
  Cycle(in);
  shown.s_tready = 1;
  Cycle(in);
  in.s_tdata[0] = 8;
  Cycle(in);
  shown.s_tready = 0;
  Cycle(in);
  EXPECT_THAT(BrokenRule([&] { Cycle({}); }),
              HasSubstr("AXI rule S2 broken at core stream into the core in cycle 6"));
}

TEST_F(IdealStreams, AResultOnOfferStays) {
  shown.m_tvalid = 1;
  Cycle({});
  shown.m_tlast = 1;
  EXPECT_THAT(BrokenRule([&] { Cycle({}); }),
              HasSubstr("AXI rule S2 broken at core stream out of the core in cycle 2"));
}

TEST(IdealReset, NothingIsOnOffer) {
  IdealStatistics statistics;
  const IdealCoreOptions options = {.lockstep = false};
  shown = {};
  MakeIdealCore(options, statistics);
  shown.m_tvalid = 1;
  EXPECT_THAT(BrokenRule([&] { MakeIdealCore(options, statistics); }),
              HasSubstr("AXI rule S1 broken at core stream out of the core in cycle 0: found "
                        "TVALID in reset"));
}

TEST(IdealLockstep, EndsAtTheFirstDifference) {
  IdealStatistics statistics;
  shown = {};
  const std::unique_ptr<SteppedCore> core = MakeIdealCore({}, statistics);
  EXPECT_EQ(statistics.FirstMismatch(), nullptr);
  shown.pc = 7;
  EXPECT_THROW(core->Commit({}), MismatchFound);
  ASSERT_NE(statistics.FirstMismatch(), nullptr);
  EXPECT_EQ(statistics.FirstMismatch()->got.pc, 7U);
}

}  // namespace

std::unique_ptr<CoreModel> MakeRtlCore() { return std::make_unique<ShowingCore>(); }

}  // namespace nve
