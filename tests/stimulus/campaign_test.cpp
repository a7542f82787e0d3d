// Random programs on the RTL, and what happens when something is wrong: found, and shrunk.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "compiler/program/instruction.hpp"
#include "tests/stimulus/random_campaign.hpp"

namespace nve {
namespace {

CampaignResult RunSeeds(const MakeCore& make_core, uint64_t first, uint64_t last, bool shrink) {
  CampaignOptions options;
  options.first_seed = first;
  options.last_seed = last;
  options.shrink = shrink;
  return RunCampaign(make_core, options, [](int64_t /*done*/) {});
}

TEST(RandomPrograms, AgreeUnderEveryProfile) {
  const CampaignResult result = RunSeeds(MakeRtlCore, 1, 300, false);
  for (const CaseFailure& failure : result.failures) ADD_FAILURE() << failure.text;
  const Totals& totals = result.totals;
  fmt::print("{} programs, {} runs, {} cycles compared\n", totals.conducted, totals.runs,
             totals.cycles);
  EXPECT_EQ(totals.conducted, 300u);
  EXPECT_EQ(totals.runs, 300 * kStallProfileNames.size());
  EXPECT_EQ(totals.cycle_delta, 0);
  EXPECT_EQ(totals.illegal, 37u);
  EXPECT_GE(totals.congested, 60u);
  EXPECT_GT(totals.cycles, 1'000'000u);
  // Equality says something only if there was something to compare in every state and stall.
  EXPECT_GT(totals.words, 20'000u);
  EXPECT_GT(totals.refused, 0u);
  EXPECT_GT(totals.resets, 0u);
  for (int state = 0; state < kStates; ++state) {
    EXPECT_GT(totals.counts.State(static_cast<arch::State>(state)), 10'000) << state;
  }
  EXPECT_GT(totals.counts.Stall(arch::Stall::kInput), 10'000);
  EXPECT_GT(totals.counts.Stall(arch::Stall::kOutput), 10'000);
}

// The core with a bug in its probe: `damage` may change what a cycle shows.
class DamagedCore : public CoreModel {
 public:
  using Damage = std::function<void(arch::Probe&)>;

  explicit DamagedCore(Damage damage) : core_(MakeRtlCore()), damage_(std::move(damage)) {
    probe_ = reinterpret_cast<const uint32_t*>(&shown_);
    probe_inputs_ = core_->probe_inputs();
  }
  void Reset() override {
    core_->Reset();
    Show();
  }
  void Drive(const CorePins& pins) override {
    core_->Drive(pins);
    Show();
  }
  void Clock() override {
    core_->Clock();
    Show();
  }

 private:
  void Show() {
    std::memcpy(&shown_, core_->probe(), sizeof(shown_));
    damage_(shown_);
  }

  std::unique_ptr<CoreModel> core_;
  Damage damage_;
  arch::Probe shown_{};
};

Instruction InstructionOf(const arch::Probe& probe) {
  return Decode(uint64_t{probe.instruction[1]} << 32 | probe.instruction[0])
      .value_or(Instruction{});
}

// Two operations in one cycle damage what the next slot shows, in an instruction that advances.
void ExpectFoundAndShrunk(const DamagedCore::Damage& damage) {
  const MakeCore make_core = [&] { return std::make_unique<DamagedCore>(damage); };
  const CampaignResult result = RunSeeds(make_core, 1, 60, true);
  ASSERT_GT(result.failures.size(), 2u);
  EXPECT_EQ(result.totals.failed, result.failures.size());
  for (const CaseFailure& failure : result.failures) {
    ASSERT_TRUE(failure.shrunk.has_value()) << failure.text;
    EXPECT_LE(*failure.shrunk, 10u) << failure.text;
    EXPECT_NE(failure.text.find(fmt::format("nve-random --seeds {} --profile all", failure.seed)),
              std::string::npos);
    EXPECT_NE(failure.text.find("lockstep mismatch"), std::string::npos);
  }
}

TEST(RandomPrograms, ShrinkAPairOfOperations) {
  ExpectFoundAndShrunk([](arch::Probe& probe) {
    const Instruction i = InstructionOf(probe);
    const bool pair = i.vmac == arch::VmacOp::kMac && i.ireg == arch::IregOp::kSetsh;
    if (pair && probe.agu_write != 0) probe.accu[3] ^= 1;
  });
}

TEST(RandomPrograms, ShrinkAStalledRepeat) {
  ExpectFoundAndShrunk([](arch::Probe& probe) {
    if (probe.stall != 0 && probe.pass > 0) probe.pc ^= 1;
  });
}

TEST(RandomPrograms, SayWhatIsWrongWithTheOutput) {
  // The output stream is damaged behind the golden model: never, as lockstep sees it first.
  const CampaignResult result = RunSeeds(
      [] {
        return std::make_unique<DamagedCore>([](arch::Probe& probe) { probe.m_tdata[0] ^= 1; });
      },
      1, 1, false);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_NE(result.failures[0].text.find("m_tdata differs"), std::string::npos);
}

}  // namespace
}  // namespace nve
