// SPDX-License-Identifier: Apache-2.0
// A golden core with a stream source, a stream sink and a register bus around it, stepped cycle by
// cycle, and the short programs the tests run on it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "model/golden/core.hpp"
#include "model/golden/slots.hpp"
#include "nve_arch.hpp"

namespace nve::golden {

/// Instructions and settings of one START.
struct TestProgram {
  std::vector<Slots> initial;
  std::vector<Slots> repeated;  // at least one instruction
  std::vector<Slots> final;
  uint32_t iterations = 1;
  uint32_t extra = 0;
  uint32_t runs = 1;
  uint32_t stride = 1;
  uint32_t bias_shift = 0;
  uint32_t act_shift = 0;
  uint32_t packet_words = 0;
  std::array<uint32_t, 3> agu_inc{};     // modes 1 to 3
  std::array<uint32_t, 3> agu_toggle{};  // modes 1 to 3

  uint32_t Size() const {
    return static_cast<uint32_t>(initial.size() + repeated.size() + final.size());
  }
};

struct SinkWord {
  uint64_t data;
  bool last;
  bool operator==(const SinkWord&) const = default;
};

class TestCore {
 public:
  GoldenCore core;
  std::deque<uint64_t> source;        // words the input stream offers, first word first
  bool source_valid = true;           // TVALID of the input stream while there are words
  bool sink_ready = true;             // TREADY of the output stream
  std::vector<SinkWord> sink;         // words taken from the output stream
  std::function<void()> before_step;  // may change the three handshake members

  /// One cycle: returns what it showed.
  arch::Probe Step() { return Step(Idle()); }
  /// The current cycle without ending it.
  arch::Probe Peek() { return core.Evaluate(Idle()); }

  /// One cycle that presents a register write; returns whether it was refused.
  bool Write(uint32_t offset, uint32_t data);
  /// What the register shows in the current cycle.
  uint32_t Read(uint32_t offset);
  bool ReadError(uint32_t offset);

  /// Writes all settings of a program.
  void Configure(const TestProgram& program);
  /// Writes the settings, sends the instructions, then `data`; returns in the first running cycle.
  void Load(const TestProgram& program, const std::vector<uint64_t>& data = {});
  /// Load, then every cycle until the first idle one, which is included: entry t is the cycle in
  /// which the machine was t cycles into the run.
  std::vector<arch::Probe> Trace(const TestProgram& program,
                                 const std::vector<uint64_t>& data = {});
  /// Steps to the first idle cycle; returns every cycle, the idle one included.
  std::vector<arch::Probe> RunToIdle();

  /// The same with a table before the instructions.
  void LoadWithTable(const TestProgram& program, const std::function<uint8_t(int)>& entry);
  /// Puts words into the local buffer, from address 0, by a program that writes them.
  void FillLocal(const std::vector<uint64_t>& words);
  void FillTable(const std::function<uint8_t(int)>& entry);
  /// Steps while the core is in state table or load.
  void StepToRun();

 private:
  arch::ProbeInputs Idle() const;  // stream inputs of the cycle, no register access
  arch::Probe Step(const arch::ProbeInputs& in);
};

/// A linear program: each instruction once.
inline TestProgram Once(std::vector<Slots> instructions) {
  TestProgram program;
  program.repeated = std::move(instructions);
  return program;
}

inline Slots Nop() { return Slots(); }

uint64_t PixelWord(const std::array<int, arch::kWordPixels>& pixels);
uint64_t CoefficientWord(const std::array<int, arch::kRwEntries>& coefficients);
uint64_t Word(const uint32_t (&halves)[2]);

/// The stream's words of a table.
std::vector<uint64_t> TableWords(const std::function<uint8_t(int)>& entry);

/// Pixels first, first + 1, ...: a word whose pixels tell where they went.
uint64_t Ramp(int first);

inline bool Stalled(const arch::Probe& probe, arch::Stall reason) {
  return probe.stall == static_cast<uint32_t>(reason);
}
inline bool In(const arch::Probe& probe, arch::State state) {
  return probe.state == static_cast<uint32_t>(state);
}

}  // namespace nve::golden
