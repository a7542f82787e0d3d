// SPDX-License-Identifier: Apache-2.0
// nve-sim: runs a binary on the golden model alone, with streams that never wait.
#include <fmt/format.h>

#include <cstdio>
#include <optional>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "arch/machine_programs.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/processor_time.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "model/sim/sim_result.hpp"
#include "model/sim/step_runner.hpp"
#include "model/sim/trace.hpp"
#include "program/host_memory.hpp"
#include "program/predicted_cycles.hpp"

namespace {

struct Options {
  std::string command;  // the whole command line
  std::string program;
  std::string machine;
  std::string input;
  std::string output;
  std::string json;
  std::string trace;
  std::string cycles;
  std::string dump_local;
};

void Declare(CLI::App& app, Options* options) {
  app.description("Runs an NVE binary on the golden model with streams that never wait.");
  nve::AddPath(app, "program", options->program, "binary (.nve)")->required();
  nve::arch::AddMachine(app, options->machine);
  nve::AddPath(app, "--input", options->input, "picture (PNG, PGM, PPM) or uint8 .npy")->required();
  nve::AddPath(app, "--output", options->output, "folder for output.npy and its pictures")
      ->required();
  nve::AddResult(app, "--json", options->json,
                 "result file: cycles, MACs, words and stalls by layer");
  nve::AddPath(app, "--trace", options->trace, "file with one line per cycle");
  app.add_option("--cycles", options->cycles, "cycles the trace shows: FIRST-LAST, FIRST- or one")
      ->check(nve::RangeText("cycle"))
      ->needs("--trace");
  nve::AddResult(app, "--dump-local", options->dump_local,
                 "file for the local buffer of core 0 at the end");
}

std::string LocalText(const nve::GoldenCore& core) {
  std::string text;
  for (int address = 0; address < nve::arch::BuildSizes().local_words; ++address) {
    const uint64_t word = core.LocalWord(address);
    text += fmt::format("{:>5} {:016x} ", address, word);
    for (int k = 0; k < nve::arch::kWordPixels; ++k)
      text += fmt::format(" {:>3}", word >> (8 * k) & 0xFF);
    text += '\n';
  }
  return text;
}

// What the tool reads, and what it writes with so many output maps.
void CheckFiles(const Options& options, int maps) {
  std::vector<nve::GivenPath> outputs = {
      {"--json", options.json}, {"--trace", options.trace}, {"--dump-local", options.dump_local}};
  for (const std::string& file : nve::MapFiles(options.output, "output", maps)) {
    outputs.push_back({"--output", file});
  }
  nve::CheckPaths({{"the program", options.program},
                   {"--machine", nve::arch::DescriptionOf(options.machine)},
                   {"--input", options.input}},
                  outputs);
}

// What the tool knows of its run.
void Complete(const Options& options, int maps, nve::RunResult& result) {
  result.tool = "nve-sim";
  result.command = options.command;
  result.binary = options.program;
  result.input = options.input;
  result.arch = result.machine.name;
  result.pictures =
      nve::PicturesOf("output", nve::MapFiles(options.output, "output", maps), options.json);
}

int Simulate(const Options& options) {
  const nve::Binary binary =
      nve::ReadBinary(options.program, nve::arch::GivenMachine(options.machine));
  nve::arch::ContinueOn(binary.machine, nve::arch::DescriptionOf(options.machine));
  nve::WarnIfForced(binary, options.program);
  CheckFiles(options, static_cast<int>(binary.output_planes.size()));
  nve::CheckHostMemory(binary, options.program);
  nve::StepRunner runner(binary);
  for (const std::string& note :
       runner.memory().PutPicture(nve::ReadInputMaps(options.input), options.input)) {
    nve::Message("note: {}\n", note);
  }
  const nve::NumberRange window =
      options.cycles.empty() ? nve::NumberRange{} : nve::ParseRange(options.cycles).value();
  std::optional<nve::TraceFile> trace;
  if (!options.trace.empty()) trace.emplace(options.trace);

  int64_t cycle = 0;
  nve::Progress progress("simulating", nve::TotalPredictedCycles(binary), "cycles");
  const double start = nve::ProcessorSeconds();
  nve::CoreUseRecorder uses;
  runner.Run([&](const nve::arch::Probe& probe) {
    uses.Count(probe);
    const auto now = static_cast<uint64_t>(cycle);
    if (trace && now >= window.first && now <= window.last) trace->Write(cycle, probe);
    progress.Update(++cycle);
  });
  const double seconds = nve::ProcessorSeconds() - start;
  progress.Finish();

  if (trace) trace->Close();
  if (trace && window.first >= static_cast<uint64_t>(cycle)) {
    nve::Message(
        "nve-sim: warning: --cycles: found {}, but the run had the cycles 0 to {}: {} shows "
        "nothing\n",
        options.cycles, cycle - 1, options.trace);
  }
  if (!options.dump_local.empty()) {
    nve::WriteFileAtomically(
        options.dump_local,
        LocalText(dynamic_cast<const nve::GoldenSteppedCore&>(runner.core()).core()));
  }
  const nve::FeatureMaps output = runner.memory().ReadPlanes(binary.output_planes);
  nve::WriteMaps(options.output, "output", output);
  nve::RunResult result = nve::SimResult(binary, runner, uses, seconds);
  Complete(options, output.maps, result);
  if (!options.json.empty()) nve::WriteJson(options.json, nve::RunJson(result));
  nve::Print("{}", nve::SimTable(result));
  return nve::kExitOk;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { Declare(app, &options); },
      [&] { return Simulate(options); });
}
