// SPDX-License-Identifier: Apache-2.0
// The register file on the AXI4-Lite side (docs/isa.md, section 10): reading, refusing and writing.
#pragma once

#include <cstdint>
#include <optional>

#include "model/golden/state.hpp"
#include "nve_isa.hpp"

namespace nve::golden {

/// What becomes of a register write, were it presented in this cycle.
enum class WriteVerdict {
  kAccepted,
  kRefused,             // no effect
  kRefusedForSettings,  // a START with settings out of range: CONFIG_ERROR := 1
};

/// The entry of the activation table that a register offset names, if it names one.
std::optional<uint32_t> TableEntryAt(uint32_t offset);

/// Whether every setting lies in the "allowed" column.
bool SettingsAllowed(const Settings& settings);

WriteVerdict JudgeWrite(const Machine& machine, uint32_t offset, uint32_t data);

/// Effect of an accepted write on settings, interrupt causes and the activation table. CONTROL is a
/// command, not stored, and left to the caller.
void StoreRegister(Machine& machine, uint32_t offset, uint32_t data);

/// Answer of the read port.
struct ReadAnswer {
  uint32_t data;
  bool error;  // the offset names nothing
};

/// `stall` is the stall of the current cycle, which STATUS shows.
ReadAnswer ReadRegister(const Machine& machine, uint32_t offset, arch::Stall stall);

}  // namespace nve::golden
