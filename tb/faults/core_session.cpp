// SPDX-License-Identifier: Apache-2.0
// The neighbours of the core: see core_session.hpp.
#include "tb/faults/core_session.hpp"

#include <algorithm>

#include "arch/build_machine.hpp"
#include "model/golden/words.hpp"
#include "program/predicted_cycles.hpp"

namespace nve {
namespace {

// Cycles in which nothing moves: more than the longest hold that ends.
constexpr uint64_t kMostStill = 3000;
static_assert(StallGate::kFreezeCycles < kMostStill);
// From a register write at the pins to its effect in the state.
constexpr int kSettle = 4;
constexpr int64_t kMostCycles = 6000;
constexpr const char* kName = "core";

// Counts the cycles of a hold once its word is reached.
class Holding {
 public:
  explicit Holding(const Hold& hold) : hold_(hold) {}
  bool Next(uint64_t word) {
    if (word < hold_.word || hold_.cycles == 0) return false;
    if (hold_.cycles != UINT64_MAX) --hold_.cycles;
    return true;
  }

 private:
  Hold hold_;
};

}  // namespace

StallProfile DrawProfile(Draw& draw) {
  return static_cast<StallProfile>(draw.Below(kStallProfileNames.size()));
}

RandomCase ShortCase(uint64_t seed) {
  for (uint64_t i = 0;; ++i) {
    RandomCase random = MakeRandomCase(Mix(seed, i));
    if (!random.legal) continue;
    const int64_t cycles =
        CyclesOfStart(random.program, static_cast<int>(random.runs), StartLoad::kProgram);
    if (cycles * random.starts <= kMostCycles) return random;
  }
}

CoreSession::CoreSession(CoreModel& core) : core_(core), streams_(kName) { PinReset(); }

void CoreSession::PinReset() {
  streams_ = CoreStreams(kName);
  core_.Reset([this] { streams_.StepReset(Inputs(), Now(), 0); });
  checker_.Reset();
  pins_ = {};
}

// Lockstep takes the presented register access, a cycle behind the pins, as an input.
bool CoreSession::PresentsPins() const {
  const arch::ProbeInputs& inputs = Inputs();
  if (inputs.reg_raddr != pins_.reg_read_address) return false;
  if ((inputs.reg_write != 0) != pins_.reg_write) return false;
  return !pins_.reg_write ||
         (inputs.reg_waddr == pins_.reg_write_address && inputs.reg_wdata == pins_.reg_write_data);
}

std::optional<uint64_t> CoreSession::first_difference() const {
  return mismatch() ? std::optional(mismatch()->cycle) : presented_;
}

bool CoreSession::Cycle(const CorePins& pins) {
  core_.Drive(pins);
  if (!PresentsPins()) presented_ = presented_.value_or(cycles());
  const uint64_t cycle = cycles();
  if (presented_ || !checker_.Step(core_.probe(), core_.probe_inputs())) return false;
  streams_.Step(Inputs(), Now(), cycle, {.flags = {.keep = kWholeWord, .last = pins.stream_last}});
  core_.Clock();
  pins_ = pins;
  return true;
}

bool CoreSession::Write(const std::vector<RegisterWrite>& writes) {
  return std::all_of(writes.begin(), writes.end(), [this](const RegisterWrite& write) {
    CorePins pins;
    pins.reg_write = true;
    pins.reg_write_address = write.address;
    pins.reg_write_data = write.data;
    return Cycle(pins);
  });
}

bool CoreSession::SoftReset() {
  // A run that was left or has died may have had a word on offer, which is gone with its source.
  streams_.SourceReset();
  if (!Write({{arch::kRegControl.offset, arch::kControlReset}})) return false;
  for (int cycle = 0; cycle < kSettle; ++cycle) {
    if (!Cycle({})) return false;
  }
  return Idle() && Now().in_level == 0 && Now().out_level == 0;
}

// The cycle that shows the end has not been compared yet.
SessionResult CoreSession::Ended(SessionResult result, const CorePins& pins) {
  for (int cycle = 0; cycle < kSettle && result.ended; ++cycle) result.ended = Cycle(pins);
  return result;
}

SessionResult CoreSession::Run(const RandomCase& random, const Neighbours& neighbours,
                               uint64_t seed) {
  SessionResult result;
  if (!Write(random.TableWrites())) return result;
  if (!Write(random.SettingWrites())) return result;

  const uint64_t words = random.StreamWords();
  Draw draw(seed);
  Holding source(neighbours.source);
  Holding sink(neighbours.sink);
  StallGate source_gate(neighbours.profile, StallGate::Side::kSource, draw.Bits(), words);
  StallGate sink_gate(neighbours.profile, StallGate::Side::kSink, draw.Bits(),
                      random.OutputWords());
  uint64_t offered = 0;
  uint64_t still = 0;
  bool holding = false;  // a word is on offer and must stay
  uint32_t starts = 0;
  int settle = 0;
  while (still < kMostStill) {
    if (neighbours.stop && result.cycles >= *neighbours.stop) return result;
    if (result.cycles == neighbours.upset_cycle) neighbours.upset();
    const arch::Probe before = Now();
    CorePins pins;
    pins.reg_read_address = neighbours.read_address;
    if (settle == 0 && Idle() && before.act_push == 0) {
      const bool drained = before.m_tvalid == 0;
      if (starts == random.starts && drained) {
        result.ended = true;
        // Words too many stay where they are until the reset, the one on offer too.
        if (neighbours.extra_words == 0 ||
            still > static_cast<uint64_t>(arch::BuildSizes().input_fifo_words)) {
          pins.stream_valid = holding;
          if (holding) pins.stream_data = random.StreamWord(offered);
          return Ended(result, pins);
        }
      } else if (starts < random.starts) {
        pins.reg_write = true;
        pins.reg_write_address = arch::kRegControl.offset;
        pins.reg_write_data = random.StartCommand(starts);
        ++starts;
        settle = kSettle;
      }
    }
    settle -= settle > 0 ? 1 : 0;
    const bool available = offered < words + neighbours.extra_words && starts > 0;
    const bool held = source.Next(offered) && !holding;
    pins.stream_valid = available && !held && source_gate.Next(before.s_tready != 0);
    if (pins.stream_valid) pins.stream_data = random.StreamWord(offered);
    pins.stream_last = pins.stream_valid && Mix(seed, offered) % 100 < neighbours.last_percent;
    pins.output_ready = !sink.Next(result.output.size()) && sink_gate.Next(before.m_tvalid != 0);
    if (!Cycle(pins)) return result;
    ++result.cycles;
    const bool in = pins.stream_valid && before.s_tready != 0;
    const bool out = pins.output_ready && before.m_tvalid != 0;
    offered += in ? 1 : 0;
    holding = pins.stream_valid && !in;
    if (out) {
      result.output.push_back({golden::LoadWord(before.m_tdata), before.m_tlast != 0});
    }
    const bool moved = in || out || before.agu_write != 0 || Now().state != before.state;
    still = moved ? 0 : still + 1;
  }
  return result;
}

}  // namespace nve
