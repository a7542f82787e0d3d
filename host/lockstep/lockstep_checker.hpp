// SPDX-License-Identifier: Apache-2.0
// Lockstep: the golden model steps beside the RTL core and both probes are compared word by word in
// every cycle. The first difference ends the comparison and is kept with what led to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/lockstep/cycle_counts.hpp"
#include "model/golden/core.hpp"
#include "nve_isa.hpp"

namespace nve {

/// What one cycle did, for the history of a report.
struct CycleRecord {
  uint64_t cycle = 0;
  uint32_t state = 0;
  uint32_t stall = 0;
  uint32_t pc = 0;
  uint32_t advance = 0;  ///< 1 if the instruction executed, 0 if it stalled or there is none
  uint64_t instruction = 0;
};

/// A word that one of the core's streams handed over.
struct BeatRecord {
  uint64_t cycle = 0;
  bool output = false;
  bool last = false;  ///< TLAST of the output stream; the probe does not show the input's
  uint64_t data = 0;
};

/// The first cycle in which the probes differ.
struct Mismatch {
  uint64_t cycle = 0;  ///< compared cycles before it
  arch::ProbeInputs inputs{};
  arch::Probe expected{};            ///< golden model
  arch::Probe got{};                 ///< RTL
  std::vector<CycleRecord> history;  ///< oldest first, up to kHistory cycles before it
  std::vector<BeatRecord> beats;     ///< oldest first, up to kBeats before it
};

class LockstepChecker {
 public:
  static constexpr size_t kHistory = 16;  // powers of two
  static constexpr size_t kBeats = 8;

  /// The pin reset of the core.
  void Reset() { golden_.Reset(); }

  /// Of the golden model: the RTL must hold the same.
  void SetMemories(const CoreMemories& contents) { golden_.SetMemories(contents); }

  /// Compares one cycle. `probe` and `inputs` are the core's probe_o and probe_inputs_o of this
  /// cycle. False if they differ now or differed before; the models are not stepped then.
  bool Step(const uint32_t* probe, const uint32_t* inputs) {
    if (mismatch_.has_value()) return false;
    arch::ProbeInputs in;
    std::memcpy(&in, inputs, sizeof(in));
    const arch::Probe& expected = golden_.Evaluate(in);
    if (std::memcmp(&expected, probe, sizeof(expected)) != 0) {
      Record(expected, probe, in);
      return false;
    }
    CycleRecord& record = history_[cycles_ % kHistory];
    record.state = expected.state;
    record.stall = expected.stall;
    record.pc = expected.pc;
    record.advance = expected.agu_write;
    std::memcpy(&record.instruction, expected.instruction, sizeof(record.instruction));
    RecordBeats(expected, in);
    golden_counts_.Count(expected, in);
    golden_.Commit(in);
    ++cycles_;
    return true;
  }

  /// The golden model's state, for comparison with itself.
  std::span<const std::byte> State() const { return golden_.Bytes(); }

  /// So many cycles in which neither inputs nor state of RTL and golden model differ from those of
  /// the last cycle compared. Its verdict is theirs.
  void StandStill(const arch::ProbeInputs& inputs, uint64_t cycles);

  uint64_t cycles() const { return cycles_; }              ///< cycles compared and found equal
  uint64_t still_cycles() const { return still_cycles_; }  ///< those of StandStill among them
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }

  /// Statistics of the golden model; the caller counts the RTL's from its probe.
  const CycleCounts& golden_counts() const { return golden_counts_; }

 private:
  // Written in every cycle, which is cheaper than asking whether there was a word: the place is
  // taken again if there was none.
  void RecordBeats(const arch::Probe& expected, const arch::ProbeInputs& in) {
    BeatRecord& input = beats_[beat_count_ % beats_.size()];
    input.cycle = cycles_;
    input.output = false;
    input.last = false;
    std::memcpy(&input.data, in.s_tdata, sizeof(input.data));
    beat_count_ += in.s_tvalid & expected.s_tready;
    BeatRecord& output = beats_[beat_count_ % beats_.size()];
    output.cycle = cycles_;
    output.output = true;
    output.last = expected.m_tlast != 0;
    std::memcpy(&output.data, expected.m_tdata, sizeof(output.data));
    beat_count_ += expected.m_tvalid & in.m_tready;
  }

  void Record(const arch::Probe& expected, const uint32_t* probe, const arch::ProbeInputs& in);

  GoldenCore golden_;
  uint64_t cycles_ = 0;
  uint64_t still_cycles_ = 0;
  CycleCounts golden_counts_;
  std::array<CycleRecord, kHistory> history_{};  // ring, the next cycle goes to cycles_ % kHistory
  // Ring, the next word goes to beat_count_ % size. Twice the places: the next one holds no word.
  std::array<BeatRecord, 2 * kBeats> beats_{};
  uint64_t beat_count_ = 0;
  std::optional<Mismatch> mismatch_;
};

}  // namespace nve
