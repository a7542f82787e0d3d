// SPDX-License-Identifier: Apache-2.0
// The RTL core in lockstep with the golden model, one cycle at a time: pins are set, then a cycle
// is compared and the rules of its streams are watched. For directed tests of corners that random
// programs do not reach.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/core_streams.hpp"
#include "host/core/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/lockstep/mismatch_report.hpp"

namespace nve {

class LockstepBench {
 public:
  LockstepBench() { Reset(); }
  ~LockstepBench() {
    EXPECT_FALSE(checker_.mismatch().has_value()) << FormatMismatch(
        ResultOf(*checker_.mismatch(),
                 {.core = "directed test", .layer = "", .program = "", .reproduce = "this test"}));
    EXPECT_GT(checker_.cycles(), 0);
  }
  LockstepBench(const LockstepBench&) = delete;
  LockstepBench& operator=(const LockstepBench&) = delete;

  /// The pin reset.
  void Reset() {
    streams_ = CoreStreams("the core");
    core_->Reset(
        [this] { WatchStreams([this] { streams_.StepReset(Inputs(), Probe(), cycle_); }); });
    checker_.Reset();
    core_->Drive(pins);
    Look();
  }

  /// Ends the current cycle, which saw `pins`; the input stream offers the oldest word of `input`.
  void Cycle() {
    pins.stream_valid = !input.empty();
    pins.stream_data = input.empty() ? 0 : input.front();
    core_->Drive(pins);
    const bool taken = pins.stream_valid && Probe().s_tready != 0;
    checker_.Step(core_->probe(), core_->probe_inputs());
    const CoreSource source = {.due = !input.empty(),
                               .flags = {.keep = kWholeWord, .last = pins.stream_last}};
    WatchStreams([&] { streams_.Step(Inputs(), Probe(), cycle_++, source); });
    core_->Clock();
    if (taken) input.pop_front();
    Look();
  }
  void Cycles(int count) {
    for (int k = 0; k < count; ++k) Cycle();
  }

  /// The source of the input is reset: what it offers is gone.
  void DropInput() {
    input.clear();
    streams_.SourceReset();
  }

  /// Two cycles: the write is presented in the second of them. True if it is refused.
  bool Write(uint32_t address, uint32_t data) {
    pins.reg_write = true;
    pins.reg_write_address = address;
    pins.reg_write_data = data;
    Cycle();
    pins.reg_write = false;
    const bool refused = now.reg_werror != 0;
    Cycle();
    return refused;
  }
  bool Write(const arch::Register& reg, uint32_t data) { return Write(reg.offset, data); }

  uint32_t Read(uint32_t address) {
    pins.reg_read_address = address;
    Cycle();
    return now.reg_rdata;
  }

  bool In(arch::State state) const { return now.state == static_cast<uint32_t>(state); }
  bool Stalls() const { return now.stall != 0; }

  /// Cycles until the condition holds; false if it does not for as long as that.
  template <typename Condition>
  bool Until(Condition condition, int limit = 100'000) {
    for (int k = 0; k < limit && !condition(); ++k) Cycle();
    return condition();
  }

  CorePins pins;
  std::deque<uint64_t> input;
  arch::Probe now{};  ///< of the current cycle

 private:
  const arch::Probe& Probe() const { return *reinterpret_cast<const arch::Probe*>(core_->probe()); }
  const arch::ProbeInputs& Inputs() const {
    return *reinterpret_cast<const arch::ProbeInputs*>(core_->probe_inputs());
  }
  template <typename Check>
  void WatchStreams(Check check) {
    try {
      check();
    } catch (const CheckFailed& broken) {
      ADD_FAILURE() << broken.what();
    }
  }
  void Look() { std::memcpy(&now, core_->probe(), sizeof(now)); }

  std::unique_ptr<CoreModel> core_ = MakeRtlCore();
  LockstepChecker checker_;
  CoreStreams streams_{"the core"};
  uint64_t cycle_ = 0;
};

}  // namespace nve
