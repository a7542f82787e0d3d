// SPDX-License-Identifier: Apache-2.0
// nve-ladder: all presets on several networks, as tables and charts. The figures of
// docs/code-generation.md come from it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/find_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "compiler/report/ladder_table.hpp"
#include "convnet/network_xml.hpp"

namespace {

struct Options {
  std::vector<std::string> networks;
  std::vector<std::string> presets;
  std::string charts;
  std::string machine;
};

void Declare(CLI::App& app, Options& options) {
  app.description(
      "Compiles networks with every preset and prints MAC/instr, data words, code words, programs "
      "and cycles per iteration, published figures beside ours.");
  nve::AddPaths(app, "networks", options.networks, "network descriptors (XML)")->required();
  nve::arch::AddMachine(app, options.machine);
  std::vector<std::string> names;
  for (const nve::CompilerPasses& passes : nve::Presets()) names.push_back(passes.name);
  nve::AddList(app, "--preset", options.presets,
               fmt::format("these of {} only, with commas between them", fmt::join(names, ", ")),
               nve::OneOf(names));
  nve::AddPath(app, "--charts", options.charts,
               "also draw thesis figures 36 and 37 in this folder: utilisation.svg, transfer.svg");
}

// The charts, none without a folder: utilisation.svg, transfer.svg.
std::vector<std::string> ChartFiles(const std::string& folder) {
  if (folder.empty()) return {"", ""};
  return {folder + "/utilisation.svg", folder + "/transfer.svg"};
}

int Run(const Options& options) {
  const std::vector<std::string> charts = ChartFiles(options.charts);
  std::vector<nve::GivenPath> inputs;
  for (const std::string& file : options.networks) inputs.push_back({"a network", file});
  inputs.push_back({"--machine", nve::arch::DescriptionOf(options.machine)});
  nve::CompileOptions compile_options;
  nve::CheckPaths(inputs, {{"--charts", charts[0]}, {"--charts", charts[1]}});
  compile_options.machine = nve::arch::NamedMachine(options.machine);
  std::vector<nve::CompilerPasses> presets;
  for (const std::string& name : options.presets) presets.push_back(*nve::FindPreset(name));
  if (presets.empty()) presets = nve::Presets();
  std::vector<nve::PresetLadder> ladders;
  for (const std::string& file : options.networks) {
    const nve::Network network = nve::LoadNetwork(file);
    // No figure depends on the weights.
    const nve::Weights weights = nve::SeededWeights(network, 1);
    ladders.push_back(nve::CompileLadder(network, weights, compile_options, presets));
    for (const auto& [preset, reason] : ladders.back().refused) {
      nve::Message("note: {}: preset {} is left out: {}\n", file, preset, reason);
    }
  }
  nve::Print("{}", nve::LadderTable(ladders));
  if (options.charts.empty()) return nve::kExitOk;
  const nve::PresetLadder joined = nve::JoinLadders(ladders);
  if (joined.presets.empty()) {
    throw nve::InputError("--charts: every preset is refused for one network or another");
  }
  nve::WriteFileAtomically(charts[0], nve::UtilisationSvg(joined));
  nve::WriteFileAtomically(charts[1], nve::TransferSvg(joined));
  return nve::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { Declare(app, options); }, [&] { return Run(options); });
}
