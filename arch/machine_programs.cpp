// SPDX-License-Identifier: Apache-2.0
// A program lies beside a list of the files it was made of, with a CRC-32 of each
// (cmake/made_of.py); the list is compared with the files before the program runs.
#include "arch/machine_programs.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "arch/find_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"

namespace nve::arch {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> CommandLine() {
  // Of /proc: its size is 0.
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size(); at += words.back().size() + 1) {
    words.emplace_back(text.c_str() + at);
  }
  return words;
}

// The first file that is not what the program was made of; empty if there is none.
std::string ChangedSince(const fs::path& list) {
  const nlohmann::ordered_json json = ReadJson(list);
  const nlohmann::ordered_json& files = json.at("files");
  if (!files.is_object() || files.empty()) throw InputError({list, 0, ""}, "found no files");
  for (const auto& [path, checksum] : files.items()) {
    std::error_code missing;
    if (!fs::is_regular_file(path, missing)) return path;
    const std::vector<uint8_t> bytes = ReadFileBytes(path);
    if (crc32(0, bytes.data(), static_cast<uInt>(bytes.size())) != checksum) return path;
  }
  return "";
}

[[noreturn]] void Refuse(const Machine& machine, const fs::path& program, const std::string& text) {
  throw InputError(fmt::format(
      "{}: {}; build it: make machine MACHINE={}, or MACHINE=FILE.json of its description",
      program.string(), text, machine.name));
}

}  // namespace

void ContinueOn(const Machine& machine) {
  if (machine == BuildMachine()) return;
  const fs::path self = fs::read_symlink("/proc/self/exe");
  const fs::path folder = MachinesFolder();
  // That of nve is the build itself.
  const fs::path home = machine.name == "nve" ? folder.parent_path() : folder / machine.name;
  const fs::path program = home / "bin" / self.filename();
  std::error_code missing;
  if (!fs::is_regular_file(program, missing)) {
    Refuse(machine, program,
           fmt::format("found no program for the machine {} (0x{:08x})", machine.name, machine.id));
  }
  const fs::path description = home / "machine.json";
  const Machine built = ParseMachine(ReadFileText(description), description);
  if (built != machine) {
    Refuse(machine, program,
           fmt::format("found ARCH_ID 0x{:08x}, needed: 0x{:08x}", built.id, machine.id));
  }
  const std::string list = program.string() + ".made_of.json";
  std::string changed;
  try {
    changed = ChangedSince(list);
  } catch (const InputError&) {
    Refuse(machine, program, fmt::format("found {} missing or damaged", list));
  } catch (const nlohmann::json::exception&) {
    Refuse(machine, program, fmt::format("found {} damaged", list));
  }
  if (!changed.empty()) {
    Refuse(machine, program, fmt::format("found it older than {}", changed));
  }
  std::vector<std::string> words = CommandLine();
  words[0] = program;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw InputError(fmt::format("{}: cannot be run: {}", program.string(), std::strerror(errno)));
}

}  // namespace nve::arch
