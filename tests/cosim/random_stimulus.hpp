// SPDX-License-Identifier: Apache-2.0
// Random use of a core: nonsense programs of any codes, random settings, streams with gaps
// and back-pressure, register writes at the wrong time, soft resets.
#pragma once

#include <cstdint>
#include <deque>
#include <random>

#include "host/core/core_model.hpp"
#include "nve_isa.hpp"

namespace nve {

class RandomStimulus {
 public:
  explicit RandomStimulus(uint64_t seed) : random_(seed) {}

  /// The pins of the next cycle, given the state the core had in the last one.
  CorePins Next(const arch::Probe& probe);

  int64_t starts() const { return starts_; }  ///< STARTs presented so far

 private:
  struct RegisterWrite {
    uint32_t address = 0;
    uint32_t data = 0;
  };

  uint32_t Below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  uint64_t RandomData();
  uint64_t RandomInstruction();
  uint64_t SeparatingWrite(uint64_t word);
  uint32_t RandomAddress();
  void PlanProgram(const arch::Probe& probe);
  void PlanSettings(uint32_t program_size);
  void PlanTable();
  void StreamTable();
  void Disturb(CorePins& pins);
  void Set(const arch::Register& reg, uint32_t value) { writes_.push_back({reg.offset, value}); }

  std::mt19937_64 random_;
  std::deque<RegisterWrite> writes_;  // still to be presented, in order
  std::deque<uint64_t> code_;         // table and instruction words to come first on the stream
  bool table_written_ = false;
  bool feeding_ = false;  // data words follow the code
  uint32_t valid_percent_ = 50;
  uint32_t ready_percent_ = 50;
  int64_t idle_cycles_ = 0;  // since the core was last busy
  int64_t busy_cycles_ = 0;  // of the current program
  int64_t starts_ = 0;
};

}  // namespace nve
