// SPDX-License-Identifier: Apache-2.0
// NVE core driver: see core_driver.hpp.
#include "host/driver/core_driver.hpp"

#include <fmt/format.h>

#include <utility>

#include "nve_isa.hpp"

namespace nve {
namespace {

const arch::Register* FindWritable(const std::string& name) {
  for (const arch::Register& reg : arch::kRegisters) {
    if (name == reg.name && reg.access == arch::Access::kRw) return &reg;
  }
  return nullptr;
}

}  // namespace

CoreDriver::CoreDriver(Bus& bus, uint64_t base, std::string device, int interrupt_line)
    : registers_(bus, base, std::move(device)), interrupt_line_(interrupt_line) {}

void CoreDriver::CheckIdentity(const arch::Machine& machine) {
  const uint32_t id = registers_.Read(arch::kRegId.offset, arch::kRegId.name);
  if (id != arch::kRegId.reset) {
    throw DriverError(fmt::format("{}: ID is 0x{:08x}, an NVE core has 0x{:08x}",
                                  registers_.device(), id, arch::kRegId.reset));
  }
  const uint32_t arch_id = registers_.Read(arch::kRegArchId.offset, arch::kRegArchId.name);
  if (arch_id != machine.id) {
    throw DriverError(fmt::format("{}: ARCH_ID is 0x{:08x}, the binary was made for 0x{:08x} ({})",
                                  registers_.device(), arch_id, machine.id, machine.name));
  }
}

void CoreDriver::SoftReset() {
  registers_.Write(arch::kRegControl.offset, arch::kControlReset, "CONTROL");
}

void CoreDriver::WriteSettings(const Settings& settings) {
  for (const auto& [name, value] : settings) {
    const arch::Register* reg = FindWritable(name);
    if (reg == nullptr) {
      throw DriverError(fmt::format("{}: '{}' is no writable setting", registers_.device(), name));
    }
    if (reg->bits < 32 && value >> reg->bits != 0) {
      throw DriverError(fmt::format("{}: {} = {} does not fit its {} bits", registers_.device(),
                                    name, value, reg->bits));
    }
  }
  for (const auto& [name, value] : settings) {
    const auto held = held_.find(name);
    if (held != held_.end() && held->second == value) continue;
    registers_.Write(FindWritable(name)->offset, value, name.c_str());
    held_[name] = value;
  }
}

void CoreDriver::WriteTable(const ActivationTable& table) {
  for (size_t i = 0; i < table.size(); ++i) {
    if (table_held_ && table_[i] == table[i]) continue;
    registers_.Write(arch::kActTableOffset + 4 * static_cast<uint32_t>(i), table[i],
                     "the activation table");
    table_[i] = table[i];
  }
  table_held_ = true;
}

void CoreDriver::Start(StartLoad load) {
  registers_.Write(arch::kRegIrq.offset, arch::kIrqDone, "IRQ");
  registers_.Write(arch::kRegIrqEnable.offset, arch::kIrqEnableDone, "IRQ_ENABLE");
  if (load == StartLoad::kTable) table_held_ = false;
  const BusResponse response = registers_.TryWrite(arch::kRegControl.offset, StartCommand(load));
  if (response == BusResponse::kOkay) return;
  const uint32_t status = registers_.Read(arch::kRegStatus.offset, "STATUS");
  const char* reason = "the bus reports an error";
  if ((status & arch::kStatusBusy) != 0) {
    reason = "the core is busy";
  } else if ((status & arch::kStatusConfigError) != 0) {
    reason = "a setting is outside its range (STATUS.CONFIG_ERROR)";
  }
  throw DriverError(fmt::format("{}: START was refused with {}: {}; {}", registers_.device(),
                                ToString(response), reason, Describe()));
}

bool CoreDriver::PollDone() {
  const uint32_t irq = registers_.Read(arch::kRegIrq.offset, "IRQ");
  if ((irq & arch::kIrqDone) == 0) return false;
  registers_.Write(arch::kRegIrq.offset, arch::kIrqDone, "IRQ");
  return true;
}

std::string CoreDriver::Describe() {
  const uint32_t status = registers_.Read(arch::kRegStatus.offset, "STATUS");
  const uint32_t state = (status & arch::kStatusState) >> arch::kStatusStateLsb;
  const uint32_t stall = (status & arch::kStatusStall) >> arch::kStatusStallLsb;
  const char* state_name = state < arch::kStateNames.size() ? arch::kStateNames[state] : "?";
  std::string text = fmt::format("{} is in state {}", registers_.device(), state_name);
  if (stall != 0 && stall < arch::kStallNames.size()) {
    text += fmt::format(", stalled on {}", arch::kStallNames[stall]);
  }
  return text + fmt::format(", pc {}", (status & arch::kStatusPc) >> arch::kStatusPcLsb);
}

}  // namespace nve
