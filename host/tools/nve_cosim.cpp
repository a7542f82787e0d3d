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
#include "host/tools/layer_results.hpp"
#include "host/tools/reference_check.hpp"
#include "host/tools/wave_recorder.hpp"
#include "program/binary.hpp"

namespace nve {
namespace {

// Every pixel would differ, and look like the hardware's fault.
void WarnOfAnotherSeed(const CosimOptions& o, const Binary& binary) {
  if (!o.reference.seed || !binary.seed || o.reference.seed == static_cast<uint64_t>(*binary.seed))
    return;
  Warn(o, fmt::format("--seed: found {}, but the weights in {} are those of seed {}",
                      *o.reference.seed, o.binary, *binary.seed));
}

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
  for (const ComparedLayer& layer : reference.layers) {
    if (reference.layers.size() > 1) Print("{}\n", layer.text);
  }
  Print("{}\n", reference.text);
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

int RunOnce(const CosimOptions& o, const Binary& whole, const FeatureMaps& picture) {
  const StepSelection part = ParsePart(o, whole);
  const Binary binary = SelectPart(whole, part);
  CheckFiles(o, MapOutputs(o, binary, part, picture.maps));
  WarnOfAnotherSeed(o, whole);
  const std::vector<FeatureMaps> expected =
      ExpectedLayers(o.reference, picture, o.input, whole.Pictures());
  if (!expected.empty()) CheckReference(o.reference.network, expected, o.binary, whole, part);
  CosimTask task = {.options = o, .binary = binary, .picture = picture};
  if (!expected.empty() || !o.dump_layers.empty()) task.layers = LayersOf(part);
  if (part.first > 0) {
    task.prepare = [&, before = part.first - 1](MemoryImage& memory) {
      memory.PutPlanes(PlanesOfLayer(binary, before), expected.at(static_cast<size_t>(before)));
    };
  }
  CosimRun run = o.feed == "ideal" ? RunIdeal(task) : RunPlatform(task);
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
  Print("{}", run.table);
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
  const FeatureMaps picture = ReadInputMaps(o.input);
  const CosimTask task = {.options = o, .binary = binary, .picture = picture};
  if (o.compare_speed) return CompareLockstep(task);
  if (o.compare_probes) return CompareProbes(task);
  if (o.compare_use) return CompareUse(task);
  return o.vary.empty() ? RunOnce(o, binary, picture) : RunVaried(o, binary, picture);
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
