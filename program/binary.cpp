// SPDX-License-Identifier: Apache-2.0
// Binary <-> container: the manifest as JSON text, the arrays as little-endian words.
#include "program/binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "arch/find_machine.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "program/assembly.hpp"
#include "program/checks.hpp"
#include "program/container.hpp"
#include "program/manifest.hpp"

namespace nve {
namespace {

constexpr const char* kManifest = "manifest";
constexpr const char* kCode = "code";
constexpr const char* kCoefficients = "coefficients";
constexpr const char* kTables = "tables";

void AppendWords(const std::vector<uint64_t>& words, std::vector<uint8_t>* bytes) {
  for (const uint64_t word : words) {
    for (int i = 0; i < arch::kWordBytes; ++i)
      bytes->push_back(static_cast<uint8_t>(word >> (8 * i)));
  }
}

// Fills `words` from `bytes` at `*at`, which moves on; the bytes must suffice.
void TakeWords(const std::vector<uint8_t>& bytes, size_t* at, std::vector<uint64_t>* words) {
  for (uint64_t& word : *words) {
    word = 0;
    for (int i = 0; i < arch::kWordBytes; ++i) word |= uint64_t{bytes[(*at)++]} << (8 * i);
  }
}

[[noreturn]] void Throw(const std::string& name, const std::vector<std::string>& problems) {
  Diagnostics diagnostics;
  for (const std::string& problem : problems) diagnostics.Error({name, 0, ""}, problem);
  diagnostics.ThrowIfErrors();
  throw InternalError("no problem to report");
}

// The four sections a binary has; extra, missing and repeated ones are an InputError.
struct Sections {
  std::vector<uint8_t> manifest, code, coefficients, tables;
};

Sections SplitSections(std::vector<Section> list, const std::string& name) {
  const std::vector<std::string> order = {kManifest, kCode, kCoefficients, kTables};
  std::string found;
  for (const Section& section : list) found += (found.empty() ? "" : ", ") + section.name;
  if (found != fmt::format("{}", fmt::join(order, ", "))) {
    Throw(name, {fmt::format("sections: found {}, must be {}", found, fmt::join(order, ", "))});
  }
  return {std::move(list[0].bytes), std::move(list[1].bytes), std::move(list[2].bytes),
          std::move(list[3].bytes)};
}

// Moves the words and tables of the file into the binary; reports words nobody asked for.
void FillArrays(const Sections& sections, Binary* binary, std::vector<std::string>* problems) {
  size_t code_at = 0;
  size_t coefficients_at = 0;
  for (Program& program : binary->programs) {
    TakeWords(sections.code, &code_at, &program.code);
    TakeWords(sections.coefficients, &coefficients_at, &program.coefficients);
  }
  size_t table_at = 0;
  for (ActivationTable& table : binary->tables) {
    std::copy_n(sections.tables.begin() + static_cast<ptrdiff_t>(table_at), table.size(),
                table.begin());
    table_at += table.size();
  }
  if (code_at != sections.code.size() || coefficients_at != sections.coefficients.size() ||
      table_at != sections.tables.size()) {
    problems->push_back("sections code, coefficients and tables are longer than the manifest says");
  }
}

// The files users take for a binary: what it is made from.
void RefuseText(std::string_view text, const std::string& name) {
  if (LooksLikeAssembly(text)) {
    Throw(name, {"found assembly text (.nvs), allowed: an NVE binary (.nve); nve-as turns text "
                 "into a binary"});
  }
  if (text.starts_with("<?xml") || text.starts_with("<convNetDescriptor") ||
      text.starts_with("<NVEDescriptor")) {
    Throw(name, {"found an XML file, allowed: an NVE binary (.nve); nvec compiles a network "
                 "descriptor to one"});
  }
}

// The machine whose name and ARCH_ID the manifest holds; the programs' checks need its sizes.
void FindMachine(const std::optional<arch::Machine>& machine, Binary* binary,
                 std::vector<std::string>* problems) {
  try {
    binary->machine = arch::FindMachine(binary->machine.name, binary->machine.id, machine);
  } catch (const InputError& error) {
    problems->push_back(error.diagnostics().front().text);
  }
}

}  // namespace

int RowsOfStrip(const Binary& binary, int layer) {
  const auto program = std::ranges::find(binary.programs, layer, &Program::layer);
  return program == binary.programs.end() ? arch::kLanes : program->outputs_per_iteration;
}

std::vector<uint8_t> SerializeBinary(const Binary& binary) {
  const std::string manifest = ManifestJson(binary).dump();
  Section code{kCode, {}};
  Section coefficients{kCoefficients, {}};
  Section tables{kTables, {}};
  for (const Program& program : binary.programs) {
    AppendWords(program.code, &code.bytes);
    AppendWords(program.coefficients, &coefficients.bytes);
  }
  for (const ActivationTable& table : binary.tables) {
    tables.bytes.insert(tables.bytes.end(), table.begin(), table.end());
  }
  const bool groups = std::ranges::any_of(binary.planes, &Plane::IsGrouped);
  return FormatContainer({{kManifest, {manifest.begin(), manifest.end()}},
                          std::move(code),
                          std::move(coefficients),
                          std::move(tables)},
                         groups ? kGroupsVersion : kOldestVersion);
}

Binary ParseBinary(const std::vector<uint8_t>& bytes, const std::string& name,
                   const std::optional<arch::Machine>& machine) {
  RefuseText({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
  const Sections sections = SplitSections(ParseContainer(bytes, name), name);
  const nlohmann::ordered_json json =
      ParseJson({reinterpret_cast<const char*>(sections.manifest.data()), sections.manifest.size()},
                name + ": manifest");
  std::vector<std::string> problems;
  const ManifestLimits limits = {sections.code.size() / arch::kWordBytes,
                                 sections.coefficients.size() / arch::kWordBytes,
                                 sections.tables.size() / arch::kActEntries};
  Binary binary = ParseManifest(json, limits, &problems);
  if (problems.empty()) FillArrays(sections, &binary, &problems);
  if (problems.empty()) FindMachine(machine, &binary, &problems);
  if (problems.empty()) {
    for (Finding& finding : CheckBinary(binary)) problems.push_back(std::move(finding.text));
  }
  if (!problems.empty()) Throw(name, problems);
  return binary;
}

Binary ReadBinary(const std::string& path, const std::optional<arch::Machine>& machine) {
  return ParseBinary(ReadFileBytes(path), path, machine);
}

void WriteBinary(const std::string& path, const Binary& binary) {
  WriteFileAtomically(path, SerializeBinary(binary));
}

void WarnIfForced(const Binary& binary, const std::string& name) {
  if (!binary.forced) return;
  Diagnostics warning;
  warning.Warning({name, 0, ""},
                  "assembled with nve-as --force although it breaks hazard rules; what it computes "
                  "may be no fault of the machine");
  warning.Print();
}

}  // namespace nve
