// SPDX-License-Identifier: Apache-2.0
// What each congestor does to the core, as the core's probe shows it: beside the same programs
// without one.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "arch/build_machine.hpp"
#include "tb/stimulus/case_run.hpp"

namespace nve {
namespace {

constexpr uint64_t kPrograms = 20;
constexpr StallProfile kProfile = StallProfile::kRandom50;

bool IsIdle(const arch::Probe& probe) {
  return probe.state == static_cast<uint32_t>(arch::State::kIdle);
}

// The RTL core, each of whose cycles is shown before the clock edge.
class WatchedCore : public CoreModel {
 public:
  using Watch = std::function<void(const arch::Probe&, const arch::ProbeInputs&)>;

  explicit WatchedCore(Watch watch) : core_(MakeRtlCore()), watch_(std::move(watch)) {
    probe_ = core_->probe();
    probe_inputs_ = core_->probe_inputs();
  }

  void Drive(const CorePins& pins) override { core_->Drive(pins); }
  void Clock() override {
    watch_(*reinterpret_cast<const arch::Probe*>(probe_),
           *reinterpret_cast<const arch::ProbeInputs*>(probe_inputs_));
    core_->Clock();
  }

 protected:
  void HoldReset(const InReset& in_reset) override { core_->Reset(in_reset); }

 private:
  std::unique_ptr<CoreModel> core_;
  Watch watch_;
};

// What happened in all programs together.
struct Seen {
  uint64_t sent = 0;         // words that left before the core had ended
  uint64_t sent_full = 0;    // of them from a full FIFO
  uint64_t taken = 0;        // words that came
  uint64_t taken_empty = 0;  // of them into an empty FIFO, or while the core waited for more
  uint64_t filled = 0;       // programs whose input FIFO was as full before START as it could be
  uint64_t not_offered = 0;  // cycles of a program without a word though there were some left
  uint64_t running = 0;      // cycles
  uint64_t writes = 0;       // to registers while running
  uint64_t refused = 0;      // of them
  std::set<uint32_t> read;   // addresses while running
};

// One program from reset to end.
class OneProgram {
 public:
  OneProgram(const RandomCase& random, Seen& seen) : words_(random.StreamWords()), seen_(seen) {}

  void Cycle(const arch::Probe& now, const arch::ProbeInputs& in) {
    const bool idle = IsIdle(now);
    if (!idle && !started_) {
      started_ = true;
      seen_.filled +=
          now.in_level == std::min<uint64_t>(words_, arch::BuildSizes().input_fifo_words) ? 1 : 0;
    }
    seen_.not_offered += cycle_++ > 0 && in.s_tvalid == 0 && taken_ < words_ ? 1 : 0;
    if (in.s_tvalid != 0 && now.s_tready != 0) {
      ++taken_;
      // Words of a table leave as fast as they come, with a congestor or without.
      if (now.state != static_cast<uint32_t>(arch::State::kTable)) {
        ++seen_.taken;
        const bool waits = now.stall == static_cast<uint32_t>(arch::Stall::kInput);
        seen_.taken_empty += now.in_level == 0 || waits ? 1 : 0;
      }
    }
    if (idle) return;
    if (now.m_tvalid != 0 && in.m_tready != 0) {
      ++seen_.sent;
      seen_.sent_full +=
          now.out_level == static_cast<uint32_t>(arch::BuildSizes().output_fifo_words) ? 1 : 0;
    }
    ++seen_.running;
    seen_.writes += in.reg_write;
    seen_.refused += in.reg_write != 0 && now.reg_werror != 0 ? 1 : 0;
    seen_.read.insert(in.reg_raddr);
  }

 private:
  uint64_t words_;
  Seen& seen_;
  bool started_ = false;
  uint64_t cycle_ = 0;
  uint64_t taken_ = 0;
};

// Legal programs whose output fills its FIFO more than once.
Seen RunWith(Congestor congestor) {
  Seen seen;
  std::optional<OneProgram> program;
  WatchedCore core(
      [&](const arch::Probe& now, const arch::ProbeInputs& in) { program->Cycle(now, in); });
  CaseRunner runner(core);
  uint64_t programs = 0;
  for (uint64_t seed = 1; programs < kPrograms; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    const uint64_t words = random.OutputWords();
    if (!random.legal || words < 4 * static_cast<uint64_t>(arch::BuildSizes().output_fifo_words) ||
        words > 2000)
      continue;
    program.emplace(random, seen);
    EXPECT_EQ(runner.Run(random, {kProfile, congestor}).problem, "") << seed;
    ++programs;
  }
  return seen;
}

// A congestor that does nothing gives what there is without one.
TEST(CongestorEffect, OutputLeavesFromAFullFifo) {
  const Seen without = RunWith(Congestor::kNone);
  EXPECT_LT(without.sent_full, without.sent / 4);
  const Seen with = RunWith(Congestor::kOutputFull);
  EXPECT_GT(with.sent, kPrograms * arch::BuildSizes().output_fifo_words);
  EXPECT_EQ(with.sent_full, with.sent);
}

TEST(CongestorEffect, InputComesIntoAnEmptyFifo) {
  const Seen without = RunWith(Congestor::kNone);
  EXPECT_LT(without.taken_empty, without.taken / 4);
  const Seen with = RunWith(Congestor::kInputEmpty);
  EXPECT_GT(with.taken, kPrograms * arch::BuildSizes().input_fifo_words);
  EXPECT_EQ(with.taken_empty, with.taken);
}

TEST(CongestorEffect, InputIsThereBeforeStartAndInEveryCycle) {
  const Seen without = RunWith(Congestor::kNone);
  EXPECT_EQ(without.filled, 0u);
  EXPECT_GT(without.not_offered, without.taken);
  const Seen with = RunWith(Congestor::kInputFull);
  EXPECT_EQ(with.filled, kPrograms);
  EXPECT_EQ(with.not_offered, 0u);
}

TEST(CongestorEffect, RegistersAreAccessedWhileRunning) {
  const Seen without = RunWith(Congestor::kNone);
  EXPECT_EQ(without.writes, 0u);
  EXPECT_EQ(without.read.size(), 1u);
  const Seen with = RunWith(Congestor::kBus);
  EXPECT_GT(with.writes, with.running / 4);
  EXPECT_GT(with.refused, with.writes / 2);
  EXPECT_GT(with.writes - with.refused, with.writes / 10);
  EXPECT_GT(with.read.size(), 1000u);
}

}  // namespace
}  // namespace nve
