// SPDX-License-Identifier: Apache-2.0
// nve-as: assembly text to binary.
#include <fmt/format.h>

#include <optional>

#include "arch/machine_option.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "compiler/verify/hazards.hpp"
#include "program/assembly.hpp"
#include "program/assembly_lines.hpp"

namespace nve {
namespace {

// The lines of the instructions, by program and address, of text that has been parsed.
std::vector<std::vector<int>> CodeLines(std::string_view text, const std::string& name) {
  std::vector<std::vector<int>> lines;
  Diagnostics problems;
  bool in_code = false;
  for (const assembly::Line& line : assembly::SplitLines(text, name, &problems)) {
    if (line.words[0].starts_with('.')) {
      in_code = line.words[0] == ".code";
      if (line.words[0] == ".program") lines.emplace_back();
    } else if (in_code) {
      lines.back().push_back(line.number);
    }
  }
  return lines;
}

Diagnostics CheckHazards(const Binary& binary, std::string_view text, const std::string& name,
                         Severity severity) {
  Diagnostics findings;
  const std::vector<std::vector<int>> lines = CodeLines(text, name);
  for (size_t p = 0; p < binary.programs.size(); ++p) {
    for (const HazardFinding& finding : FindHazards(binary.programs[p], binary.machine.sizes)) {
      const SourceLocation where = {name, lines[p][static_cast<size_t>(finding.pc)], ""};
      if (severity == Severity::kError) {
        findings.Error(where, finding.text);
      } else {
        findings.Warning(where, finding.text);
      }
    }
  }
  return findings;
}

int Assemble(const std::string& input, const std::string& output, bool force,
             const std::optional<arch::Machine>& machine) {
  const std::string text = ReadFileText(input);
  Binary binary = ParseAssembly(text, input, machine);
  const Diagnostics findings =
      CheckHazards(binary, text, input, force ? Severity::kWarning : Severity::kError);
  findings.Print();
  if (!findings.ok()) {
    Message("nve-as: {} not written; --force assembles it all the same\n", output);
    return kExitUsage;
  }
  binary.forced = binary.forced || !findings.all().empty();
  WriteBinary(output, binary);
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  std::string input;
  std::string output;
  std::string machine;
  bool force = false;
  return nve::RunTool(
      argc, argv,
      [&](CLI::App& app) {
        app.description("Assembles an NVE program (docs/binary.md).");
        nve::AddPath(app, "input", input, "assembly text (.nvs)")->required();
        nve::AddPath(app, "-o,--output", output, "binary to write (.nve)")->required();
        nve::arch::AddMachine(app, machine);
        app.add_flag("--force", force, "assemble programs that break hazard rules, with warnings");
      },
      [&] {
        nve::CheckPaths({{"the input", input}, {"--machine", nve::arch::DescriptionOf(machine)}},
                        {{"--output", output}});
        return nve::Assemble(input, output, force, nve::arch::GivenMachine(machine));
      });
}
