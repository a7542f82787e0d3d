// SPDX-License-Identifier: Apache-2.0
// The build folder of the program that runs. A test is compiled once and linked for every machine,
// so that only the program itself knows where it lies.
#pragma once

#include <filesystem>
#include <string>

namespace nve {

/// The folder above the program's, where bin/ and the machine's other programs are.
inline const std::string kBuildFolder =
    std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().string();

/// Whether it is one of another machine, which leaves out what is the same on all machines
/// (cmake/README.md); only a full one lists what is not.
inline const bool kInMachineFolder =
    !std::filesystem::exists(kBuildFolder + "/machine_targets.txt");

}  // namespace nve
