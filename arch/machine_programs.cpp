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

// What a program was made of.
struct MadeOf {
  std::string changed;  // in words: the first file that is another one now; empty if there is none
  std::string description;  // of its machine, if that lies outside arch/
};

MadeOf ReadMadeOf(const fs::path& list, const std::string& machine) {
  const nlohmann::ordered_json json = ReadJson(list);
  const nlohmann::ordered_json& files = json.at("files");
  if (!files.is_object() || files.empty()) throw InputError({list, 0, ""}, "found no files");
  MadeOf made;
  for (const auto& [path, checksum] : files.items()) {
    if (fs::path(path).filename() == machine + ".json") made.description = path;
    if (!made.changed.empty()) continue;
    std::error_code missing;
    if (!fs::is_regular_file(path, missing)) {
      made.changed = fmt::format("found it made of {}, which is missing; put that back", path);
      continue;
    }
    if (checksum.is_null()) {
      made.changed = fmt::format("found {} edited while this was built", path);
      continue;
    }
    const std::vector<uint8_t> bytes = ReadFileBytes(path);
    if (crc32(0, bytes.data(), static_cast<uInt>(bytes.size())) != checksum) {
      made.changed = fmt::format("found it made of another {} than there is now", path);
    }
  }
  return made;
}

// The description of a machine as `make` takes it.
std::string NamedForMake(const Machine& machine, const std::string& description) {
  std::error_code missing;
  const fs::path in_arch = fs::path(NVE_SOURCE_DIR) / "arch" / (machine.name + ".json");
  // No machine has such a name that is not that one.
  if (fs::is_regular_file(in_arch, missing)) return machine.name;
  if (!description.empty()) {
    const bool in_checkout = fs::equivalent(fs::current_path(), NVE_SOURCE_DIR, missing);
    const std::string path = in_checkout ? description : fs::absolute(description).string();
    return path.find(' ') != std::string::npos ? fmt::format("\"{}\"", path) : path;
  }
  return fmt::format("FILE.json, with the description of {}", machine.name);
}

[[noreturn]] void Refuse(const Machine& machine, const std::string& description,
                         const fs::path& program, const std::string& text) {
  throw InputError(fmt::format("{}: {}; build it: make machine MACHINE={}", program.string(), text,
                               NamedForMake(machine, description)));
}

// InputError unless the program was made of what there is now.
void CheckMadeOf(const Machine& machine, std::string description, const fs::path& program) {
  const std::string list = program.string() + ".made_of.json";
  std::string changed;
  try {
    const MadeOf made = ReadMadeOf(list, machine.name);
    if (description.empty()) description = made.description;
    changed = made.changed;
  } catch (const InputError&) {
    changed = fmt::format("found {} missing or damaged", list);
  } catch (const nlohmann::json::exception&) {
    changed = fmt::format("found {} damaged", list);
  }
  if (!changed.empty()) Refuse(machine, description, program, changed);
}

// What differs in the machine of a file, in words; empty if it is this one.
std::string OtherThan(const Machine& machine, const fs::path& path) {
  try {
    const Machine built = ParseMachine(ReadFileText(path), path);
    if (built == machine) return "";
    if (built.id != machine.id) {
      return fmt::format("found ARCH_ID 0x{:08x}, needed: 0x{:08x}", built.id, machine.id);
    }
    return fmt::format("found the title '{}', needed: '{}'", built.title, machine.title);
  } catch (const InputError&) {
    return fmt::format("found {} missing or damaged", path.string());
  }
}

}  // namespace

void ContinueOn(const Machine& machine, const std::string& description) {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  if (machine == BuildMachine()) {
    // A program without the list is no module, or was taken out of its build folder.
    std::error_code missing;
    if (fs::exists(self.string() + ".made_of.json", missing)) {
      CheckMadeOf(machine, description, self);
    }
    return;
  }
  const fs::path folder = MachinesFolder();
  // That of nve is the build itself.
  const fs::path home = machine.name == "nve" ? folder.parent_path() : folder / machine.name;
  const fs::path program = home / "bin" / self.filename();
  std::error_code missing;
  if (!fs::is_regular_file(program, missing)) {
    Refuse(machine, description, program,
           fmt::format("found no program for the machine {} (0x{:08x})", machine.name, machine.id));
  }
  const std::string other = OtherThan(machine, home / "machine.json");
  if (!other.empty()) Refuse(machine, description, program, other);
  if (fs::equivalent(program, self, missing)) {
    Refuse(machine, description, program,
           "found it built for another machine than its machine.json");
  }
  CheckMadeOf(machine, description, program);
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
