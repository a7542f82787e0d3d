// SPDX-License-Identifier: Apache-2.0
// The option --machine, the same in every tool that needs a machine.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "arch/machine.hpp"

namespace nve::arch {

/// --machine NAME|FILE.json. `text` stays empty if it is not given.
CLI::Option* AddMachine(CLI::App& app, std::string& text);

/// The machine of the option, or nothing if it was not given. InputError as NamedMachine.
std::optional<Machine> GivenMachine(const std::string& text);

/// The description that the option names, an input of the tool; empty if it is the name of one.
std::string DescriptionOf(const std::string& text);

}  // namespace nve::arch
