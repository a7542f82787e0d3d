// SPDX-License-Identifier: Apache-2.0
// The places where machines are, one behind the other.
#include "arch/find_machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/processes/run_program.hpp"

namespace nve::arch {
namespace {

namespace fs = std::filesystem;

const fs::path kDescriptions = fs::path(NVE_SOURCE_DIR) / "arch";

// Paths in a folder that end so, in order; none if there is no such folder.
std::vector<fs::path> EntriesOf(const fs::path& folder, const fs::path& rest) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const fs::path path = rest.empty() ? entry.path() : entry.path() / rest;
    if (path.extension() == ".json" && fs::is_regular_file(path, none)) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> NamesInArch() {
  std::vector<std::string> names;
  for (const fs::path& path : EntriesOf(kDescriptions, "")) names.push_back(path.stem());
  return names;
}

// The one of a file that fits, if it is a machine at all: what else lies there is no concern of a
// search.
std::optional<Machine> IfItFits(const fs::path& path, const std::string& name, uint32_t id,
                                Machine (*read)(const std::string&)) {
  try {
    Machine machine = read(path.string());
    if (machine.id == id && machine.name == name) return machine;
  } catch (const InputError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

Machine ReadMachineFile(const std::string& path) { return ParseMachine(ReadFileText(path), path); }

}  // namespace

Machine DescribedMachine(const std::string& path) {
  std::error_code none;
  if (fs::exists(path, none) && !fs::is_regular_file(path, none) && !fs::is_directory(path, none)) {
    throw InputError(fmt::format("{}: found a pipe or device, allowed: a file", path));
  }
  ReadFileText(path);  // Says it in our words if there is no such file.
  const ProgramEnd end = RunProgram(
      {"/usr/bin/python3", "-B", kDescriptions / "generate.py", "--machine", "-", "--", path});
  if (end.exit_code == 0) return ParseMachine(end.output, path);
  if (end.exit_code != kExitUsage) {
    throw InternalError(
        fmt::format("arch/generate.py ends with {} for {}: {}", end.exit_code, path, end.errors));
  }
  // A line per problem: "FILE: error: TEXT"
  const std::string before = path + ": error: ";
  Diagnostics diagnostics;
  std::istringstream lines(end.errors);
  for (std::string text; std::getline(lines, text);) {
    diagnostics.Error({path, 0, ""}, text.starts_with(before) ? text.substr(before.size()) : text);
  }
  diagnostics.ThrowIfErrors();
  throw InternalError(fmt::format("arch/generate.py ends with {} for {}", end.exit_code, path));
}

Machine NamedMachine(const std::string& name) {
  if (name.empty() || name == BuildMachine().name) return BuildMachine();
  if (name.ends_with(".json")) return DescribedMachine(name);
  std::vector<std::string> names = NamesInArch();
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return DescribedMachine(kDescriptions / (name + ".json"));
  }
  for (const fs::path& path : EntriesOf(MachinesFolder(), "machine.json")) {
    const std::string built = path.parent_path().filename();
    if (built == name) return ReadMachineFile(path);
    if (std::find(names.begin(), names.end(), built) == names.end()) names.push_back(built);
  }
  throw InputError(fmt::format("--machine: found '{}', allowed: {}, or a description FILE.json",
                               name, fmt::join(names, ", ")));
}

Machine FindMachine(const std::string& name, uint32_t id, const std::optional<Machine>& given) {
  if (given) {
    if (given->id == id && given->name == name) return *given;
    throw InputError(fmt::format(
        "built for {} (0x{:08x}), --machine is {} (0x{:08x}); allowed: the same machine; leave "
        "--machine out, or compile the network for it",
        name, id, given->name, given->id));
  }
  const Machine& own = BuildMachine();
  if (own.id == id && own.name == name) return own;
  const std::vector<std::string> names = NamesInArch();
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    const fs::path description = kDescriptions / (name + ".json");
    if (const auto found = IfItFits(description, name, id, &DescribedMachine)) return *found;
  }
  const fs::path folder = MachinesFolder();
  for (const fs::path& path : EntriesOf(folder, "machine.json")) {
    if (const auto found = IfItFits(path, name, id, &ReadMachineFile)) return *found;
  }
  throw InputError(fmt::format(
      "built for {} (0x{:08x}), found no such machine: this program's is {} (0x{:08x}); "
      "looked at {}/*.json and {}/*/machine.json, allowed: one of these, or its "
      "description with --machine FILE.json",
      name, id, own.name, own.id, kDescriptions.string(), folder.string()));
}

fs::path MachinesFolder() {
  std::error_code none;
  const fs::path build = fs::read_symlink("/proc/self/exe", none).parent_path().parent_path();
  return build.parent_path().filename() == "machines" ? build.parent_path() : build / "machines";
}

}  // namespace nve::arch
