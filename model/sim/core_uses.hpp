// SPDX-License-Identifier: Apache-2.0
// How full the FIFOs of a core were and how often the ports of its local memory were used, counted
// from its probe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "arch/machine.hpp"
#include "nve_isa.hpp"
#include "report/result/time_bins.hpp"
#include "report/result/use_result.hpp"

namespace nve {

inline constexpr size_t kCoreUses = 4;
inline constexpr std::array<const char*, kCoreUses> kCoreUseNames = {"input_fifo", "output_fifo",
                                                                     "local_a", "local_b"};

/// The most of each in one clock cycle.
inline std::array<uint64_t, kCoreUses> CoreUseCapacities(const arch::Sizes& sizes) {
  return {static_cast<uint64_t>(sizes.input_fifo_words),
          static_cast<uint64_t>(sizes.output_fifo_words), 1, 1};
}

class CoreUses {
 public:
  /// One clock cycle.
  void Count(const arch::Probe& probe) { Count(probe, 1); }

  /// So many clock cycles that look the same.
  void Count(const arch::Probe& probe, uint64_t times) {
    sums_[0] += times * probe.in_level;
    sums_[1] += times * probe.out_level;
    sums_[2] += times * (probe.write_a | (probe.agu_write & Reads(probe, arch::kMemaOp)));
    sums_[3] += times * (probe.write_b | (probe.agu_write & Reads(probe, arch::kMembOp)));
  }

  /// By kCoreUseNames, from the first clock cycle on.
  const std::array<uint64_t, kCoreUses>& sums() const { return sums_; }

 private:
  // The probe shows that a port has read one cycle later, and until the core goes on.
  static uint32_t Reads(const arch::Probe& probe, const arch::InstructionField& operation) {
    const uint32_t code = probe.instruction[operation.lsb / 32] >> (operation.lsb % 32) &
                          ((1U << operation.bits) - 1);
    return code == static_cast<uint32_t>(arch::MemOp::kRd) ? 1 : 0;
  }

  std::array<uint64_t, kCoreUses> sums_{};
};

/// The same over time, of cores alone.
class CoreUseRecorder {
 public:
  void Count(const arch::Probe& probe) {
    uses_.Count(probe);
    if (++cycles_ == bins_.due()) bins_.End(Sums());
  }

  /// So far; layers are left to who knows them.
  UseOfRun Result(const std::string& name, const arch::Sizes& sizes) const;

 private:
  TimeBins::Sums Sums() const { return {uses_.sums().begin(), uses_.sums().end()}; }

  CoreUses uses_;
  TimeBins bins_;
  uint64_t cycles_ = 0;
};

}  // namespace nve
