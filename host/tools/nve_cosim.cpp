// SPDX-License-Identifier: Apache-2.0
// nve-cosim: runs a compiled network on the simulated system, RTL and golden model in lockstep.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine_option.hpp"
#include "arch/machine_programs.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/images/maps.hpp"
#include "host/axi/faults.hpp"
#include "host/lockstep/failure_report.hpp"
#include "host/tools/cosim_compare.hpp"
#include "host/tools/cosim_options.hpp"
#include "host/tools/cosim_output.hpp"
#include "host/tools/cosim_part.hpp"
#include "host/tools/cosim_run.hpp"
#include "host/tools/cosim_vary.hpp"
#include "host/tools/ideal_run.hpp"
#include "host/tools/wave_recorder.hpp"
#include "model/compare/layer_results.hpp"
#include "model/compare/reference_check.hpp"
#include "program/binary.hpp"
#include "program/output_extents.hpp"
#include "report/readout/read_out_options.hpp"
#include "report/readout/read_out_text.hpp"

namespace nve {
namespace {

// A failure that shows when the run has ended.
FailureOfRun EndFailure(const CosimTask& task, const char* kind, const std::string& text) {
  FailureOfRun failure;
  failure.kind = kind;
  failure.text = text;
  failure.seed = SeedOf(task.options, task.binary);
  failure.reproduce = ReproduceCommand(task.options);
  return failure;
}

// Compares with the reference, writes the results and says what came of it.
int TellComparison(const CosimTask& task, const ReferenceOfRun& reference, CosimRun& run) {
  RunResult& result = run.result;
  result.reference = reference;
  int64_t pixels = 0;
  for (const ComparedLayer& layer : reference.layers) pixels += layer.pixels.value_or(0);
  CountCompared(result, pixels);
  if (!reference.bit_exact) {
    result.failure = EndFailure(task, kReferenceFailure, reference.text);
  }
  WriteResult(task.options, result);
  Print("{}", ComparisonText(reference));
  if (!result.failure) {
    run.waves.ThrowIfErrors();
    return kExitOk;
  }
  Print("{}", FailureEnd(*result.failure));
  run.waves.Print();
  return kExitMismatch;
}

int RunVaried(const CosimOptions& o, const Binary& whole, const FeatureMaps& picture) {
  return RunVary(o, SelectPart(whole, ParsePart(o, whole)), picture);
}

// The table, what the pictures show before its last line, which says what was compared.
std::string TableWithReadOut(const CosimRun& run) {
  std::string table = run.table;
  if (!run.result.read_out || table.size() < 2) return table;
  const size_t end = table.rfind('\n', table.size() - 2);
  table.insert(end == std::string::npos ? 0 : end + 1, ReadOutText(*run.result.read_out));
  return table;
}

// The files of the output folders, those of the read-out too.
std::vector<GivenPath> Outputs(const CosimOptions& o, const Binary& binary,
                               const StepSelection& part, const FeatureMaps& picture,
                               const std::optional<ReadOut>& read_out) {
  std::vector<GivenPath> outputs = MapOutputs(o, binary, part, picture.maps);
  for (GivenPath& file : ReadOutOutputs(read_out, o.output)) outputs.push_back(std::move(file));
  return outputs;
}

int RunOnce(const CosimOptions& o, const Binary& whole, const FeatureMaps& picture,
            const std::optional<ReadOut>& read_out) {
  const StepSelection part = ParsePart(o, whole);
  const Binary binary = SelectPart(whole, part);
  CheckFiles(o, Outputs(o, binary, part, picture, read_out), read_out);
  const std::string other_seed = OtherSeedText(o.reference, whole, o.binary);
  std::vector<std::string> warnings;
  if (!other_seed.empty()) {
    Warn(o, other_seed);
    warnings.push_back(other_seed);
  }
  ReferenceOptions reference = o.reference;
  reference.fit = read_out.has_value();
  const std::vector<FeatureMaps> expected =
      ExpectedLayers(reference, picture, o.Input(), whole.Pictures());
  if (!expected.empty()) CheckReference(o.reference.network, expected, o.binary, whole, part);
  CosimTask task = {.options = o, .binary = binary, .picture = picture};
  if (!expected.empty() || !o.dump_layers.empty()) task.layers = LayersOf(part);
  if (part.first > 0) {
    task.prepare = [&, before = part.first - 1](MemoryImage& memory) {
      memory.PutPlanes(PlanesOfLayer(binary, before), expected.at(static_cast<size_t>(before)));
    };
  }
  CosimRun run = o.feed == "ideal" ? RunIdeal(task) : RunPlatform(task);
  if (!warnings.empty()) run.result.warnings = warnings;
  if (run.result.failure) return TellFailure(o, run.result);
  KeepResult(o, run.result);
  WriteTable(o, run.result);
  if (!o.fault.empty()) {
    run.result.failure =
        EndFailure(task, kNoEffectFailure,
                   fmt::format("--fault {}: no effect: the run ended as without it", o.fault));
    return TellFailure(o, run.result);
  }

  for (const std::string& note : run.notes) Message("note: {}\n", note);
  WritePictures(o, picture, ComputedPart(binary, part.last, run.output, part.strips), run.result);
  if (!o.dump_layers.empty()) DumpLayers(o.dump_layers, binary, part, run.maps);
  if (read_out) {
    TakeReadOut(*read_out, run.output, expected.empty() ? nullptr : &expected.back(), o.output,
                o.json, run.result);
  }
  Print("{}", TableWithReadOut(run));
  if (!expected.empty()) {
    return TellComparison(task, CompareLayers(binary, part, expected, run.maps), run);
  }
  CountCompared(run.result, 0);
  WriteResult(o, run.result);
  run.waves.ThrowIfErrors();
  return kExitOk;
}

int Run(const CosimOptions& o) {
  if (o.fault == "list") {
    for (const NamedFault& fault : NamedFaults()) Print("{:<18} {}\n", fault.name, fault.text);
    return kExitOk;
  }
  CheckOptions(o);
  const Binary binary = ReadBinary(o.binary, arch::GivenMachine(o.machine));
  arch::ContinueOn(binary.machine, arch::DescriptionOf(o.machine));
  WarnIfForced(binary, o.binary);
  const std::optional<ReadOut> read_out = LoadReadOut(o.read_out, binary.Pictures());
  if (read_out) CheckOutput(*read_out, OutputExtentsOf(binary), o.binary);
  const FeatureMaps picture = read_out ? read_out->picture : ReadInputMaps(o.Input());
  const CosimTask task = {.options = o, .binary = binary, .picture = picture};
  if (o.compare_speed) return CompareLockstep(task);
  if (o.compare_probes) return CompareProbes(task);
  if (o.compare_use) return CompareUse(task);
  return o.vary.empty() ? RunOnce(o, binary, picture, read_out) : RunVaried(o, binary, picture);
}

}  // namespace
}  // namespace nve

// Called by SystemC once its own set-up is done.
int sc_main(int argc, char* argv[]) {
  nve::CosimOptions options;
  options.command = argv[0];
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}

int main(int argc, char* argv[]) {
  // SystemC prints its banner on standard error otherwise.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  nve::WaveRecorder::ListenForSignals();
  return sc_core::sc_elab_and_sim(argc, argv);
}
