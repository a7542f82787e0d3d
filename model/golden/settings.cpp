// SPDX-License-Identifier: Apache-2.0
// Offsets are looked up in a table made from the architecture's register list; a setting's storage
// is found by a switch, so that the cycle loop can use plain members.
#include "model/golden/settings.hpp"

#include <array>

#include "nve_arch.hpp"

namespace nve::golden {
namespace {

constexpr uint32_t kBytesPerRegister = 4;
constexpr uint32_t kTableBytes = arch::kActEntries * kBytesPerRegister;

constexpr uint32_t LastOffset() {
  uint32_t last = 0;
  for (const arch::Register& reg : arch::kRegisters) last = reg.offset > last ? reg.offset : last;
  return last;
}

// For every register offset / 4, the position in arch::kRegisters, or -1.
constexpr auto kPositions = [] {
  std::array<int8_t, LastOffset() / kBytesPerRegister + 1> positions{};
  positions.fill(-1);
  for (size_t i = 0; i < arch::kRegisters.size(); ++i) {
    positions[arch::kRegisters[i].offset / kBytesPerRegister] = static_cast<int8_t>(i);
  }
  return positions;
}();

const arch::Register* FindRegister(uint32_t offset) {
  if (offset % kBytesPerRegister != 0) return nullptr;
  const uint32_t slot = offset / kBytesPerRegister;
  if (slot >= kPositions.size() || kPositions[slot] < 0) return nullptr;
  return &arch::kRegisters[kPositions[slot]];
}

bool HasBitsAbove(uint32_t data, int bits) { return (uint64_t{data} >> bits) != 0; }

// Storage of the read/write register at `offset`, or nullptr. Takes Settings with or without const.
template <typename SettingsType>
auto FindSetting(SettingsType& settings, uint32_t offset) -> decltype(&settings.runs) {
  switch (offset) {
    case arch::kRegIrqEnable.offset:
      return &settings.irq_enable;
    case arch::kRegProgramSize.offset:
      return &settings.program_size;
    case arch::kRegRepeatFirst.offset:
      return &settings.repeat_first;
    case arch::kRegRepeatLast.offset:
      return &settings.repeat_last;
    case arch::kRegIterations.offset:
      return &settings.iterations;
    case arch::kRegExtra.offset:
      return &settings.extra;
    case arch::kRegRuns.offset:
      return &settings.runs;
    case arch::kRegStride.offset:
      return &settings.stride;
    case arch::kRegBiasShift.offset:
      return &settings.bias_shift;
    case arch::kRegActShift.offset:
      return &settings.act_shift;
    case arch::kRegPacketWords.offset:
      return &settings.packet_words;
    case arch::kRegAguInc1.offset:
      return &settings.agu_inc[1];
    case arch::kRegAguToggle1.offset:
      return &settings.agu_toggle[1];
    case arch::kRegAguInc2.offset:
      return &settings.agu_inc[2];
    case arch::kRegAguToggle2.offset:
      return &settings.agu_toggle[2];
    case arch::kRegAguInc3.offset:
      return &settings.agu_inc[3];
    case arch::kRegAguToggle3.offset:
      return &settings.agu_toggle[3];
    default:
      return nullptr;
  }
}

uint32_t StatusValue(const Machine& machine, arch::Stall stall) {
  const arch::Probe& probe = machine.reg.probe;
  const bool busy = StateOf(machine) != arch::State::kIdle;
  return probe.state << arch::kStatusStateLsb |
         static_cast<uint32_t>(stall) << arch::kStatusStallLsb |
         uint32_t{busy} << arch::kStatusBusyLsb |
         probe.config_error << arch::kStatusConfigErrorLsb | probe.pc << arch::kStatusPcLsb;
}

WriteVerdict JudgeControl(const Machine& machine, uint32_t data) {
  const bool start = (data & arch::kControlStart) != 0;
  const bool load = (data & arch::kControlLoad) != 0;
  const bool table = (data & arch::kControlTable) != 0;
  const bool reset = (data & arch::kControlReset) != 0;
  const bool busy = StateOf(machine) != arch::State::kIdle;
  if ((start && busy) || (start && reset) || (load && !start) || (table && !load)) {
    return WriteVerdict::kRefused;
  }
  if (start && !SettingsAllowed(machine.settings)) return WriteVerdict::kRefusedForSettings;
  return WriteVerdict::kAccepted;
}

}  // namespace

std::optional<uint32_t> TableEntryAt(uint32_t offset) {
  const uint32_t position = offset - arch::kActTableOffset;
  const bool in_table = offset >= arch::kActTableOffset && position < kTableBytes;
  if (!in_table || offset % kBytesPerRegister != 0) return std::nullopt;
  return position / kBytesPerRegister;
}

bool SettingsAllowed(const Settings& s) {
  const auto within = [](uint32_t value, const arch::Register& reg) {
    const arch::RegisterRange range = arch::RangeOf(reg);
    return value >= range.min && value <= range.max;
  };
  bool allowed = within(s.program_size, arch::kRegProgramSize) && s.repeat_first <= s.repeat_last &&
                 s.repeat_last < s.program_size && within(s.iterations, arch::kRegIterations) &&
                 within(s.extra, arch::kRegExtra) && within(s.runs, arch::kRegRuns) &&
                 within(s.stride, arch::kRegStride) && within(s.bias_shift, arch::kRegBiasShift) &&
                 within(s.act_shift, arch::kRegActShift);
  for (int mode = 1; mode <= arch::kAguModes; ++mode) {
    allowed = allowed && !HasBitsAbove(s.agu_inc[mode], arch::kAguAddressBits) &&
              !HasBitsAbove(s.agu_toggle[mode], arch::kAguAddressBits);
  }
  return allowed;
}

WriteVerdict JudgeWrite(const Machine& machine, uint32_t offset, uint32_t data) {
  const bool busy = StateOf(machine) != arch::State::kIdle;
  if (TableEntryAt(offset)) {
    const bool refused = busy || HasBitsAbove(data, arch::kPixelBits);
    return refused ? WriteVerdict::kRefused : WriteVerdict::kAccepted;
  }
  const arch::Register* reg = FindRegister(offset);
  if (reg == nullptr || reg->access == arch::Access::kRo || HasBitsAbove(data, reg->bits)) {
    return WriteVerdict::kRefused;
  }
  if (offset == arch::kRegControl.offset) return JudgeControl(machine, data);
  const bool always = offset == arch::kRegIrq.offset || offset == arch::kRegIrqEnable.offset;
  return busy && !always ? WriteVerdict::kRefused : WriteVerdict::kAccepted;
}

void StoreRegister(Machine& machine, uint32_t offset, uint32_t data) {
  if (const std::optional<uint32_t> entry = TableEntryAt(offset)) {
    machine.mem.table[*entry] = static_cast<uint8_t>(data);
  } else if (offset == arch::kRegIrq.offset) {
    machine.reg.probe.irq_causes &= ~data;
  } else if (uint32_t* setting = FindSetting(machine.settings, offset)) {
    *setting = data;
  }
}

ReadAnswer ReadRegister(const Machine& machine, uint32_t offset, arch::Stall stall) {
  if (TableEntryAt(offset)) return {.data = 0, .error = false};
  if (FindRegister(offset) == nullptr) return {.data = 0, .error = true};
  switch (offset) {
    case arch::kRegStatus.offset:
      return {.data = StatusValue(machine, stall), .error = false};
    case arch::kRegIrq.offset:
      return {.data = machine.reg.probe.irq_causes, .error = false};
    case arch::kRegId.offset:
      return {.data = arch::kRegId.reset, .error = false};
    case arch::kRegArchId.offset:
      return {.data = arch::kArchId, .error = false};
    default: {
      const uint32_t* setting = FindSetting(machine.settings, offset);
      return {.data = setting != nullptr ? *setting : 0, .error = false};
    }
  }
}

}  // namespace nve::golden
