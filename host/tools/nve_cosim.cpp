// nve-cosim: runs a compiled network on the simulated system, RTL and golden model in lockstep.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/program/binary.hpp"
#include "compiler/support/files.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/maps.hpp"
#include "compiler/support/progress.hpp"
#include "compiler/support/tool_main.hpp"
#include "host/cosim/report.hpp"
#include "host/cosim/session.hpp"
#include "host/tools/reference_check.hpp"

namespace nve {
namespace {

constexpr int64_t kMaxCount = std::numeric_limits<int64_t>::max();

struct Options {
  std::string binary;
  std::string input;
  std::string output;
  std::string json;
  bool no_lockstep = false;
  bool compare_speed = false;
  uint64_t max_cycles = 0;
  uint64_t watchdog = FabricOptions{}.watchdog_cycles;
  std::string wave;
  std::string wave_cycles;
  std::string memory = "fixed";
  MemoryTiming timing;
  std::string feed;
  uint64_t max_descriptor = dma::kMaxLength;
  int cores = 0;
  std::string fault;
  ReferenceOptions reference;
};

void AddOptions(CLI::App& app, Options& o) {
  app.description(
      "Runs a compiled network on the simulated system: processor, DMA, memory and the RTL core.");
  app.add_option("binary", o.binary, "compiled network (.nve)");
  app.add_option("--input", o.input, "picture (PNG, PGM, PPM) or .npy of uint8");
  app.add_option("--output", o.output, "folder for the output maps, .npy and PNG");
  app.add_option("--json", o.json, "file for the results");
  app.add_flag("--no-lockstep", o.no_lockstep, "run the RTL without the golden model");
  app.add_flag("--compare-speed", o.compare_speed,
               "run with and without lockstep, interleaved, and print both speeds");
  app.add_option("--max-cycles", o.max_cycles,
                 "end the run after so many clock cycles, exit code 1")
      ->check(CLI::Range(int64_t{0}, kMaxCount));
  app.add_option("--watchdog", o.watchdog,
                 "end the run when nothing has moved for so many cycles, exit code 1")
      ->check(CLI::Range(int64_t{1}, kMaxCount))
      ->capture_default_str();
  app.add_option("--wave", o.wave, "write the signals of tile 0 to this FST file");
  app.add_option("--wave-cycles", o.wave_cycles, "clock cycles in the wave file, FIRST-LAST")
      ->needs("--wave");
  app.add_option("--memory", o.memory, "memory model: fixed")->capture_default_str();
  app.add_option("--memory-latency", o.timing.read_latency,
                 "cycles from a read's address to its first word")
      ->capture_default_str()
      ->check(CLI::Range(int64_t{0}, kMaxCount));
  app.add_option("--write-latency", o.timing.write_latency,
                 "cycles from a write's last word to its response")
      ->capture_default_str()
      ->check(CLI::Range(int64_t{0}, kMaxCount));
  app.add_option("--feed", o.feed, "how pieces become descriptors, instead of the plan's choice")
      ->check(CLI::IsMember({"gathered", "pieces"}));
  app.add_option("--max-descriptor", o.max_descriptor, "longest transfer of one descriptor, bytes")
      ->check(CLI::Range(uint64_t{8}, dma::kMaxLength));
  app.add_option("--cores", o.cores,
                 "cores of the platform; as many as the plan uses without this");
  app.add_option("--fault", o.fault, "inject a fault by name; 'list' prints them");
  app.add_option("--reference", o.reference.network,
                 "network description: compare the output with the reference");
  auto* weights =
      app.add_option("--weights", o.reference.weights, "weights of the reference (.npz)");
  app.add_option("--seed", o.reference.seed, "made-up weights of the reference")
      ->check(CLI::Range(int64_t{0}, kMaxCount))
      ->excludes(weights);
}

WaveOptions ParseWaves(const Options& o) {
  WaveOptions waves{.path = o.wave};
  if (o.wave_cycles.empty()) return waves;
  char dash = 0;
  char rest = 0;
  unsigned long long first = 0;
  unsigned long long last = 0;
  const int fields =
      std::sscanf(o.wave_cycles.c_str(), "%llu%c%llu%c", &first, &dash, &last, &rest);
  if (fields != 3 || dash != '-' || first > last) {
    throw InputError("--wave-cycles '" + o.wave_cycles + "' is not FIRST-LAST");
  }
  waves.first_cycle = first;
  waves.last_cycle = last;
  return waves;
}

std::unique_ptr<TileModel> MakeModel(const Options& o, int tile) {
  if (!o.wave.empty() && tile == 0) return MakeTracedTile(ParseWaves(o));
  return MakeTile();
}

int CoresOf(const Binary& binary) {
  int cores = 1;
  for (const PlanStep& step : binary.plan) {
    if (const auto* run = std::get_if<RunStep>(&step)) cores = std::max(cores, run->core + 1);
  }
  return cores;
}

// The options that change what the hardware does; --output and the like are left to the user.
std::string ReproduceCommand(const Options& o) {
  std::string command = fmt::format("{} {} --input {}", NVE_TOOL_NAME, o.binary, o.input);
  if (o.memory != "fixed") command += " --memory " + o.memory;
  const MemoryTiming standard;
  if (o.timing.read_latency != standard.read_latency) {
    command += fmt::format(" --memory-latency {}", o.timing.read_latency);
  }
  if (o.timing.write_latency != standard.write_latency) {
    command += fmt::format(" --write-latency {}", o.timing.write_latency);
  }
  if (!o.feed.empty()) command += " --feed " + o.feed;
  if (o.max_descriptor != dma::kMaxLength)
    command += fmt::format(" --max-descriptor {}", o.max_descriptor);
  if (o.cores != 0) command += fmt::format(" --cores {}", o.cores);
  if (!o.fault.empty()) command += " --fault " + o.fault;
  return command;
}

Session::Options MakeSession(const Options& o, const Binary& binary, bool lockstep) {
  Session::Options options;
  options.platform.tiles = o.cores != 0 ? o.cores : CoresOf(binary);
  options.platform.lockstep = lockstep;
  options.platform.memory_model = o.memory;
  options.platform.memory_timing = o.timing;
  if (!o.fault.empty()) options.platform.fault = FaultByName(o.fault);
  if (options.platform.fault.kind == Fault::Kind::kProbe && !lockstep) {
    throw InputError("--fault probe needs lockstep");
  }
  options.platform.fabric.watchdog_cycles = o.watchdog;
  if (o.max_cycles != 0) options.platform.fabric.max_cycles = o.max_cycles;
  options.platform.make_tile = [&o](int tile) { return MakeModel(o, tile); };
  if (!o.feed.empty()) options.executor.feed = o.feed == "pieces" ? Feed::kPieces : Feed::kGathered;
  options.executor.max_descriptor_bytes = o.max_descriptor / dma::kAlignment * dma::kAlignment;
  options.input_name = o.input;
  options.reproduce = ReproduceCommand(o);
  return options;
}

// Two platforms in one simulation: their batches of cycles alternate, so both see the same machine
// load.
int CompareSpeed(const Options& o, const Binary& binary, const FeatureMaps& picture) {
  Session with("with", binary, picture, MakeSession(o, binary, true));
  Session without("without", binary, picture, MakeSession(o, binary, false));
  Session::RunAll();
  with.ThrowIfFailed();
  without.ThrowIfFailed();
  const double ratio = CyclesPerSecond(with) / CyclesPerSecond(without);
  fmt::print("with lockstep: {:.0f} cycles/s\nwithout: {:.0f} cycles/s\nratio: {:.2f}\n",
             CyclesPerSecond(with), CyclesPerSecond(without), ratio);
  if (!o.json.empty()) {
    WriteJson(o.json, {{"cycles", with.platform().fabric().cycle()},
                       {"with_lockstep", CyclesPerSecond(with)},
                       {"without_lockstep", CyclesPerSecond(without)},
                       {"ratio", ratio}});
  }
  return kExitOk;
}

int RunOnce(const Options& o, const Binary& binary, const FeatureMaps& picture) {
  const std::optional<FeatureMaps> expected = ExpectedOutput(o.reference, picture, o.input);
  Session session("platform", binary, picture, MakeSession(o, binary, !o.no_lockstep));
  Progress progress("nve-cosim", 0, "cycles");
  session.platform().fabric().SetProgress(
      [&progress](uint64_t cycle) { progress.Update(static_cast<int64_t>(cycle)); });
  Session::RunAll();
  progress.Finish();

  nlohmann::ordered_json json = {
      {"network", binary.network}, {"binary", o.binary}, {"input", o.input}};
  json.update(SessionJson(session));
  if (!o.json.empty()) WriteJson(o.json, json);
  session.ThrowIfFailed();
  for (const std::string& note : session.notes()) fmt::print(stderr, "note: {}\n", note);
  if (!o.output.empty()) {
    WriteMaps(o.output, "input", picture);
    WriteMaps(o.output, "output", session.output());
  }
  fmt::print("{}", SessionTable(session));
  if (!expected.has_value()) return kExitOk;
  const nlohmann::ordered_json comparison = CompareMaps(*expected, session.output());
  json["reference"] = comparison;
  if (!o.json.empty()) WriteJson(o.json, json);
  fmt::print("{}\n", comparison["text"].get<std::string>());
  return comparison["bit_exact"].get<bool>() ? kExitOk : kExitMismatch;
}

int Run(const Options& o) {
  if (o.fault == "list") {
    for (const NamedFault& fault : NamedFaults()) fmt::print("{:<18} {}\n", fault.name, fault.text);
    return kExitOk;
  }
  if (o.binary.empty()) throw InputError("a binary (.nve) is required, see --help");
  if (o.input.empty()) throw InputError("--input is required, see --help");
  if (!o.wave.empty()) {
    // The trace writer does not report a file it cannot create.
    WriteFileAtomically(o.wave, std::string_view());
  }
  if (o.compare_speed && (o.no_lockstep || !o.reference.network.empty() || !o.output.empty())) {
    throw InputError("--compare-speed goes with none of --no-lockstep, --reference and --output");
  }
  const Binary binary = ReadBinary(o.binary);
  const FeatureMaps picture = ReadInputMaps(o.input);
  return o.compare_speed ? CompareSpeed(o, binary, picture) : RunOnce(o, binary, picture);
}

}  // namespace
}  // namespace nve

// Called by SystemC once its own set-up is done.
int sc_main(int argc, char* argv[]) {
  nve::Options options;
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}

int main(int argc, char* argv[]) {
  // SystemC prints its banner on standard error otherwise.
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
