// SPDX-License-Identifier: Apache-2.0
// From a name, a description or an ARCH_ID to a machine. Descriptions are read by arch/generate.py,
// so that they are checked by one set of rules.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "arch/machine.hpp"

namespace nve::arch {

/// The machine of a description, FILE.json. InputError with all the generator's messages.
Machine DescribedMachine(const std::string& path);

/// What --machine takes: the name of a machine in arch/, or a description. An empty name is the
/// machine of this build.
Machine NamedMachine(const std::string& name);

/// The machine with this name and ARCH_ID: `given`, if it is not null, else this build's, one of
/// arch/*.json, or one that was built in build/machines. InputError, which says where it looked, if
/// there is none.
Machine FindMachine(const std::string& name, uint32_t id, const std::optional<Machine>& given = {});

/// The folder of one's own machines, build/machines.
std::filesystem::path MachinesFolder();

}  // namespace nve::arch
