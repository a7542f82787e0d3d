// SPDX-License-Identifier: Apache-2.0
// nve-sim: runs a binary on the golden model alone, with streams that never wait.
#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "arch/machine_programs.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/processor_time.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "model/compare/layer_results.hpp"
#include "model/compare/reference_check.hpp"
#include "model/sim/sim_result.hpp"
#include "model/sim/step_runner.hpp"
#include "model/sim/trace.hpp"
#include "program/host_memory.hpp"
#include "program/output_extents.hpp"
#include "program/predicted_cycles.hpp"
#include "program/step_selection.hpp"
#include "report/readout/read_out_options.hpp"
#include "report/readout/read_out_text.hpp"

namespace {

struct Options {
  std::string command;  // the whole command line
  std::string program;
  std::string machine;
  nve::ReadOutOptions read_out;
  std::string output;
  std::string json;
  std::string trace;
  std::string cycles;
  std::string dump_local;
  std::string dump_layers;
  nve::ReferenceOptions reference;
};

void Declare(CLI::App& app, Options* options) {
  app.description("Runs an NVE binary on the golden model with streams that never wait.");
  nve::AddPath(app, "program", options->program, "binary (.nve)")->required();
  nve::arch::AddMachine(app, options->machine);
  nve::DeclareInput(app, options->read_out)->required();
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
  nve::AddPath(app, "--dump-layers", options->dump_layers,
               "folder for the maps of every layer, .npy and PNG");
  nve::DeclareReference(app, options->reference);
  nve::DeclareReadOut(app, options->read_out);
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

int MapsOf(const nve::Binary& binary) { return static_cast<int>(binary.output_planes.size()); }

// What the tool reads, and what it writes.
void CheckFiles(const Options& options, const std::optional<nve::ReadOut>& read_out,
                const nve::Binary& binary) {
  std::vector<nve::GivenPath> outputs = {
      {"--json", options.json}, {"--trace", options.trace}, {"--dump-local", options.dump_local}};
  for (const std::string& file : nve::MapFiles(options.output, "output", MapsOf(binary))) {
    outputs.push_back({"--output", file});
  }
  if (!options.dump_layers.empty()) {
    for (const std::string& file :
         nve::DumpFiles(options.dump_layers, binary, nve::WholeOf(binary))) {
      outputs.push_back({"--dump-layers", file});
    }
  }
  for (nve::GivenPath& file : nve::ReadOutOutputs(read_out, options.output)) {
    outputs.push_back(std::move(file));
  }
  std::vector<nve::GivenPath> inputs = nve::ReadOutInputs(options.read_out, read_out);
  inputs.push_back({"the program", options.program});
  inputs.push_back({"--machine", nve::arch::DescriptionOf(options.machine)});
  inputs.push_back({"--reference", options.reference.network});
  inputs.push_back({"--weights", options.reference.weights});
  nve::CheckPaths(inputs, outputs);
}

// The picture, with a read-out the mosaic of all.
nve::FeatureMaps PictureOf(const Options& options, const std::optional<nve::ReadOut>& read_out) {
  return read_out ? read_out->picture : nve::ReadInputMaps(options.read_out.inputs.front());
}

// What the tool knows of its run.
void Complete(const Options& options, int maps, nve::RunResult& result) {
  result.tool = "nve-sim";
  result.command = options.command;
  result.binary = options.program;
  result.input = options.read_out.inputs.front();
  result.arch = result.machine.name;
  result.pictures =
      nve::PicturesOf("output", nve::MapFiles(options.output, "output", maps), options.json);
}

// What ran, and what is known of it.
struct Run {
  const nve::Binary& binary;
  nve::StepRunner& runner;
  const std::optional<nve::ReadOut>& read_out;
  const std::vector<nve::FeatureMaps>& expected;  // of every layer; none without a reference
};

std::vector<nve::FeatureMaps> LayerMapsOf(const Run& run) {
  std::vector<nve::FeatureMaps> maps;
  for (const int layer : nve::LayersOf(nve::WholeOf(run.binary))) {
    maps.push_back(run.runner.memory().ReadPlanes(nve::PlanesOfLayer(run.binary, layer)));
  }
  return maps;
}

// Puts the comparison into the result.
void Compare(const Run& run, nve::RunResult& result) {
  result.reference =
      nve::CompareLayers(run.binary, nve::WholeOf(run.binary), run.expected, LayerMapsOf(run));
  result.compared.emplace();
  for (const nve::ComparedLayer& layer : result.reference->layers) {
    result.compared->pixels += layer.pixels.value_or(0);
  }
  if (result.reference->bit_exact) return;
  result.failure.emplace();
  result.failure->kind = nve::kReferenceFailure;
  result.failure->text = result.reference->text;
  result.failure->reproduce = result.command;
}

// Writes and prints what the run has brought.
int Finish(const Options& options, const Run& run, nve::RunResult& result) {
  const nve::FeatureMaps output = run.runner.memory().ReadPlanes(run.binary.output_planes);
  nve::WriteMaps(options.output, "output", output);
  Complete(options, output.maps, result);
  if (!options.dump_layers.empty()) {
    nve::DumpLayers(options.dump_layers, run.binary, nve::WholeOf(run.binary), LayerMapsOf(run));
  }
  if (run.read_out) {
    nve::TakeReadOut(*run.read_out, output, run.expected.empty() ? nullptr : &run.expected.back(),
                     options.output, options.json, result);
  }
  if (!run.expected.empty()) Compare(run, result);
  if (!options.json.empty()) nve::WriteJson(options.json, nve::RunJson(result));
  nve::Print("{}", nve::SimTable(result));
  if (result.read_out) nve::Print("{}", nve::ReadOutText(*result.read_out));
  if (result.reference) nve::Print("{}", nve::ComparisonText(*result.reference));
  if (!result.failure) return nve::kExitOk;
  nve::Print("  reproduce: {}\n", result.failure->reproduce);
  return nve::kExitMismatch;
}

// What every layer must be; nothing without --reference.
std::vector<nve::FeatureMaps> Expected(const Options& options, const nve::FeatureMaps& picture,
                                       const nve::Binary& binary, bool fit) {
  nve::ReferenceOptions reference = options.reference;
  const std::string missing = nve::MissingForReference(reference);
  if (!missing.empty()) throw nve::InputError({"nve-sim", 0, ""}, missing);
  reference.fit = fit;
  const std::string other_seed = nve::OtherSeedText(reference, binary, options.program);
  if (!other_seed.empty()) nve::Message("nve-sim: warning: {}\n", other_seed);
  std::vector<nve::FeatureMaps> expected =
      nve::ExpectedLayers(reference, picture, options.read_out.inputs.front(), binary.Pictures());
  if (!expected.empty()) {
    nve::CheckReference(reference.network, expected, options.program, binary, nve::WholeOf(binary));
  }
  return expected;
}

int Simulate(const Options& options) {
  const nve::Binary binary =
      nve::ReadBinary(options.program, nve::arch::GivenMachine(options.machine));
  nve::arch::ContinueOn(binary.machine, nve::arch::DescriptionOf(options.machine));
  nve::WarnIfForced(binary, options.program);
  const std::optional<nve::ReadOut> read_out =
      nve::LoadReadOut(options.read_out, binary.Pictures());
  CheckFiles(options, read_out, binary);
  if (read_out) nve::CheckOutput(*read_out, nve::OutputExtentsOf(binary), options.program);
  nve::CheckHostMemory(binary, options.program);
  const nve::FeatureMaps picture = PictureOf(options, read_out);
  const std::vector<nve::FeatureMaps> expected =
      Expected(options, picture, binary, read_out.has_value());
  nve::StepRunner runner(binary);
  for (const std::string& note :
       runner.memory().PutPicture(picture, options.read_out.inputs.front())) {
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
  nve::RunResult result = nve::SimResult(binary, runner, uses, seconds);
  return Finish(options, {binary, runner, read_out, expected}, result);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { Declare(app, &options); },
      [&] { return Simulate(options); });
}
