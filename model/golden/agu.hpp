// SPDX-License-Identifier: Apache-2.0
// Address generation of one memory slot (docs/isa.md, section 7; thesis 3.2, equations 3.1, 3.2).
#pragma once

#include <cstdint>

#include "model/golden/state.hpp"
#include "nve_arch.hpp"

namespace nve::golden {

inline constexpr uint32_t kAguMask = (1u << arch::kAguAddressBits) - 1;
static_assert(arch::kAguModes == (1 << arch::kMemaMode.bits) - 1, "every mode field has settings");

/// Word of the local buffer that offset and current update value u name.
inline uint32_t LocalAddress(uint32_t offset, uint32_t u) {
  return ((offset + u) & kAguMask) % arch::kLocalWords;
}

/// Equation 3.2: the update value u', which is written back.
inline uint32_t NextUpdate(const Settings& settings, uint32_t u, uint32_t mode) {
  if (mode == 0) return u;
  const uint32_t next = (u + settings.agu_inc[mode]) & kAguMask;
  return next != settings.agu_toggle[mode] ? next : 0;
}

/// What one slot's AGU computes in a cycle.
struct AguOutput {
  uint32_t address;      // word of the local buffer
  uint32_t next_update;  // u'
};

inline AguOutput ComputeAgu(const Settings& settings, const MemSlotFields& slot, uint32_t u) {
  return {LocalAddress(slot.offset, u), NextUpdate(settings, u, slot.mode)};
}

}  // namespace nve::golden
