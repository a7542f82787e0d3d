// SPDX-License-Identifier: Apache-2.0
// Prints the repeated part as the thesis's figures do.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/schedule/schedule.hpp"

namespace nve {

std::string ToText(const Schedule& schedule) {
  constexpr std::array<const char*, kSlots> kTitles = {"MEMA", "MEMB", "WREG",
                                                       "IREG", "VMAC", "VACT"};
  std::vector<std::array<std::string, kSlots>> rows(schedule.length);
  for (const Placed& placed : schedule.operations) {
    rows[placed.cycle][static_cast<int>(placed.operation.slot)] = placed.operation.label;
  }
  std::array<size_t, kSlots> widths{};
  for (int slot = 0; slot < kSlots; ++slot) {
    widths[slot] = std::string_view(kTitles[slot]).size();
    for (const auto& row : rows) widths[slot] = std::max(widths[slot], row[slot].size());
  }
  const auto line = [&](const std::string& number, const auto& cells) {
    std::string text = fmt::format("{:>5}", number);
    for (int slot = 0; slot < kSlots; ++slot)
      text += fmt::format(" | {:{}}", cells[slot], widths[slot]);
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  };
  std::string text = line("Cycle", kTitles);
  for (int cycle = 0; cycle < schedule.length; ++cycle) {
    text += line(std::to_string(cycle + 1), rows[cycle]);
  }
  return text;
}

}  // namespace nve
