// SPDX-License-Identifier: Apache-2.0
// A random program on the core alone, in lockstep, with everything a neighbour can do wrong on its
// streams. Slow, dead and verbose neighbours keep the rules of AXI4-Stream all the same: where one
// is broken, CheckFailed is thrown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "host/axi/core_streams.hpp"
#include "host/core/core_model.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "tb/stimulus/case_run.hpp"
#include "tb/stimulus/draw.hpp"
#include "tb/stimulus/random_case.hpp"
#include "tb/stimulus/stall_profile.hpp"

namespace nve {

/// A side of a stream that does nothing from word `word` on for so many cycles.
struct Hold {
  uint64_t word = UINT64_MAX;
  uint64_t cycles = 0;  ///< UINT64_MAX: for ever
};

/// What the neighbours do. The default is nothing wrong: a word or room in every cycle.
struct Neighbours {
  StallProfile profile = StallProfile::kAlways;  ///< of both streams
  Hold source;
  Hold sink;
  uint64_t extra_words = 0;      ///< offered behind the last one
  uint32_t last_percent = 0;     ///< TLAST on so many input words, which means nothing
  uint32_t read_address = 0;     ///< on the register read port in every cycle
  std::optional<uint64_t> stop;  ///< the run is left in this cycle
  uint64_t upset_cycle = UINT64_MAX;
  std::function<void()> upset;  ///< called before this cycle
};

struct SessionResult {
  bool ended = false;  ///< all STARTs have ended and the output is drained
  std::vector<OutputWord> output;
  uint64_t cycles = 0;
};

class CoreSession {
 public:
  /// `core` must outlive this. Begins with the pin reset.
  explicit CoreSession(CoreModel& core);

  /// Settings, table, STARTs. Ends when the program has ended or nothing moves any more. The core
  /// must be idle.
  SessionResult Run(const RandomCase& random, const Neighbours& neighbours, uint64_t seed);

  void PinReset();
  /// The core must be idle behind it; false if it is not.
  bool SoftReset();

  /// The first difference between RTL and golden model ends everything.
  const std::optional<Mismatch>& mismatch() const { return checker_.mismatch(); }
  /// The cycle of that, or of the first register access that the core presents to itself and to the
  /// golden model otherwise than the pins had it.
  std::optional<uint64_t> first_difference() const;
  uint64_t cycles() const { return checker_.cycles(); }
  /// The name of the stall the core is in.
  const char* Stall() const { return arch::kStallNames[Now().stall]; }
  const arch::Probe& Now() const { return *reinterpret_cast<const arch::Probe*>(core_.probe()); }

 private:
  const arch::ProbeInputs& Inputs() const {
    return *reinterpret_cast<const arch::ProbeInputs*>(core_.probe_inputs());
  }
  bool Idle() const { return Now().state == static_cast<uint32_t>(arch::State::kIdle); }
  /// One cycle with these pins; false after a difference.
  bool Cycle(const CorePins& pins);
  bool PresentsPins() const;
  bool Write(const std::vector<RegisterWrite>& writes);
  /// A few more cycles with these pins.
  SessionResult Ended(SessionResult result, const CorePins& pins);

  CoreModel& core_;
  LockstepChecker checker_;
  CoreStreams streams_;
  CorePins pins_;                      // of the cycle before
  std::optional<uint64_t> presented_;  // the cycle of the first wrong register access
};

/// Any of the profiles.
StallProfile DrawProfile(Draw& draw);

/// A case for a seed whose program is legal and short enough to run three times.
RandomCase ShortCase(uint64_t seed);

}  // namespace nve
