// SPDX-License-Identifier: Apache-2.0
// A case cycle by cycle: see case_run.hpp.
#include "tb/stimulus/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "host/axi/core_streams.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "model/golden/words.hpp"

namespace nve {
namespace {

// An illegal program may run for as long as its settings say; so much of it is enough.
constexpr int64_t kMostIllegalCycles = 30'000;
// From a register write at the pins to its effect in the state.
constexpr int kSettle = 4;

}  // namespace

class CaseRunner::OneRun {
 public:
  OneRun(CaseRunner& runner, const RandomCase& random, const RunSetup& setup)
      : core_(runner.core_),
        checker_(runner.checker_),
        lockstep_(runner.lockstep_),
        cycles_after_(runner.cycles_after_),
        case_(random),
        congestor_(setup.congestor),
        draw_(Mix(random.seed, 1 + static_cast<uint64_t>(setup.profile))),
        source_(setup.profile, StallGate::Side::kSource, draw_.Bits(), random.StreamWords()),
        sink_(setup.profile, StallGate::Side::kSink, draw_.Bits(), random.OutputWords()) {
    available_ = random.legal ? case_.StreamWords() : DrawAvailable();
  }

  CaseResult Run(bool write_table) {
    const uint64_t begin = checker_.cycles();
    core_.Reset([this] { CheckStreams([this] { streams_.StepReset(Inputs(), Now(), cycle_); }); });
    checker_.Reset();
    Execute(write_table);
    // The program may have ended before the cycles that follow a mismatch have passed.
    if (cycles_after_ > 0) {
      while (checker_.mismatch() && Cycle()) {
      }
    }
    result_.cycles = checker_.cycles() - begin;
    result_.taken = offered_;
    result_.left = Now().in_level;
    result_.mismatch = checker_.mismatch();
    if (result_.mismatch) {
      result_.problem = fmt::format("{} differs from the golden model", FirstField());
      return std::move(result_);
    }
    if (case_.legal) {
      result_.cycle_delta = result_.counts.Busy() - ExpectedBusy(case_, result_.counts);
    }
    result_.problem = ProblemOf(case_, result_);
    return std::move(result_);
  }

 private:
  // As many words as the text says, any number, or too few: then the watchdog has to come.
  uint64_t DrawAvailable() {
    if (draw_.OneIn(2)) return UINT64_MAX;
    return draw_.OneIn(2) ? case_.StreamWords() : draw_.Bits() % (case_.StreamWords() + 1);
  }

  std::string FirstField() const {
    const auto differences =
        FindDifferences(checker_.mismatch()->expected, checker_.mismatch()->got);
    return differences.empty() ? "padding" : differences.front().field;
  }

  const arch::Probe& Now() const { return *reinterpret_cast<const arch::Probe*>(core_.probe()); }
  const arch::ProbeInputs& Inputs() const {
    return *reinterpret_cast<const arch::ProbeInputs*>(core_.probe_inputs());
  }
  bool Idle() const { return Now().state == static_cast<uint32_t>(arch::State::kIdle); }

  // Whether the input's neighbour may offer a word, besides its profile.
  bool SourceOpen() const {
    if (offered_ >= available_) return false;
    if (congestor_ == Congestor::kInputFull) return true;
    if (!started_) return false;
    return congestor_ != Congestor::kInputEmpty || Now().in_level == 0 ||
           Now().stall == static_cast<uint32_t>(arch::Stall::kInput);
  }

  bool OfferWord() {
    if (cycle_ == 0) return false;  // the first one after reset: rule S1
    const bool ready = Now().s_tready != 0;
    if (congestor_ == Congestor::kInputFull) return SourceOpen();
    // A word once offered stays until it is taken.
    if (offering_) return source_.Next(ready);
    return SourceOpen() && source_.Next(ready);
  }

  // Before START there is nothing to take, and the profile has not begun: the cycles that write
  // the table, if it is not there yet, make no difference to it.
  bool TakeWord() {
    if (!started_) return false;
    const bool ready = sink_.Next(Now().m_tvalid != 0);
    if (congestor_ != Congestor::kOutputFull || draining_) return ready;
    return ready && Now().out_level >= static_cast<uint32_t>(arch::BuildSizes().output_fifo_words);
  }

  // Accesses while the core runs. Those that would act on a core that has just ended stay away from
  // the last cycles.
  void Disturb(CorePins& pins) {
    pins.reg_read_address = draw_.OneIn(2) ? draw_.In(arch::kRegisters).offset
                                           : draw_.Below(1u << arch::kRegisterSpaceBits);
    if (!started_ || !draw_.OneIn(3)) return;
    const uint32_t state = Now().state;
    const bool early = state == static_cast<uint32_t>(arch::State::kTable) ||
                       state == static_cast<uint32_t>(arch::State::kLoad) ||
                       state == static_cast<uint32_t>(arch::State::kInitial);
    const arch::Register& any = draw_.In(arch::kRegisters);
    const arch::Register& reg = early ? any : draw_.OneIn(2) ? arch::kRegIrqEnable : arch::kRegId;
    pins.reg_write = true;
    pins.reg_write_address = reg.offset;
    pins.reg_write_data = static_cast<uint32_t>(draw_.Bits());
    // Else its value would be too wide, and refused, nearly always.
    if (reg.offset == arch::kRegIrqEnable.offset && draw_.OneIn(2)) pins.reg_write_data &= 1;
    if (reg.offset == arch::kRegControl.offset) pins.reg_write_data &= ~arch::kControlReset;
  }

