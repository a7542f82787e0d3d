// SPDX-License-Identifier: Apache-2.0
// Rules of a channel's registers: see dma_run_rules.hpp.
#include "host/axi/dma_run_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/driver/dma_registers.hpp"

namespace nve {

using namespace dma;

namespace {

constexpr uint32_t kByte = 0xFF;
constexpr int kDelayLsb = 24;
// From its last word to its check; from the handshakes of a status until a write of TAILDESC is
// behind them. Both are counted to the first cycle in which a register write has its effect.
constexpr uint64_t kCheckCycles = 2;
constexpr uint64_t kHandOverCycles = 2;

}  // namespace

void DmaRunRules::Reset() {
  *this = DmaRunRules(*context_, *channel_);
  channel_->Clear();
  AllowBursts();
}

void DmaRunRules::Stop(uint64_t cycles) {
  if (state_ != State::kRuns) return;
  state_ = State::kStops;
  leftover_ = !paused_;
  settled_ = context_->now + cycles;
}

void DmaRunRules::Start(bool error) {
  ++writes_;
  if (error) return;
  // Without a look at Halted nobody knows whether it was taken.
  if (state_ == State::kStops) state_ = State::kUnknown;
  if (state_ != State::kHalted) return;
  state_ = State::kRuns;
  channel_->Clear();
  next_ = current_;
  fetched_.reset();
  paused_ = true;
  worked_ = false;
}

void DmaRunRules::SetControl(uint32_t control) {
  ++writes_;
  cyclic_ = (control & kControlCyclic) != 0;
  const bool keyhole = (control & kControlKeyhole) != 0;
  if (state_ == State::kHalted) keyhole_may_be_0_ = keyhole_may_be_1_ = false;
  if (state_ != State::kRuns) (keyhole ? keyhole_may_be_1_ : keyhole_may_be_0_) = true;
  AllowBursts();
  const uint32_t threshold = std::max(1U, control >> kControlThresholdLsb & kByte);
  if (threshold != threshold_) {
    count_ = threshold_ = threshold;
    count_known_ = true;
  }
  // The delay timer restores the count at a time that is not on the pins.
  if (control >> kDelayLsb != 0) count_known_ = false;
}

void DmaRunRules::AllowBursts() { channel_->AllowBursts(keyhole_may_be_1_, keyhole_may_be_0_); }

// A packet in the cycle of the write wins.
void DmaRunRules::WriteStatus(uint32_t clears) {
  if ((clears & kStatusIocIrq) == 0 || irq_cycle_ + 1 == context_->now) return;
  irq_ = false;
  irq_known_ = true;
}

void DmaRunRules::WriteCurrent(uint32_t address) {
  if (state_ == State::kHalted) current_ = address & kPointerMask;
  if (state_ == State::kStops) current_.reset();
}

// The value of a descriptor that waits at TAILDESC, or is just being checked, moves nothing. Only
// software that may have seen its status can mean the next one at that address.
void DmaRunRules::WriteTail(uint32_t address) {
  tail_ = address & kPointerMask;
  if (state_ != State::kRuns) return;
  const bool owed = !channel_->Done() || handed_over_ + kHandOverCycles >= context_->now;
  const bool checked = fetched_cycle_ + kCheckCycles < context_->now;
  paused_ = fetched_ == tail_ && (paused_ ? owed : !checked);
  worked_ = true;
}

void DmaRunRules::Fetched(const DmaTask& task) {
  fetched_ = task.address;
  fetched_cycle_ = context_->now;
  next_ = task.next;
  paused_ = task.address == tail_;
}

void DmaRunRules::Reported(uint32_t address, bool packet) {
  current_ = address;
  if (!packet) return;
  if (!count_known_) {
    irq_known_ = irq_known_ && irq_;
    irq_cycle_ = context_->now;
  } else if (count_ <= 1) {
    count_ = threshold_;
    irq_ = irq_known_ = true;
    irq_cycle_ = context_->now;
  } else {
    --count_;
  }
}

bool DmaRunRules::MayRead() const {
  return state_ == State::kRuns || (state_ == State::kStops && leftover_);
}

bool DmaRunRules::MayFetch(uint32_t address) const {
  if (!MayRead() || paused_ || address % kDescriptorBytes != 0) return false;
  return !next_ || *next_ == address;
}

std::string DmaRunRules::Allowed() const {
  if (!known()) return "any";
  if (!MayRead()) return state_ == State::kHalted ? "none, it is halted" : "none, it stops";
  if (paused_) return worked_ ? "none behind TAILDESC" : "none before TAILDESC is written";
  return next_ ? fmt::format("0x{:08x}", *next_) : "multiples of 64";
}

DmaRunRules::Expected DmaRunRules::Expect(bool busy) const {
  Expected expected = {.cycle = context_->now,
                       .writes = writes_,
                       .state = state_,
                       .settled = context_->now > settled_,
                       .worked = worked_,
                       .done = channel_->Done() && !busy,
                       .at_tail = fetched_ == tail_,
                       .moves = channel_->Moves() || busy};
  if (count_known_) expected.count = count_;
  if (irq_known_) expected.irq = irq_;
  return expected;
}

void DmaRunRules::CheckStatus(uint32_t value, const Expected& expected) {
  if (expected.state == State::kUnknown || !known()) return;
  const bool halted = (value & kStatusHalted) != 0;
  const bool idle = (value & kStatusIdle) != 0;
  const auto check = [&](bool holds, const char* rule, const char* found, const char* allowed) {
    if (!holds) {
      context_->Break(rule, channel_->place(),
                      fmt::format("DMASR 0x{:08x} of cycle {}, {}", value, expected.cycle, found),
                      allowed);
    }
  };
  check(!halted || !idle, "D9", "Halted and Idle", "one of them");
  check(!halted || !expected.moves, "D9", "Halted", "0 while bursts are under way");
  if (expected.settled) {
    check(!halted || expected.state != State::kRuns, "D9", "Halted", "0 from RS = 1 to a stop");
    check(halted || expected.state != State::kHalted, "D9", "not Halted", "1 until RS = 1");
    check(!idle || expected.state == State::kRuns, "D9", "Idle", "0 in a channel that is stopped");
  }
  check(!idle || expected.worked, "D9", "Idle", "0 before TAILDESC is written");
  check(!idle || expected.at_tail, "D7", "Idle", "0 until the descriptor at TAILDESC is fetched");
  check(!idle || expected.done, "D7", "Idle", "0 until every status is in memory");
  const uint32_t count = value >> kControlThresholdLsb & kByte;
  if (expected.count && *expected.count != count) {
    context_->Break("D8", channel_->place(), fmt::format("{} packets left in DMASR", count),
                    fmt::format("{}", *expected.count));
  }
  const bool irq = (value & kStatusIocIrq) != 0;
  if (expected.irq && *expected.irq != irq) {
    context_->Break("D8", channel_->place(), fmt::format("IOC_Irq {} in DMASR", irq ? 1 : 0),
                    fmt::format("{} by the packets that have ended", *expected.irq ? 1 : 0));
  }
  if (halted && state_ == State::kStops && expected.writes == writes_) state_ = State::kHalted;
}

void DmaRunRules::CheckControl(uint32_t value, const Expected& expected) const {
  if (expected.state == State::kUnknown || !known() || !expected.settled) return;
  const bool run = (value & kControlRun) != 0;
  const bool runs = expected.state == State::kRuns;
  if (run == runs) return;
  context_->Break("D9", channel_->place(), fmt::format("RS {} in DMACR", run ? 1 : 0),
                  runs ? "1 until a stop or an error" : "0 until RS = 1 is written in Halted");
}

}  // namespace nve
