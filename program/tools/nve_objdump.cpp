// SPDX-License-Identifier: Apache-2.0
// nve-objdump: binary to assembly text, summary table or manifest.
#include <fmt/format.h>

#include "arch/machine_option.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "program/assembly.hpp"
#include "program/manifest.hpp"
#include "program/settings.hpp"
#include "report/row_table.hpp"

namespace {

// Columns as wide as numbers of real networks need.
std::string SummaryText(const nve::Binary& binary) {
  std::string text =
      fmt::format("{}, built for {}: {} layers, {} programs, {} tables, {} planes, {} steps\n",
                  binary.network, binary.machine.name, binary.layers.size(), binary.programs.size(),
                  binary.tables.size(), binary.planes.size(), binary.steps.size());
  const nve::RowTable table({{"program", -16},
                             {"layer", 5},
                             {"inputs", 7},
                             {"outputs", 7},
                             {"size", 6},
                             {"repeat", 6},
                             {"bound", 6},
                             {"coeff", 6},
                             {"extra", 6},
                             {"words in", 9},
                             {"words out", 9}});
  text += table.Head();
  for (const nve::Program& program : binary.programs) {
    const auto setting = [&](const char* name) { return nve::SettingOf(program.settings, name); };
    const nve::RunWords words = nve::WordsPerRun(program, nve::kCodesOfAnyMachine);
    text += table.Row(program.name, program.layer, program.input_maps.size(),
                      program.output_maps.size(), program.code.size(),
                      setting("REPEAT_LAST") - setting("REPEAT_FIRST") + 1, program.bound,
                      program.coefficients.size(), setting("EXTRA"), words.in, words.out);
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::string input;
  std::string output;
  std::string json;
  std::string machine;
  bool summary = false;
  return nve::RunTool(
      argc, argv,
      [&](CLI::App& app) {
        app.description(
            "Shows an NVE binary as assembly text that nve-as reads back (docs/binary.md).");
        nve::AddPath(app, "program", input, "binary (.nve)")->required();
        nve::arch::AddMachine(app, machine);
        nve::AddResult(app, "-o,--output", output, "file to write instead of standard output");
        app.add_flag("--summary", summary,
                     "a table of the programs (words are per run) instead of the text");
        nve::AddResult(app, "--json", json, "also write the manifest to this file");
      },
      [&] {
        nve::CheckPaths({{"the program", input}, {"--machine", nve::arch::DescriptionOf(machine)}},
                        {{"--output", output}, {"--json", json}});
        const nve::Binary binary = nve::ReadBinary(input, nve::arch::GivenMachine(machine));
        nve::WarnIfForced(binary, input);
        if (!json.empty()) nve::WriteJson(json, nve::ManifestJson(binary));
        const std::string text = summary ? SummaryText(binary) : nve::FormatAssembly(binary);
        if (output.empty()) {
          nve::PrintText(text);
        } else {
          nve::WriteFileAtomically(output, text);
        }
        return nve::kExitOk;
      });
}