  // False after a mismatch, when the cycles that follow it have passed.
  bool Compare() {
    if (checker_.Step(core_.probe(), core_.probe_inputs())) return true;
    if (cycles_after_ == 0) return false;
    --cycles_after_;
    return true;
  }

  // One cycle; false after a mismatch.
  bool Cycle(const RegisterWrite* write = nullptr) {
    const arch::Probe before = Now();
    CorePins pins;
    pins.stream_valid = OfferWord();
    if (pins.stream_valid) pins.stream_data = case_.StreamWord(offered_);
    pins.output_ready = TakeWord();
    if (write != nullptr) {
      pins.reg_write = true;
      pins.reg_write_address = write->address;
      pins.reg_write_data = write->data;
      pins.reg_read_address = write->address;
    } else if (congestor_ == Congestor::kBus) {
      Disturb(pins);
    }
    core_.Drive(pins);
    if (lockstep_ && !Compare()) return false;
    CheckStreams([this] { streams_.Step(Inputs(), Now(), cycle_++); });
    result_.counts.Count(Now(), Inputs());
    const bool in = pins.stream_valid && before.s_tready != 0;
    const bool out = pins.output_ready && before.m_tvalid != 0;
    offered_ += in ? 1 : 0;
    offering_ = pins.stream_valid && !in;
    if (out) {
      result_.output.push_back({golden::LoadWord(before.m_tdata), before.m_tlast != 0});
    }
    core_.Clock();
    const bool moved = in || out || before.agu_write != 0 || Now().state != before.state ||
                       Now().load_count != before.load_count;
    still_ = moved ? 0 : still_ + 1;
    return true;
  }

  // The first rule that is broken is kept for the end.
  template <typename Check>
  void CheckStreams(Check check) {
    try {
      check();
    } catch (const CheckFailed& broken) {
      if (result_.broken_rule.empty()) result_.broken_rule = broken.what();
    }
  }

  bool Write(const arch::Register& reg, uint32_t value) {
    const RegisterWrite write = {reg.offset, value};
    return Cycle(&write);
  }

  bool Write(const std::vector<RegisterWrite>& writes) {
    return std::all_of(writes.begin(), writes.end(),
                       [this](const RegisterWrite& write) { return Cycle(&write); });
  }

  bool Execute(bool write_table) {
    if (write_table && !Write(case_.TableWrites())) return false;
    if (!Write(case_.SettingWrites())) return false;
    if (!Write(arch::kRegIrqEnable, case_.irq_enable ? 1 : 0)) return false;
    for (uint32_t start = 0; start < case_.starts; ++start) {
      if (!Start(start)) return false;
      if (result_.reset) return true;
    }
    draining_ = true;
    while (Now().m_tvalid != 0 || Now().act_push != 0) {
      if (!Cycle()) return false;
      if (still_ > kPatience) return SoftReset();
    }
    return true;
  }

  bool Start(uint32_t number) {
    if (!Write(arch::kRegControl, case_.StartCommand(number))) return false;
    started_ = true;
    still_ = 0;
    bool was_busy = false;
    for (int cycle = 0; cycle < kSettle || !Idle(); cycle = std::min(cycle + 1, kSettle)) {
      if (!Cycle()) return false;
      was_busy |= !Idle();
      const bool cut = !case_.legal && result_.counts.Total() > kMostIllegalCycles;
      if (still_ > kPatience || cut) return SoftReset();
    }
    result_.refused += was_busy ? 0 : 1;
    return true;
  }

  // The watchdog: the core must then be idle.
  bool SoftReset() {
    result_.reset = true;
    available_ = offered_;
    streams_.SourceReset();
    if (!Write(arch::kRegControl, arch::kControlReset)) return false;
    for (int cycle = 0; cycle < kSettle; ++cycle) {
      if (!Cycle()) return false;
    }
    result_.busy_after = !Idle();
    return true;
  }

  CoreModel& core_;
  LockstepChecker& checker_;
  bool lockstep_;
  uint64_t cycles_after_;
  const RandomCase& case_;
  Congestor congestor_;
  Draw draw_;
  StallGate source_;
  StallGate sink_;
  uint64_t available_ = 0;  // words of the input stream
  uint64_t offered_ = 0;    // words taken of them
  bool offering_ = false;
  bool started_ = false;
  bool draining_ = false;
  int64_t still_ = 0;  // cycles in which nothing moved
  CoreStreams streams_{"core"};
  uint64_t cycle_ = 0;
  CaseResult result_;
};

CaseResult CaseRunner::Run(const RandomCase& random, const RunSetup& setup) {
  const bool write_table = random.table && table_ != random.seed;
  CaseResult result = OneRun(*this, random, setup).Run(write_table);
  // A START that is refused or ends early has not loaded all of a streamed table.
  const bool loaded = random.legal && result.problem.empty();
  if (random.table)
    table_ = loaded || !random.table_streamed ? std::optional(random.seed) : std::nullopt;
  return result;
}

}  // namespace nve
