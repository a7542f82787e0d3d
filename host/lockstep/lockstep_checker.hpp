// Lockstep: the golden model steps beside the RTL core and both probes are compared word by word in
// every cycle. The first difference ends the comparison and is kept with what led to it.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "host/lockstep/cycle_counts.hpp"
#include "model/golden/core.hpp"
#include "nve_arch.hpp"

namespace nve {

/// What one cycle did, for the history of a report.
struct CycleRecord {
  uint64_t cycle = 0;
  uint32_t state = 0;
  uint32_t stall = 0;
  uint32_t pc = 0;
  uint64_t instruction = 0;
};

/// The first cycle in which the probes differ.
struct Mismatch {
  uint64_t cycle = 0;  ///< compared cycles before it
  arch::ProbeInputs inputs{};
  arch::Probe expected{};            ///< golden model
  arch::Probe got{};                 ///< RTL
  std::vector<CycleRecord> history;  ///< oldest first, up to kHistory cycles before it
};

class LockstepChecker {
 public:
  static constexpr size_t kHistory = 16;  // a power of two

  /// The pin reset of the core.
  void Reset() { golden_.Reset(); }

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
    std::memcpy(&record.instruction, expected.instruction, sizeof(record.instruction));
    golden_counts_.Count(expected, in);
    golden_.Commit(in);
    ++cycles_;
    return true;
  }

  uint64_t cycles() const { return cycles_; }  ///< cycles compared and found equal
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }

  /// Statistics of the golden model; the caller counts the RTL's from its probe.
  const CycleCounts& golden_counts() const { return golden_counts_; }

 private:
  void Record(const arch::Probe& expected, const uint32_t* probe, const arch::ProbeInputs& in);

  GoldenCore golden_;
  uint64_t cycles_ = 0;
  CycleCounts golden_counts_;
  std::array<CycleRecord, kHistory> history_{};  // ring, the next cycle goes to cycles_ % kHistory
  std::optional<Mismatch> mismatch_;
};

}  // namespace nve
