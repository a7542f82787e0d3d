// SPDX-License-Identifier: Apache-2.0
// The option --machine.
#include "arch/machine_option.hpp"

#include <fmt/format.h>

#include "arch/build_machine.hpp"
#include "arch/find_machine.hpp"
#include "base/cli/tool_main.hpp"

namespace nve::arch {

CLI::Option* AddMachine(CLI::App& app, std::string& text) {
  return AddPath(app, "--machine", text,
                 fmt::format("machine: the name of a description in arch/ or of a folder in "
                             "build/machines/, or a description FILE.json (default: {}; of a "
                             "binary: its own)",
                             BuildMachine().name));
}

std::optional<Machine> GivenMachine(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return NamedMachine(text);
}

std::string DescriptionOf(const std::string& text) { return text.ends_with(".json") ? text : ""; }

}  // namespace nve::arch
