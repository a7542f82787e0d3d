// SPDX-License-Identifier: Apache-2.0
// Cycle statistics of one core, counted from its probe.
#pragma once

#include <array>
#include <cstdint>

#include "nve_isa.hpp"

namespace nve {

inline constexpr int kStates = static_cast<int>(arch::kStateNames.size());
inline constexpr int kStalls = static_cast<int>(arch::kStallNames.size());

struct CycleCounts {
  /// Cycles by FSM state and stall reason.
  std::array<std::array<int64_t, kStalls>, kStates> cycles{};
  int64_t vector_macs = 0;  ///< `mac` operations executed, each on all lanes
  int64_t words_in = 0;     ///< words taken from the input stream, instructions included
  int64_t words_out = 0;    ///< words taken by the output stream

  /// One cycle. Codes of the probe that name no state or stall count as the last one, so that a
  /// broken core cannot make the statistics write elsewhere.
  void Count(const arch::Probe& probe, const arch::ProbeInputs& in) { Count(probe, in, 1); }

  /// So many cycles that look the same.
  void Count(const arch::Probe& probe, const arch::ProbeInputs& in, int64_t times) {
    const uint32_t state = probe.state < kStates ? probe.state : kStates - 1;
    const uint32_t stall = probe.stall < kStalls ? probe.stall : kStalls - 1;
    cycles[state][stall] += times;
    constexpr int kVmacLsb = arch::kVmacOp.lsb - 32;
    constexpr uint32_t kVmacMask = (1u << arch::kVmacOp.bits) - 1;
    const bool mac =
        (probe.instruction[1] >> kVmacLsb & kVmacMask) == static_cast<uint32_t>(arch::VmacOp::kMac);
    vector_macs += times * static_cast<int64_t>(mac && probe.agu_write != 0);
    words_in += times * int64_t{in.s_tvalid & probe.s_tready};
    words_out += times * int64_t{probe.m_tvalid & in.m_tready};
  }

  int64_t State(arch::State state) const;  ///< cycles in a state, stalled or not
  int64_t Stall(arch::Stall stall) const;  ///< cycles with a stall reason, in any state
  int64_t Total() const;                   ///< all cycles
  int64_t Busy() const;                    ///< all cycles but idle

  CycleCounts operator-(const CycleCounts& earlier) const;
  CycleCounts& operator+=(const CycleCounts& other);
  bool operator==(const CycleCounts&) const = default;
};

}  // namespace nve
