// SPDX-License-Identifier: Apache-2.0
// nve-cosim: runs a compiled network on the simulated system, RTL and golden model in lockstep.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/machine_option.hpp"
#include "arch/machine_programs.hpp"
#include "base/cli/file_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/images/maps.hpp"
#include "base/json/json_file.hpp"
#include "host/cosim/report.hpp"
#include "host/cosim/results_csv.hpp"
#include "host/cosim/session.hpp"
#include "host/cosim/timeline.hpp"
#include "host/tools/cosim_options.hpp"
#include "host/tools/ideal_run.hpp"
#include "host/tools/layer_results.hpp"
#include "host/tools/reference_check.hpp"
#include "host/tools/wave_recorder.hpp"
#include "host/waves/wave_room.hpp"
#include "program/binary.hpp"
#include "program/board.hpp"
#include "program/host_memory.hpp"

namespace nve {
namespace {

std::unique_ptr<TileModel> MakeModel(const CosimOptions& o, bool mover, int tile) {
  if (!WritesWaves(o, tile)) return mover ? MakeMoverTile() : MakeTile();
  const WaveOptions waves = tile == 0 ? WavesOf(o) : WaveOptions{};
  return mover ? MakeTracedMoverTile(waves) : MakeTracedTile(waves);
}

int CoresOf(const Binary& binary) {
  int cores = 1;
  for (const AnyStep& step : binary.steps) {
    if (const auto* run = std::get_if<RunStep>(&step)) cores = std::max(cores, run->core + 1);
  }
  return cores;
}

// Cores of the platform: those of the steps, or more.
int PlatformCores(const CosimOptions& o, const Binary& binary) {
  const int used = CoresOf(binary);
  if (used > Board::kMaxTiles) {
    throw InputError({o.binary, 0, ""}, fmt::format("the steps use {} cores, allowed: 1 to {}",
                                                    used, Board::kMaxTiles));
  }
  if (o.cores && *o.cores < used) {
    throw UsageError(o, fmt::format("--cores: found {}, allowed: {} to {}, the steps of {} use {} "
                                    "cores",
                                    *o.cores, used, Board::kMaxTiles, o.binary, used));
  }
  return o.cores.value_or(used);
}

Session::Options MakeSession(const CosimOptions& o, const Binary& binary, bool lockstep) {
  Session::Options options;
  options.platform.tiles = PlatformCores(o, binary);
  options.platform.lockstep = lockstep;
  const bool mover = IsMover(o, binary);
  options.platform.mover = mover;
  options.platform.processor = o.platform.processor;
  options.platform.memory = ParseWatchedMemory(o);
  const Board& board = options.platform.memory.board;
  if (!o.fault.empty()) options.platform.fault = FaultByName(o.fault, board);
  options.platform.fabric.watchdog_cycles = o.watchdog;
  if (o.max_cycles) options.platform.fabric.max_cycles = *o.max_cycles;
  options.platform.make_tile = [&o, mover](int tile) { return MakeModel(o, mover, tile); };
  if (!o.feed.empty()) options.executor.feed = FeedOf(o.feed);
  options.executor.max_descriptor_bytes = o.platform.max_descriptor;
  options.input_name = o.input;
  options.reproduce = ReproduceCommand(o);
  options.seed = SeedOf(o, binary);
  return options;
}

// The result file: what ran, then what came out.
void WriteResults(const CosimOptions& o, const Binary& binary,
                  const nlohmann::ordered_json& results) {
  if (o.json.empty()) return;
  nlohmann::ordered_json json = {
      {"network", binary.network}, {"binary", o.binary}, {"input", o.input}};
  if (binary.forced) json["forced"] = true;
  json.update(results);
  WriteJson(o.json, json);
}

void WriteTable(const CosimOptions& o, const nlohmann::ordered_json& results) {
  if (!o.csv.empty()) WriteFileAtomically(o.csv, ResultsCsv(results));
}

// What ended the session early, as a report that ends like all others; the results first.
void ThrowIfFailed(const CosimOptions& o, const Binary& binary, const Session& session,
                   nlohmann::ordered_json results, const nlohmann::ordered_json& waves = nullptr) {
  try {
    session.ThrowIfFailed();
  } catch (const CheckFailed& found) {
    const FailureContext failure = session.Failure();
    results["failure"] = FailureJson(found.what(), failure);
    WriteResults(o, binary, results);
    throw CheckFailed(FailureText(found.what(), failure) + WaveLines(waves));
  } catch (...) {
    WriteResults(o, binary, results);
    throw;
  }
}

// What was compared so far; pixels come from the reference.
void CountCompared(nlohmann::ordered_json& results, int64_t pixels) {
  const nlohmann::ordered_json& lockstep = results["lockstep"];
  const uint64_t cycles = lockstep.is_null() ? 0 : lockstep["cycles"].get<uint64_t>();
  results["compared"] = {{"cycles", cycles}, {"pixels", pixels}};
  if (cycles != 0 || pixels != 0) return;
  Print(
      "compared: nothing, neither cycles (--no-lockstep) nor pixels (no --reference); this run "
      "measures and proves nothing\n");
}

// Two platforms in one simulation, with and without `what`: their batches of cycles alternate, so
// both see the same machine load.
int Compare(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture,
            const std::string& what, const Session::Options& with_it,
            const Session::Options& without_it) {
  Session with("with", binary, picture, with_it);
  Session without("without", binary, picture, without_it);
  with.platform().fabric().SetProgress([&](uint64_t /*cycle*/) {
    WaveRecorder::RefuseSignal(o, "a comparison of speeds writes no waves");
  });
  Session::RunAll();
  ThrowIfFailed(o, binary, with, SessionJson(with));
  ThrowIfFailed(o, binary, without, SessionJson(without));
  const double ratio = CyclesPerSecond(with) / CyclesPerSecond(without);
  Print("with {}: {:.0f} cycles/s\nwithout: {:.0f} cycles/s\nratio: {:.2f}\n", what,
        CyclesPerSecond(with), CyclesPerSecond(without), ratio);
  nlohmann::ordered_json json = {{"cycles", with.platform().fabric().cycle()},
                                 {"with_" + what, CyclesPerSecond(with)},
                                 {"without_" + what, CyclesPerSecond(without)},
                                 {"ratio", ratio}};
  json.update(SessionJson(with));
  CountCompared(json, 0);
  WriteResults(o, binary, json);
  return kExitOk;
}

int CompareLockstep(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture) {
  return Compare(o, binary, picture, "lockstep", MakeSession(o, binary, true),
                 MakeSession(o, binary, false));
}

int CompareProbes(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture) {
  const Session::Options with = MakeSession(o, binary, !o.no_lockstep);
  Session::Options without = with;
  without.platform.fabric.probes = false;
  return Compare(o, binary, picture, "probes", with, without);
}

// The most that one start of a layer computes.
int StripsOf(const Binary& binary, int layer) {
  int strips = 0;
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    const Program& program = binary.programs[static_cast<size_t>(run->program)];
    if (program.layer == layer) strips = std::max(strips, run->runs);
  }
  return strips;
}

// The layers and strips asked for; all of the steps' by default.
StepSelection ParsePart(const CosimOptions& o, const Binary& binary) {
  int layers = 0;
  for (const Program& program : binary.programs) layers = std::max(layers, program.layer + 1);
  StepSelection part = {0, layers - 1, static_cast<int>(o.strips)};
  if (!o.layers.empty()) {
    const NumberRange range = ParseRange(o.layers).value();
    if (range.first < 1 || range.first > range.last ||
        range.first > static_cast<uint64_t>(layers) ||
        (range.last != UINT64_MAX && range.last > static_cast<uint64_t>(layers))) {
      throw UsageError(o, fmt::format("--layers: found {}, allowed: FIRST-LAST within 1-{}, the "
                                      "layers of {}",
                                      o.layers, layers, o.binary));
    }
    part.first = static_cast<int>(range.first) - 1;
    if (range.last != UINT64_MAX) part.last = static_cast<int>(range.last) - 1;
  }
  if (part.first > 0 && o.reference.network.empty()) {
    throw UsageError(o, fmt::format("--layers {}: the input of layer {} comes from the reference: "
                                    "--reference is needed",
                                    o.layers, part.first + 1));
  }
  if (part.strips > 0 && part.first != part.last) {
    throw UsageError(o,
                     fmt::format("--strips: later layers would read rows that were not computed; "
                                 "choose one layer with --layers, 1 to {}",
                                 layers));
  }
  const int strips = StripsOf(binary, part.last);
  if (part.strips > strips) {
    throw UsageError(o, fmt::format("--strips: found {}, allowed: 1 to {}, the strips of layer {}",
                                    part.strips, strips, part.last + 1));
  }
  return part;
}

// What a run has brought.
struct Results {
  nlohmann::ordered_json json;
  std::string table;
  std::vector<FeatureMaps> maps;  // of the layers asked for
  std::vector<std::string> notes;
  FeatureMaps output;
  Diagnostics waves;  // see WaveRecorder::problems
};

// The results so far, so that nothing is lost if the rest fails; not to standard output, which gets
// one document.
void KeepResults(const CosimOptions& o, const Binary& binary,
                 const nlohmann::ordered_json& results) {
  if (o.json != "-") WriteResults(o, binary, results);
}

// The steps as the driver will execute them must fit the board's memory.
void CheckMemory(const CosimOptions& o, const Binary& binary, const Board& board) {
  CheckHostMemory(o.feed.empty() ? binary : WithFeed(binary, FeedOf(o.feed)), o.binary, board);
}

std::optional<Timeline> TimelineOf(const CosimOptions& o) {
  if (o.timeline.empty()) return std::nullopt;
  const NumberRange cycles = TimelineCyclesOf(o);
  return Timeline(cycles.first, cycles.last);
}

void WriteTimeline(const CosimOptions& o, Timeline& timeline, uint64_t cycles) {
  if (cycles > 0 && TimelineCyclesOf(o).first >= cycles) {
    Warn(o, fmt::format("--timeline-cycles: found {}, but the run had the cycles 0 to {}: {} shows "
                        "nothing",
                        o.timeline_cycles, cycles - 1, o.timeline));
  }
  if (timeline.full()) {
    Warn(o, fmt::format("--timeline: {} events are the most, later ones are left out; choose a "
                        "part of the run with --timeline-cycles",
                        Timeline::kMostEvents));
  }
  WriteFileAtomically(o.timeline, timeline.Text());
}

Results RunPlatform(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture,
                    const std::vector<int>& layers,
                    const std::function<void(MemoryImage&)>& prepare) {
  Session::Options options = MakeSession(o, binary, !o.no_lockstep);
  CheckMemory(o, binary, options.platform.memory.board);
  options.keep_layers = layers;
  std::optional<Timeline> timeline = TimelineOf(o);
  options.timeline = timeline ? &*timeline : nullptr;
  options.executor.prepare = prepare;
  ExpectBusErrorOf(WavesOf(o));  // the models open it
  Session session("platform", binary, picture, std::move(options));
  Progress progress("nve-cosim", 0, "cycles");
  WaveRecorder recorder(o, session.platform().fabric());
  session.platform().fabric().SetProgress([&](uint64_t cycle) {
    if (!recorder.replays()) progress.Update(static_cast<int64_t>(cycle));
    recorder.Update(cycle);
  });
  recorder.Update(0);
  Session::RunAll();
  const nlohmann::ordered_json waves = recorder.Finish(session.Failed());
  progress.Finish();
  const uint64_t cycles = session.platform().fabric().cycle();
  if (timeline) WriteTimeline(o, *timeline, cycles);
  Results results = {SessionJson(session), SessionTable(session), session.layer_maps(),
                     session.notes(),      session.output(),      recorder.problems()};
  if (!waves.is_null()) results.json["waves"] = waves;
  if (session.Failed()) results.waves.Print();
  ThrowIfFailed(o, binary, session, results.json, waves);
  return results;
}

Results RunCore(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture,
                const std::vector<int>& layers, const std::function<void(MemoryImage&)>& prepare) {
  IdealResult ideal =
      RunIdeal(o, binary, picture, layers, prepare,
               [&](const nlohmann::ordered_json& json) { WriteResults(o, binary, json); });
  return {std::move(ideal.json),  std::move(ideal.text),   std::move(ideal.maps),
          std::move(ideal.notes), std::move(ideal.output), {}};
}

// Every pixel would differ, and look like the hardware's fault.
void WarnOfAnotherSeed(const CosimOptions& o, const Binary& binary) {
  if (!o.reference.seed || !binary.seed || o.reference.seed == static_cast<uint64_t>(*binary.seed))
    return;
  Warn(o, fmt::format("--seed: found {}, but the weights in {} are those of seed {}",
                      *o.reference.seed, o.binary, *binary.seed));
}

// The maps in the folders of --output and --dump-layers.
std::vector<GivenPath> MapOutputs(const CosimOptions& o, const Binary& binary,
                                  const StepSelection& part, int picture_maps) {
  std::vector<GivenPath> outputs;
  const auto add = [&outputs](const char* option, const std::vector<std::string>& files) {
    for (const std::string& file : files) outputs.push_back({option, file});
  };
  if (!o.output.empty()) {
    add("--output", MapFiles(o.output, "input", picture_maps));
    add("--output", MapFiles(o.output, "output", static_cast<int>(binary.output_planes.size())));
  }
  if (!o.dump_layers.empty()) add("--dump-layers", DumpFiles(o.dump_layers, binary, part));
  return outputs;
}

int RunOnce(const CosimOptions& o, const Binary& whole, const FeatureMaps& picture) {
  const StepSelection part = ParsePart(o, whole);
  const Binary binary = SelectPart(whole, part);
  CheckFiles(o, MapOutputs(o, binary, part, picture.maps));
  WarnOfAnotherSeed(o, whole);
  const std::vector<FeatureMaps> expected = ExpectedLayers(o.reference, picture, o.input);
  if (!expected.empty()) CheckReference(o.reference.network, expected, o.binary, whole, part);
  const bool by_layer = !expected.empty() || !o.dump_layers.empty();
  const auto prepare = [&](MemoryImage& memory) {
    if (part.first == 0) return;
    const int before = part.first - 1;
    memory.PutPlanes(PlanesOfLayer(binary, before), expected.at(static_cast<size_t>(before)));
  };
  const std::vector<int> layers = by_layer ? LayersOf(part) : std::vector<int>{};
  Results results = o.feed == "ideal" ? RunCore(o, binary, picture, layers, prepare)
                                      : RunPlatform(o, binary, picture, layers, prepare);
  KeepResults(o, binary, results.json);
  WriteTable(o, results.json);
  FailureContext failure;
  failure.seed = SeedOf(o, whole);
  failure.reproduce = ReproduceCommand(o);
  if (!o.fault.empty()) {
    const std::string text =
        fmt::format("--fault {}: no effect: the run ended as without it", o.fault);
    results.json["failure"] = FailureJson(text, failure);
    WriteResults(o, binary, results.json);
    throw CheckFailed(FailureText(text, failure));
  }

  for (const std::string& note : results.notes) Message("note: {}\n", note);
  if (!o.output.empty()) {
    WriteMaps(o.output, "input", picture);
    WriteMaps(o.output, "output", ComputedPart(binary, part.last, results.output, part.strips));
  }
  if (!o.dump_layers.empty()) DumpLayers(o.dump_layers, binary, part, results.maps);
  Print("{}", results.table);
  if (expected.empty()) {
    CountCompared(results.json, 0);
    WriteResults(o, binary, results.json);
    results.waves.ThrowIfErrors();
    return kExitOk;
  }
  const nlohmann::ordered_json comparison = CompareLayers(binary, part, expected, results.maps);
  results.json["reference"] = comparison;
  int64_t pixels = 0;
  for (const auto& layer : comparison["layers"]) pixels += layer["pixels"].get<int64_t>();
  CountCompared(results.json, pixels);
  const bool is_exact = comparison["bit_exact"].get<bool>();
  if (!is_exact) {
    results.json["failure"] = FailureJson(comparison["text"].get<std::string>(), failure);
  }
  WriteResults(o, binary, results.json);
  for (const auto& layer : comparison["layers"]) {
    if (comparison["layers"].size() > 1) Print("{}\n", layer["text"].get<std::string>());
  }
  Print("{}\n", comparison["text"].get<std::string>());
  if (is_exact) {
    results.waves.ThrowIfErrors();
    return kExitOk;
  }
  Print("{}", FailureEnd(failure));
  results.waves.Print();
  return kExitMismatch;
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
  if (o.compare_speed) return CompareLockstep(o, binary, picture);
  if (o.compare_probes) return CompareProbes(o, binary, picture);
  return RunOnce(o, binary, picture);
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
